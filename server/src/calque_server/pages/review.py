"""The page where proposals are decided on."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .. import decisions, listing, proposals, transcripts
from ..errors import Refused
from ..listing import Filter
from .page import Visit, field, form_of, number, visit

_FIELDS = ("state", "locale", "section", "level", "author")


async def review(request: Request) -> Response:
    """Proposals, the newest first, with filters."""
    visiting = await visit(request)
    wanted = _filter(request)
    rows = await visiting.database.read(listing.page, visiting.project, wanted)
    counted = await visiting.database.read(
        listing.numbers, visiting.project, wanted.state
    )
    done = request.query_params.get("done", "")
    decided: Any = None
    if done.isdigit() and len(done) < 18:
        decided = await visiting.database.read(listing.one, visiting.project, int(done))
    talks = await visiting.database.read(_talks, [*rows, *filter(None, [decided])])
    return await visiting.show(
        "review.html",
        rows=rows[: listing.PAGE],
        more=rows[listing.PAGE - 1].id if len(rows) > listing.PAGE else None,
        wanted=wanted,
        counted=counted,
        decided=decided,
        link=lambda **changes: _link(wanted, changes),
        findings=listing.listed_findings,
        talks=talks,
    )


def _talks(connection: Connection, rows: list[Any]) -> dict[int, Any]:
    """What was said to proposals, by their number."""
    found = {row.id: transcripts.said(connection, row) for row in rows}
    return {id_: said for id_, said in found.items() if said}


async def reply(request: Request) -> Response:
    """Say something to who made a proposal."""
    visiting = await visit(request, "comment")
    id_ = number(str(request.path_params["id"]))
    form = await form_of(request)

    def work(connection: Connection) -> None:
        row = proposals.by_id(connection, visiting.project, id_)
        visiting.require("comment", row.locale)
        transcripts.say(connection, row, visiting.person.name, field(form, "comment"))

    await visiting.database.write(work)
    return _back(request, form)


async def decide(request: Request) -> Response:
    """Accept, reject or reopen one proposal."""
    visiting = await visit(request, "decide")
    id_ = number(str(request.path_params["id"]))
    form = await form_of(request)
    row = await visiting.database.read(proposals.by_id, visiting.project, id_)
    visiting.require("decide", row.locale)
    try:
        await _carry_out(visiting, request.path_params["what"], id_, form)
    except Refused as refused:
        if refused.status != 412:
            raise
        now_row = await visiting.database.read(listing.one, visiting.project, id_)
        return await visiting.show("conflict.html", 412, row=now_row)
    if request.headers.get("x-fragment"):
        changed = await visiting.database.read(listing.one, visiting.project, id_)
        return await visiting.show(
            "_proposal.html",
            row=changed,
            findings=listing.listed_findings,
            talks=await visiting.database.read(_talks, [changed]),
        )
    return _back(request, form, done=str(id_))


async def decide_many(request: Request) -> Response:
    """Accept or reject those that are chosen, or all of one author."""
    visiting = await visit(request, "decide")
    form = await form_of(request)
    what, reason = field(form, "what"), field(form, "reason")
    if what == "author":
        await visiting.database.write(
            decisions.reject_author,
            visiting.project,
            field(form, "device"),
            visiting.actor,
            reason,
            lambda locale: visiting.require("decide", locale),
        )
        return _back(request, form)
    for written in form.get("id", []):
        row = await visiting.database.read(
            proposals.by_id, visiting.project, number(written)
        )
        visiting.require("decide", row.locale)
        try:
            await _carry_out(visiting, what, row.id, {"reason": [reason]})
        except Refused as refused:
            # Proposals that need more than one click stay in the list.
            if refused.status not in (409, 412, 422):
                raise
    return _back(request, form)


async def _carry_out(
    visiting: Visit, what: str, id_: int, form: dict[str, list[str]]
) -> None:
    write, project, by = visiting.database.write, visiting.project, visiting.actor
    if what == "accept":
        value = field(form, "value") if "value" in form else None
        seen = field(form, "revision")

        def work(connection: Any) -> None:
            row = proposals.by_id(connection, project, id_)
            decisions.accept(
                connection,
                project,
                id_,
                by,
                value=None if value == row.value else value,
                revision=number(seen) if seen else None,
                danger=field(form, "danger") == "1",
            )

        await write(work)
    elif what == "reject":
        await write(decisions.reject, project, id_, by, field(form, "reason"))
    elif what == "reopen":
        await write(decisions.reopen, project, id_, by)
    elif what == "admit":
        await write(decisions.let_through, project, id_, by)
    else:
        raise Refused(404, "no such decision")


def _filter(request: Request) -> Filter:
    given = {name: request.query_params.get(name, "")[:200] for name in _FIELDS}
    if given["state"] not in listing.STATES:
        given["state"] = "open"
    before = request.query_params.get("before", "")
    return Filter(**given, before=number(before) if before else 0)


def _link(wanted: Filter, changes: dict[str, Any]) -> str:
    query = {name: getattr(wanted, name) for name in _FIELDS}
    query.update(changes)
    if query["state"] == "open":
        del query["state"]
    return "?" + urlencode({name: value for name, value in query.items() if value})


def _back(request: Request, form: dict[str, list[str]], **more: str) -> Response:
    """Back to the list with the filters that it had."""
    query = field(form, "back").lstrip("?")
    kept = "&".join(
        each for each in query.split("&") if each and not each.startswith("done=")
    )
    together = "&".join(part for part in (kept, urlencode(more)) if part)
    slug = request.path_params["project"]
    return RedirectResponse(f"/projects/{slug}?{together}", 303)


routes = [
    Route("/projects/{project}", review),
    Route("/projects/{project}/proposals/{id:int}/reply", reply, methods=["POST"]),
    Route("/projects/{project}/proposals/{id:int}/{what}", decide, methods=["POST"]),
    Route("/projects/{project}/proposals", decide_many, methods=["POST"]),
]
