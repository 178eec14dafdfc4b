"""Proposals: read, made and decided on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from sqlalchemy import Connection

from .. import decisions, intake, listing, proposals
from ..errors import Refused
from ..idempotency import once
from ..proposals import Wording
from . import shapes
from .access import Call, allowed
from .conditions import IfMatch, OnceKey, revision

router = APIRouter(tags=["proposals"])
Id = shapes.Number


@router.get("/proposals")
async def list_proposals(
    call: Annotated[Call, Depends(allowed("read"))],
    state: Annotated[str, Query(pattern="^(open|accepted|rejected)$")] = "open",
    locale: Annotated[str, Query(max_length=64)] = "",
    section: Annotated[str, Query(max_length=128)] = "",
    before: shapes.Number = 0,
) -> shapes.Proposals:
    """A page of proposals, the newest first."""
    wanted = listing.Filter(state, _clean(locale), _clean(section), before=before)
    rows = await call.database.read(listing.page, call.project, wanted)
    shown = rows[: listing.PAGE]
    more = shown[-1].id if len(rows) > listing.PAGE else None
    return shapes.Proposals(data=[_shape(row) for row in shown], next=more)


@router.post("/proposals", status_code=201)
async def propose(
    call: Annotated[Call, Depends(allowed("propose"))],
    given: shapes.NewProposal,
    idempotency_key: OnceKey = None,
) -> shapes.Proposal:
    """Store a proposal; it replaces the person's own open one for the text."""
    call.state.by_guid.take(given.guid)
    wording = Wording(
        given.section,
        given.key,
        given.locale,
        given.value,
        given.guid,
        given.platform,
        call.actor.name,
    )
    limits = call.state.settings.limits

    def work(connection: Connection) -> Any:
        try:
            stored = intake.store_one(
                connection, call.project, wording, call.actor, limits
            )
        except Refused as refused:
            # Here 412 is about conditions; the same value again is a conflict.
            if refused.status == 412:
                raise Refused(409, refused.message) from refused
            raise
        return _shape(proposals.by_id(connection, call.project, stored.id)).model_dump()

    made = await call.database.write(
        once, idempotency_key, f"propose {call.project.id} {given!r}", work
    )
    return shapes.Proposal(**made)


@router.post("/proposals/{id}/accept")
async def accept(
    call: Annotated[Call, Depends(allowed("decide"))],
    id: Id,
    given: shapes.Acceptance,
    if_match: IfMatch = None,
) -> shapes.Proposal:
    """Make a proposal the text; If-Match has the revision of the text."""
    seen = revision(if_match)

    def work(connection: Connection) -> Any:
        row = proposals.by_id(connection, call.project, id)
        call.require("decide", row.locale)
        return decisions.accept(
            connection,
            call.project,
            id,
            call.actor,
            value=given.value,
            revision=seen,
            danger=given.danger,
        )

    return _shape(await call.database.write(work))


@router.post("/proposals/{id}/reject")
async def reject(
    call: Annotated[Call, Depends(allowed("decide"))], id: Id, given: shapes.Reason
) -> shapes.Proposal:
    """Turn a proposal down."""

    def work(connection: Connection) -> Any:
        row = proposals.by_id(connection, call.project, id)
        call.require("decide", row.locale)
        return decisions.reject(connection, call.project, id, call.actor, given.reason)

    return _shape(await call.database.write(work))


@router.post("/proposals/{id}/reopen")
async def reopen(
    call: Annotated[Call, Depends(allowed("decide"))], id: Id
) -> shapes.Proposal:
    """Take a decision back."""

    def work(connection: Connection) -> Any:
        row = proposals.by_id(connection, call.project, id)
        call.require("decide", row.locale)
        return decisions.reopen(connection, call.project, id, call.actor)

    return _shape(await call.database.write(work))


@router.post("/authors/reject")
async def reject_author(
    call: Annotated[Call, Depends(allowed("decide"))], given: shapes.AuthorRejection
) -> shapes.Count:
    """Turn down all open proposals of one person."""
    # Somebody for some languages alone may not decide on all of them.
    for each in await call.database.read(
        proposals.locales_of, call.project, given.guid
    ):
        call.require("decide", each)
    count = await call.database.write(
        decisions.reject_author, call.project, given.guid, call.actor, given.reason
    )
    return shapes.Count(count=count)


def _clean(written: str) -> str:
    if "\0" in written:
        raise Refused(422, "no NUL")
    return written


def _shape(row: Any) -> shapes.Proposal:
    given = row._mapping
    named = {
        name: given[name] for name in shapes.Proposal.model_fields if name in given
    }
    named["findings"] = listing.listed_findings(row)
    return shapes.Proposal(**named)
