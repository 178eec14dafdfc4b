"""The server's own API: JSON beside the wires of programs.

A function answers each route. Who asks is known before anything of the body is read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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
    publishing,
    releases,
    webhooks,
)
from .access import Call, call_of
from .errors import Refused, invalid
from .state import read_body

PATH = "/api/calque/v1"
_TITLES = {
    400: "The request cannot be read",
    401: "A key or a session is needed",
    403: "Not allowed",
    404: "Not there",
    409: "Decided already",
    412: "Changed meanwhile",
    413: "Too long",
    422: "Cannot be taken",
    428: "If-Match is needed",
    429: "Too many requests",
}
_encode = msgspec.json.Encoder().encode
_LAST = (1 << 53) - 1
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


class NewProposal(Struct, forbid_unknown_fields=True):
    """A better wording. A person's own needs no guid."""

    section: str
    key: str
    locale: str
    value: str
    guid: Annotated[str, Meta(max_length=100)] = ""
    platform: Annotated[str, Meta(max_length=32)] = "web"


class Acceptance(Struct, forbid_unknown_fields=True):
    """How a proposal is accepted: unchanged, or with another value."""

    value: str | None = None
    danger: bool = False


class Reason(Struct, forbid_unknown_fields=True):
    """Why something is turned down; its proposer reads it."""

    reason: Annotated[str, Meta(max_length=500)] = ""


