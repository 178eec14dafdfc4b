"""Webhooks: where events of a project are sent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from .. import webhooks
from . import shapes
from .access import Call, allowed

router = APIRouter(tags=["webhooks"])


@router.get("/webhooks")
async def list_webhooks(
    call: Annotated[Call, Depends(allowed("manage"))],
) -> shapes.Webhooks:
    """The webhooks of the project; one that failed too often is no longer active."""
    rows = await call.database.read(webhooks.listed, call.project)
    return shapes.Webhooks(
        data=[
            shapes.Webhook(
                id=row.id,
                url=row.url,
                failures=row.failures,
                active=row.failures < webhooks.GIVEN_UP,
            )
            for row in rows
        ]
    )


@router.post("/webhooks", status_code=201)
async def make_webhook(
    call: Annotated[Call, Depends(allowed("manage"))], given: shapes.NewWebhook
) -> shapes.WebhookSecret:
    """Send events to an address from now on; the secret is shown once."""
    id_, secret = await call.database.write(
        webhooks.create,
        call.project,
        given.url,
        call.state.settings.private_webhooks,
        call.actor,
    )
    return shapes.WebhookSecret(id=id_, secret=secret)


@router.delete("/webhooks/{id}", status_code=204)
async def remove_webhook(
    call: Annotated[Call, Depends(allowed("manage"))], id: shapes.Number
) -> None:
    """Send nothing more to an address."""
    await call.database.write(webhooks.remove, call.project, id, call.actor)
