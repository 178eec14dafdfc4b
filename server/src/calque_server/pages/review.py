"""The page where proposals are decided on."""

from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .. import decisions, listing, names, proposals, transcripts
from ..access import Call
from ..errors import Refused
from ..listing import Filter
from ..projects import Project
from ..state import query_number
from .page import PROJECT, Form, page, show_page

_FIELDS = ("state", "locale", "section", "level", "author")


@page(PROJECT)
async def review(call: Call) -> Response:
    wanted = _filter(call.request)
    rows, more = await call.read(listing.page, wanted)
    done = names.number(call.request.query_params.get("done", ""))
    decided = None if done is None else await call.read(listing.one, done)
    return await show_page(
        call,
        "review.html",
        rows=rows,
        more=more,
        wanted=wanted,
        counted=await call.read(listing.numbers, wanted.state),
        decided=decided,
        link=lambda **changes: _link(wanted, changes),
        talks=await call.read(_talks, [*rows, *filter(None, [decided])]),
    )


@page(f"{PROJECT}/proposals/{{id:int}}/reply", "comment", method="POST")
async def reply(call: Call, form: Form) -> Response:

    def work(connection: Connection, project: Project) -> None:
        row = proposals.by_id(connection, project, call.id)
        call.require("comment", row.locale)
        transcripts.say(connection, row, call.who.name, form("comment"))

    await call.write(work)
    return _back(call, form)


@page(f"{PROJECT}/proposals/{{id:int}}/{{what}}", "decide", method="POST")
async def decide(call: Call, form: Form) -> Response:
    what = call.request.path_params["what"]
    given: dict[str, Any] = {}
    if what == "accept":
        given = {"revision": form.number("revision"), "danger": form("danger") == "1"}
        given["value"] = form("value") if "value" in form.fields else None
    elif what == "reject":
        given["reason"] = form("reason")
    try:
        await _decide(call, call.id, what, given)
    except Refused as refused:
        if refused.status != 412:
            raise
        found = await call.read(listing.one, call.id)
        return await show_page(call, "conflict.html", 412, row=found)
    if call.request.headers.get("x-fragment"):
        row = await call.read(listing.one, call.id)
        shown = {"row": row, "talks": await call.read(_talks, [row])}
        return await show_page(call, "_proposal.html", **shown)
    return _back(call, form, done=str(call.id))


@page(f"{PROJECT}/proposals", "decide", method="POST")
async def decide_many(call: Call, form: Form) -> Response:
    """Accept or reject those that are chosen, or all of one author."""
    what, reason = form("what"), form("reason")
    if what == "author":
        of = form("device"), call.actor, reason, call.asking("decide")
        await call.write(decisions.reject_author, *of)
        return _back(call, form)
    given = {"reason": reason} if what == "reject" else {}
    for id_ in [names.needed_number(each, "id") for each in form.fields.get("id", [])]:
        try:
            await _decide(call, id_, what, given)
        except Refused as refused:
            # Proposals that need more than one click stay in the list.
            if refused.status not in (409, 412, 422):
                raise
    return _back(call, form)


async def _decide(call: Call, id_: int, what: str, given: dict[str, Any]) -> None:
    by = call.actor, call.asking("decide")
    await call.write(decisions.decide, id_, what, *by, given)


def _talks(connection: Connection, _: Project, rows: list[Any]) -> dict[int, Any]:
    """Return the messages about proposals, by their number."""
    found = {row.id: transcripts.said(connection, row) for row in rows}
    return {id_: said for id_, said in found.items() if said}


def _filter(request: Request) -> Filter:
    given = {name: request.query_params.get(name, "")[:200] for name in _FIELDS}
    if given["state"] not in listing.STATES:
        given["state"] = "open"
    return Filter(**given, before=query_number(request, "before"))


def _link(wanted: Filter, changes: dict[str, Any]) -> str:
    query = {name: getattr(wanted, name) for name in _FIELDS}
    query.update(changes)
    if query["state"] == "open":
        del query["state"]
    return "?" + urlencode({name: value for name, value in query.items() if value})


def _back(call: Call, form: Form, **more: str) -> Response:
    """Back to the list with the filters that it had."""
    kept = [each for each in form("back").lstrip("?").split("&") if each]
    kept = [each for each in kept if not each.startswith("done=")]
    together = "&".join([*kept, urlencode(more)] if more else kept)
    return RedirectResponse(f"/projects/{call.project.slug}?{together}", 303)
