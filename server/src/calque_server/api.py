"""The server's own API: JSON beside the wires of programs.

A function answers each route. Who asks is known before anything of the body is read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, Router

from . import (
    bridging,
    catalogs,
    decisions,
    events,
    importing,
    intake,
    keys,
    listing,
    missing,
    names,
    proposals,
    releases,
    webhooks,
)
from .access import Call, call_of
from .errors import Refused, invalid
from .state import read_body

PATH = "/api/calque/v1"
_encode = msgspec.json.Encoder().encode
_PHRASES = {each.value: each.phrase for each in HTTPStatus}
Answer = Awaitable[object]


class Handler(NamedTuple):
    """A route: who may call it, and the shape of its body; None for no body."""

    method: str
    path: str
    action: str
    shape: Any
    function: Callable[..., Answer]


HANDLERS: list[Handler] = []


def route(
    method: str, path: str, action: str, shape: Any = None
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Let a function answer a route of a project."""

    def take(function: Callable[..., Answer]) -> Callable[..., Answer]:
        HANDLERS.append(Handler(method, path, action, shape, function))
        return function

    return take


_Long = Annotated[str, Meta(max_length=500)]
_Short = Annotated[str, Meta(max_length=100)]


class NewProposal(Struct, forbid_unknown_fields=True):
    """A better wording. A person's own needs no guid."""

    section: str
    key: str
    locale: str
    value: str
    guid: _Short = ""
    platform: Annotated[str, Meta(max_length=32)] = "web"


class Acceptance(Struct, forbid_unknown_fields=True):
    """How a proposal is accepted: unchanged, or with another value."""

    value: str | None = None
    danger: bool = False


class Reason(Struct, forbid_unknown_fields=True):
    """Why something is turned down; its proposer reads it."""

    reason: _Long = ""


class AuthorRejection(Struct, forbid_unknown_fields=True):
    """Turns down all that waits of one device, as the list of proposals names it."""

    device: Annotated[str, Meta(min_length=1, max_length=100)]
    reason: _Long = ""


class NewRelease(Struct, forbid_unknown_fields=True):
    """The working texts as a release, and the channel that serves it."""

    channel: Literal["production", "staging"] = "production"
    note: _Long = ""


class Target(Struct, forbid_unknown_fields=True):
    """The release that a channel shall point at."""

    release: Annotated[int, Meta(ge=0, lt=1 << 31)]


class NewKey(Struct, forbid_unknown_fields=True):
    """A key for a program or a machine."""

    scope: Literal["app", "import", "review", "publish"]
    name: _Short = ""
    application: _Short = ""


class NewWebhook(Struct, forbid_unknown_fields=True):
    """An address that events of the project are sent to."""

    url: Annotated[str, Meta(min_length=8, max_length=500)]


@route("GET", "/proposals", "read")
async def list_proposals(call: Call) -> object:
    """A page of proposals, the newest first; `next` is the `before` of the next."""
    query = call.request.query_params
    state = query.get("state", "open")
    if state not in listing.STATES:
        raise invalid(f"states are {', '.join(listing.STATES)}")
    given = {name: names.plain(query.get(name, "")) for name in ("locale", "section")}
    wanted = listing.Filter(state, **given, before=_query(call, "before"))
    rows = await call.database.read(listing.page, call.project, wanted)
    shown = rows[: listing.PAGE]
    more = shown[-1].id if len(rows) > listing.PAGE else None
    return {"data": [_shown(row) for row in shown], "next": more}


@route("POST", "/proposals", "propose", NewProposal)
async def propose(call: Call, given: NewProposal) -> object:
    """Store a proposal; it replaces the one of the same person that waits."""
    call.require("propose", names.tag(given.locale))
    device = call.device(given.guid)
    call.state.by_device.take(device)
    at = given.section, given.key, given.locale, given.value
    wording = proposals.Wording(*at, device, given.platform, call.actor.name)
    limits = call.state.settings.limits

    def work(connection: Connection) -> object:
        try:
            stored = intake.store(connection, call.project, wording, call.actor, limits)
        except Refused as refused:
            # Here 412 is about conditions; the same value again is a conflict.
            if refused.status == 412:
                raise Refused(409, refused.message) from refused
            raise
        return _shown(proposals.by_id(connection, call.project, stored.id))

    return 201, await call.database.write(work)