class AuthorRejection(Struct, forbid_unknown_fields=True):
    """Turns down all that waits of one device, as the list of proposals names it."""

    device: Annotated[str, Meta(min_length=1, max_length=100)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class NewRelease(Struct, forbid_unknown_fields=True):
    """The working texts as a release, and the channel that serves it."""

    channel: Literal["production", "staging"] = "production"
    note: Annotated[str, Meta(max_length=500)] = ""


class Target(Struct, forbid_unknown_fields=True):
    """The release that a channel shall point at."""

    release: Annotated[int, Meta(ge=0, lt=1 << 31)]


class NewKey(Struct, forbid_unknown_fields=True):
    """A key for a program or a machine."""

    scope: Literal["app", "import", "review", "publish"]
    name: Annotated[str, Meta(max_length=100)] = ""
    application: Annotated[str, Meta(max_length=100)] = ""


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
    wording = proposals.Wording(
        given.section,
        given.key,
        given.locale,
        given.value,
        device,
        given.platform,
        call.actor.name,
    )
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
    given = call.project, _id(call), [device], call.actor
    await call.database.write(proposals.delete, *given)
    return 204, None


@route("POST", "/proposals/{id:int}/accept", "decide", Acceptance)
async def accept(call: Call, given: Acceptance) -> object:
    """Make a proposal the text; If-Match has the revision of the text."""
    seen = _revision(call)

    def work(connection: Connection) -> Any:
        return decisions.accept(
            connection,
            call.project,
            _own(connection, call),
            call.actor,
            value=given.value,
            revision=seen,
            danger=given.danger,
        )

    return _shown(await call.database.write(work))


@route("POST", "/proposals/{id:int}/reject", "decide", Reason)
async def reject(call: Call, given: Reason) -> object:
    """Turn a proposal down."""
    return await _decide(call, decisions.reject, given.reason)


@route("POST", "/proposals/{id:int}/reopen", "decide")
async def reopen(call: Call) -> object:
    """Take a decision back."""
    return await _decide(call, decisions.reopen)


@route("POST", "/proposals/{id:int}/admit", "decide")
async def admit(call: Call) -> object:
    """Let a held proposal through."""
    return await _decide(call, decisions.let_through)


@route("POST", "/authors/reject", "decide", AuthorRejection)
async def reject_author(call: Call, given: AuthorRejection) -> object:
    """Turn down all that waits of one device."""
    count = await call.database.write(
        decisions.reject_author,
        call.project,
        given.device,
        call.actor,
        given.reason,
        lambda locale: call.require("decide", locale),
    )
    return {"count": count}


@route("GET", "/missing", "read")
async def list_missing(call: Call) -> object:
    """Keys that programs looked up and that do not exist."""
    rows = await call.database.read(missing.listed, call.project)
    fields = ("id", "namespace", "key", "locale", "value", "count")
    return {"data": [_members(row, fields) for row in rows]}


@route("POST", "/imports", "import")
async def import_catalogs(call: Call) -> object:
    """Take catalogs in, by language and namespace; the function reads the body."""
    taken = await importing.take_import(
        call.request,
        call.state,
        call.project,
        call.actor,
        lambda locale: call.require("import", locale),
    )
    return taken.counts()


@route("GET", "/exports", "read")
async def export_catalogs(call: Call) -> object:
    """The working texts, by language and namespace."""
    found = await call.database.read(catalogs.trees, call.project)
    return {"catalogs": found}


@route("GET", "/events", "read")
async def list_events(call: Call) -> object:
    """Events after a number, in order; `next` is the `after` that goes on."""
    after = _query(call, "after")
    rows = await call.database.read(events.since, after, call.project.id)
    fields = ("id", "kind", "subject", "actor", "body", "created")
    data = [{name: row[name] for name in fields} for row in rows]
    return {"data": data, "next": data[-1]["id"] if data else after}


@route("POST", "/releases", "publish", NewRelease)
async def publish(call: Call, given: NewRelease) -> object:
    """Publish the working texts to a channel."""
    number = await publishing.publish(
        call.state,
        call.project,
        given.channel,
        given.note,
        call.actor,
        lambda locale: call.require("publish", locale),
    )
    return 201, {"number": number}


@route("GET", "/channels", "read")
async def list_channels(call: Call) -> object:
    """The channels that point at a release."""
    rows = await call.database.read(releases.channels, call.project)
    return {
        "data": [
            {
                "name": row["name"],
                "release": row["number"],
                "revision": row["revision"],
            }
            for row in rows
        ]
    }


@route("PUT", "/channels/{name}", "publish", Target)
async def point_channel(call: Call, given: Target) -> object:
    """Let a channel point at a release; If-Match has the channel's revision."""
    new = await call.database.write(
        releases.point,
        call.project,
        call.request.path_params["name"],
        given.release,
        call.actor,
        _revision(call),
        lambda locale: call.require("publish", locale),
    )
    await call.state.feed.caught_up(call.project.id)
    return {"revision": new}


@route("GET", "/bridges", "read")
async def list_bridges(call: Call) -> object:
    """The bridges of the project, and what waits at them."""
    return {"data": await call.database.read(bridging.status, call.project)}


@route("GET", "/keys", "manage")
async def list_keys(call: Call) -> object:
    """The keys that count."""
    rows = await call.database.read(keys.listed, call.project)
    fields = ("id", "name", "prefix", "scope")
    return {"data": [_members(row, fields) for row in rows]}


@route("POST", "/keys", "manage", NewKey)
async def make_key(call: Call, given: NewKey) -> object:
    """Make a key; the secret is shown once."""
    given_ = call.project, given.name, given.scope, call.actor, given.application
    return 201, {"secret": await call.database.write(keys.create, *given_)}


@route("DELETE", "/keys/{id:int}", "manage")
async def revoke_key(call: Call) -> object:
    """Revoke a key."""
    await call.database.write(keys.revoke, call.project, _id(call), call.actor)
    return 204, None


@route("GET", "/webhooks", "manage")
async def list_webhooks(call: Call) -> object:
    """The webhooks of the project; one that failed too often is no longer active."""
    rows = await call.database.read(webhooks.listed, call.project)
    return {
        "data": [
            {
                **_members(row, ("id", "url", "failures")),
                "active": row.failures < webhooks.GIVEN_UP,
            }
            for row in rows
        ]
    }


@route("POST", "/webhooks", "manage", NewWebhook)
async def make_webhook(call: Call, given: NewWebhook) -> object:
    """Send events to an address from now on; the secret is shown once."""
    await webhooks.check_address(given.url, call.state.settings.private_webhooks)
    id_, secret = await call.database.write(
        webhooks.create, call.project, given.url, call.actor
    )
    return 201, {"id": id_, "secret": secret}


@route("DELETE", "/webhooks/{id:int}", "manage")
async def remove_webhook(call: Call) -> object:
    """Send nothing more to an address."""
    await call.database.write(webhooks.remove, call.project, _id(call), call.actor)
    return 204, None


async def _decide(call: Call, decision: Callable[..., Any], *given: object) -> object:
    def work(connection: Connection) -> Any:
        id_ = _own(connection, call)
        return decision(connection, call.project, id_, call.actor, *given)

    return _shown(await call.database.write(work))


def _own(connection: Connection, call: Call) -> int:
    """The proposal of the path, in a language that the caller may decide on."""
    row = proposals.by_id(connection, call.project, _id(call))
    call.require("decide", row.locale)
    return int(row.id)


def _shown(row: Any) -> dict[str, Any]:
    fields = (
        *("id", "section", "key", "locale", "value", "state", "author", "device"),
        *("base_revision", "created", "decided", "decided_by", "reason", "level"),
    )
    return {**_members(row, fields), "findings": listing.listed_findings(row)}


def _members(row: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: row._mapping[name] for name in fields}


def _id(call: Call) -> int:
    return min(int(call.request.path_params["id"]), _LAST)


def _query(call: Call, name: str) -> int:
    written = call.request.query_params.get(name, "0")
    if not (written.isascii() and written.isdigit() and len(written) < 17):
        raise invalid(f"{name} is a number")
    return int(written)


def _revision(call: Call) -> int:
    """The revision of If-Match: `"3"`.

    Raises Refused: 428 without it, 412 for one that no revision has.
    """
    condition = call.request.headers.get("if-match")
    if condition is None:
        raise Refused(428, "If-Match is needed: the revision that was seen")
    written = condition.strip().removeprefix("W/").strip('"')
    if not (written.isascii() and written.isdigit() and len(written) < 18):
        raise Refused(412, "If-Match has no revision that there could be")
    return int(written)


async def _answer(request: Request, handler: Handler) -> Response:
    try:
        call = await call_of(request, handler.action)
        given = []
        if handler.shape is not None:
            body = await read_body(request, call.state.settings.limits.body_bytes)
            given.append(_decoded(body, handler.shape))
        made: Any = await handler.function(call, *given)
    except Refused as refused:
        return problem(refused)
    status, value = made if isinstance(made, tuple) else (200, made)
    body = b"" if status == 204 else _encode(value)
    headers = {"cache-control": "no-store"}
    return Response(body, status, headers, "application/json")


def _decoded(body: bytes, shape: Any) -> Any:
    try:
        return msgspec.json.decode(body or b"{}", type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise invalid(names.plain(str(error))) from error


def problem(refused: Refused) -> Response:
    """A refusal as RFC 9457 writes it."""
    details = dict(refused.details)
    wait = details.pop("retry_after", None)
    headers = {} if wait is None else {"retry-after": str(wait)}
    body = {
        "type": "about:blank",
        "title": _TITLES.get(refused.status, "Error"),
        "status": refused.status,
        "detail": names.plain(refused.message),
        **details,
    }
    return Response(_encode(body), refused.status, headers, "application/problem+json")


def _endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await _answer(request, handler)

    return endpoint


def make_api() -> Router:
    """The routes under `PATH`."""
    routes: list[BaseRoute] = [
        Route("/projects/{project}" + each.path, _endpoint(each), methods=[each.method])
        for each in HANDLERS
    ]
    return Router(routes)
