"""Releases, channels and keys."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from sqlalchemy import Connection

from .. import keys, releases
from ..idempotency import once
from . import shapes
from .access import Call, allowed
from .conditions import IfMatch, OnceKey, revision

router = APIRouter(tags=["releases"])


@router.post("/releases", status_code=201)
async def publish(
    call: Annotated[Call, Depends(allowed("publish"))],
    given: shapes.NewRelease,
    idempotency_key: OnceKey = None,
) -> shapes.Release:
    """Publish the working texts to a channel."""

    def work(connection: Connection) -> int:
        return releases.publish(
            connection, call.project, given.channel, given.note, call.actor
        )

    same = f"publish {call.project.id} {given!r}"
    number = await call.database.write(once, idempotency_key, same, work)
    await call.state.feed.caught_up()
    return shapes.Release(number=number)


@router.get("/channels")
async def list_channels(
    call: Annotated[Call, Depends(allowed("read"))],
) -> shapes.Channels:
    """The channels that point at a release."""
    rows = await call.database.read(releases.channels, call.project)
    return shapes.Channels(
        data=[
            shapes.Channel(
                name=row["name"], release=row["number"], revision=row["revision"]
            )
            for row in rows
        ]
    )


@router.put("/channels/{name}")
async def point_channel(
    call: Annotated[Call, Depends(allowed("publish"))],
    name: Literal["production", "staging"],
    given: shapes.Target,
    if_match: IfMatch = None,
) -> shapes.Revision:
    """Let a channel point at a release; If-Match has the channel's revision."""
    new = await call.database.write(
        releases.point,
        call.project,
        name,
        min(given.release, (1 << 31) - 1),
        call.actor,
        revision(if_match),
    )
    await call.state.feed.caught_up()
    return shapes.Revision(revision=new)


@router.get("/keys")
async def list_keys(call: Annotated[Call, Depends(allowed("manage"))]) -> shapes.Keys:
    """The keys that count."""
    rows = await call.database.read(keys.listed, call.project)
    return shapes.Keys(
        data=[
            shapes.Key(id=row.id, name=row.name, prefix=row.prefix, scope=row.scope)
            for row in rows
        ]
    )


@router.post("/keys", status_code=201)
async def make_key(
    call: Annotated[Call, Depends(allowed("manage"))], given: shapes.NewKey
) -> shapes.Secret:
    """Make a key; the secret is shown once."""
    secret = await call.database.write(
        keys.create,
        call.project,
        given.name.replace("\0", ""),
        given.scope,
        call.actor,
        given.application.replace("\0", ""),
    )
    return shapes.Secret(secret=secret)


@router.delete("/keys/{id}", status_code=204)
async def revoke_key(
    call: Annotated[Call, Depends(allowed("manage"))], id: shapes.Number
) -> None:
    """Revoke a key."""
    await call.database.write(keys.revoke, call.project, id, call.actor)