@route("DELETE", "/proposals/{id:int}", "propose")
async def withdraw(call: Call) -> object:
    """Take an own proposal back; a key gives the guid that it came with."""
    device = call.device(call.request.query_params.get("guid", ""))
    given = call.project, call.id, [device], call.actor
    await call.database.write(proposals.delete, *given)
    return 204, None


@route("POST", "/proposals/{id:int}/accept", "decide", Acceptance)
async def accept(call: Call, given: Acceptance) -> object:
    """Make a proposal the text; If-Match has the revision of the text."""
    values = {"value": given.value, "danger": given.danger}
    return await _decide(call, "accept", revision=_revision(call), **values)


@route("POST", "/proposals/{id:int}/reject", "decide", Reason)
async def reject(call: Call, given: Reason) -> object:
    return await _decide(call, "reject", reason=given.reason)


@route("POST", "/proposals/{id:int}/reopen", "decide")
async def reopen(call: Call) -> object:
    return await _decide(call, "reopen")


@route("POST", "/proposals/{id:int}/admit", "decide")
async def admit(call: Call) -> object:
    return await _decide(call, "admit")


async def _decide(call: Call, what: str, **given: object) -> object:
    by = call.actor, call.asking("decide"), given
    return _shown(
        await call.database.write(decisions.decide, call.project, call.id, what, *by)
    )


@route("POST", "/authors/reject", "decide", AuthorRejection)
async def reject_author(call: Call, given: AuthorRejection) -> object:
    of = call.project, given.device, call.actor, given.reason, call.asking("decide")
    return {"count": await call.database.write(decisions.reject_author, *of)}


@route("GET", "/missing", "read")
async def list_missing(call: Call) -> object:
    fields = ("id", "namespace", "key", "locale", "value", "count")
    return await _list(call, missing.listed, *fields)


@route("POST", "/imports", "import")
async def import_catalogs(call: Call) -> object:
    """Take catalogs in, by language and namespace; the function reads the body."""
    taken = await importing.take_import(
        call.request, call.state, call.project, call.actor, call.asking("import")
    )
    return taken.counts()


@route("GET", "/exports", "read")
async def export_catalogs(call: Call) -> object:
    return {"catalogs": await call.database.read(catalogs.trees, call.project)}


@route("GET", "/events", "read")
async def list_events(call: Call) -> object:
    """Events after a number, in order; `next` is the `after` that goes on."""
    after = _query(call, "after")
    rows = await call.database.read(events.since, after, call.project.id)
    data = [{name: row[name] for name in webhooks.SHOWN} for row in rows]
    return {"data": data, "next": data[-1]["id"] if data else after}


@route("POST", "/releases", "publish", NewRelease)
async def publish(call: Call, given: NewRelease) -> object:
    to = given.channel, given.note, call.actor, call.asking("publish")
    return 201, {"number": await call.state.publish(call.project, *to)}


@route("GET", "/channels", "read")
async def list_channels(call: Call) -> object:
    return await _list(call, releases.channels, "name", "release", "revision")


@route("PUT", "/channels/{name}", "publish", Target)
async def point_channel(call: Call, given: Target) -> object:
    """Let a channel point at a release; If-Match has the channel's revision."""
    at = call.request.path_params["name"], given.release, call.actor, _revision(call)
    new = await call.state.point(call.project, *at, call.asking("publish"))
    return {"revision": new}


@route("GET", "/bridges", "read")
async def list_bridges(call: Call) -> object:
    return {"data": await call.database.read(bridging.status, call.project)}


@route("GET", "/keys", "manage")
async def list_keys(call: Call) -> object:
    return await _list(call, keys.listed, "id", "name", "prefix", "scope")


@route("POST", "/keys", "manage", NewKey)
async def make_key(call: Call, given: NewKey) -> object:
    """Make a key; the secret is shown once."""
    of = call.project, given.name, given.scope, call.actor, given.application
    return 201, {"secret": await call.database.write(keys.create, *of)}


@route("DELETE", "/keys/{id:int}", "manage")
async def revoke_key(call: Call) -> object:
    await call.database.write(keys.revoke, call.project, call.id, call.actor)
    return 204, None


@route("GET", "/webhooks", "manage")
async def list_webhooks(call: Call) -> object:
    """The webhooks of the project; one that failed too often is no longer active."""
    return await _list(call, webhooks.listed, "id", "url", "failures", "active")


@route("POST", "/webhooks", "manage", NewWebhook)
async def make_webhook(call: Call, given: NewWebhook) -> object:
    """Send events to an address from now on; the secret is shown once."""
    await webhooks.check_address(given.url, call.state.settings.private_webhooks)
    of = call.project, given.url, call.actor
    id_, secret = await call.database.write(webhooks.create, *of)
    return 201, {"id": id_, "secret": secret}


@route("DELETE", "/webhooks/{id:int}", "manage")
async def remove_webhook(call: Call) -> object:
    await call.database.write(webhooks.remove, call.project, call.id, call.actor)
    return 204, None


async def _list(call: Call, listed: Callable[..., list[Any]], *fields: str) -> object:
    rows = await call.database.read(listed, call.project)
    return {"data": [_members(row, fields) for row in rows]}


def _shown(row: Any) -> dict[str, Any]:
    fields = (
        *("id", "section", "key", "locale", "value", "state", "author", "device"),
        *("base_revision", "created", "decided", "decided_by", "reason", "level"),
    )
    return {**_members(row, fields), "findings": listing.listed_findings(row)}


def _members(row: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in fields}


def _query(call: Call, name: str) -> int:
    found = names.number(call.request.query_params.get(name, "0"))
    if found is None:
        raise invalid(f"{name} is a number")
    return found


def _revision(call: Call) -> int:
    """The revision of If-Match: `"3"`.

    Raises Refused: 428 without it, 412 for one that no revision has.
    """
    condition = call.request.headers.get("if-match")
    if condition is None:
        raise Refused(428, "If-Match is needed: the revision that was seen")
    found = names.number(condition.strip().removeprefix("W/").strip('"'))
    if found is None:
        raise Refused(412, "If-Match has no revision that there could be")
    return found


def problem(refused: Refused) -> Response:
    """A refusal as RFC 9457 writes it."""
    details = dict(refused.details)
    wait = details.pop("retry_after", None)
    headers = {} if wait is None else {"retry-after": str(wait)}
    title = _PHRASES.get(refused.status, "Refused")
    body = {"type": "about:blank", "title": title, "status": refused.status}
    body |= {"detail": names.plain(refused.message), **details}
    return Response(_encode(body), refused.status, headers, "application/problem+json")


def _endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        call = await call_of(request, handler.action)
        given = []
        if handler.shape is not None:
            body = await read_body(request, call.state.settings.limits.body_bytes)
            try:
                given = [msgspec.json.decode(body or b"{}", type=handler.shape)]
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise invalid(names.plain(str(error))) from error
        made: Any = await handler.function(call, *given)
        status, value = made if isinstance(made, tuple) else (200, made)
        body = b"" if status == 204 else _encode(value)
        headers = {"cache-control": "no-store"}
        return Response(body, status, headers, "application/json")

    return endpoint


def make_api() -> Router:
    routes: list[BaseRoute] = [
        Route("/projects/{project}" + each.path, _endpoint(each), methods=[each.method])
        for each in HANDLERS
    ]
    return Router(routes)
