"""The server's own API: JSON beside the wires of programs.

A function answers each route. Who asks is known before anything of the body is read.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from inspect import Parameter, signature
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, defstruct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from . import (
    bridging,
    catalogs,
    decisions,
    delivery,
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
from .errors import AlreadyProposed, Refused, invalid
from .state import query_number, read_json

PATH = "/api/calque/v1"
_encode = msgspec.json.Encoder().encode
_PHRASES = {each.value: each.phrase for each in HTTPStatus}
Answer = Awaitable[object]


ROUTES: list[Route] = []


def route(
    method: str, path: str, action: str
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Let a function answer a route of a project, which is named by its action.

    The parameters after the call are the members of the body. The answer is what
    becomes JSON, or the status and that.
    """

    def take(function: Callable[..., Answer]) -> Callable[..., Answer]:
        _, *given = signature(function).parameters.values()
        fields = [(each.name, each.annotation, each.default) for each in given]
        members = [each[:2] if each[2] is Parameter.empty else each for each in fields]
        shape = defstruct(function.__name__, members, forbid_unknown_fields=True)

        async def endpoint(request: Request) -> Response:
            call = await call_of(request, action)
            body = asdict(await read_json(request, shape)) if members else {}
            made: Any = await function(call, **body)
            status, value = made if isinstance(made, tuple) else (200, made)
            headers = {"cache-control": "no-store"}
            if value is None:
                return Response(None, 204, headers)
            return Response(_encode(value), status, headers, "application/json")

        whole = f"{PATH}/projects/{{project}}{path}"
        ROUTES.append(Route(whole, endpoint, methods=[method], name=action))
        return function

    return take


_Long = Annotated[str, Meta(max_length=500)]
_Short = Annotated[str, Meta(max_length=100)]
_Url = Annotated[str, Meta(min_length=8, max_length=500)]
_Device = Annotated[str, Meta(min_length=1, max_length=100)]
_Platform = Annotated[str, Meta(max_length=32)]
_Release = Annotated[int, Meta(ge=0, lt=1 << 31)]
_Channel = Literal["production", "staging"]
_Scope = Literal["app", "import", "review", "publish"]


@route("GET", "/proposals", "read")
async def list_proposals(call: Call) -> object:
    """A page of proposals, the newest first; `next` is the `before` of the next."""
    query = call.request.query_params
    state = query.get("state", "open")
    if state not in listing.STATES:
        raise invalid(f"state must be one of {', '.join(listing.STATES)}")
    given = {name: names.plain(query.get(name, "")) for name in ("locale", "section")}
    wanted = listing.Filter(state, **given, before=query_number(call.request, "before"))
    rows, more = await call.read(listing.page, wanted)
    return {"data": [_shown(row) for row in rows], "next": more}


@route("POST", "/proposals", "propose")
async def propose(
    call: Call,
    section: str,
    key: str,
    locale: str,
    value: str,
    guid: _Short = "",
    platform: _Platform = "web",
) -> object:
    """Store a proposal; it replaces the one of the same person that waits.

    A person's own needs no guid.
    """
    call.require("propose", names.tag(locale))
    device = call.device(guid)
    call.state.by_device.take(device)
    wording = proposals.Wording(section, key, locale, value, device, platform)
    wording = wording._replace(author=call.actor)
    limits = call.state.settings.limits
    try:
        stored = await call.write(intake.store, wording, call.actor, limits)
    except AlreadyProposed as same:
        # Here 412 is about conditions.
        raise Refused(409, same.message) from same
    return 201, _shown(await call.read(proposals.by_id, stored.id))


@route("DELETE", "/proposals/{id:int}", "propose")
async def withdraw(call: Call) -> None:
    """Take an own proposal back; a key gives the guid that it came with."""
    device = call.device(call.request.query_params.get("guid", ""))
    await call.write(proposals.delete, call.id, [device], call.actor)


@route("POST", "/proposals/{id:int}/accept", "decide")
async def accept(call: Call, value: str | None = None, danger: bool = False) -> object:
    """Make a proposal the text, or another value; If-Match has the text's revision."""
    given = {"value": value, "danger": danger, "revision": _revision(call)}
    return await _decide(call, "accept", **given)


@route("POST", "/proposals/{id:int}/reject", "decide")
async def reject(call: Call, reason: _Long = "") -> object:
    """Turn a proposal down; its proposer reads why."""
    return await _decide(call, "reject", reason=reason)


@route("POST", "/proposals/{id:int}/reopen", "decide")
async def reopen(call: Call) -> object:
    return await _decide(call, "reopen")


@route("POST", "/proposals/{id:int}/admit", "decide")
async def admit(call: Call) -> object:
    return await _decide(call, "admit")


async def _decide(call: Call, what: str, **given: object) -> object:
    by = call.actor, call.asking("decide")
    return _shown(await call.write(decisions.decide, call.id, what, *by, given))


@route("POST", "/authors/reject", "decide")
async def reject_author(call: Call, device: _Device, reason: _Long = "") -> object:
    """Turn down all that waits of one device, as the list of proposals names it."""
    of = device, call.actor, reason, call.asking("decide")
    return {"count": await call.write(decisions.reject_author, *of)}


@route("GET", "/missing", "read")
async def list_missing(call: Call) -> object:
    fields = ("id", "namespace", "key", "locale", "value", "count")
    return await _list(call, missing.listed, *fields)


@route("POST", "/imports", "import")
async def import_catalogs(call: Call) -> object:
    """Take catalogs in, by language and namespace; the function reads the body."""
    return await importing.take_import(call)


@route("GET", "/exports", "read")
async def export_catalogs(call: Call) -> object:
    return {"catalogs": await call.read(catalogs.trees)}


@route("GET", "/events", "read")
async def list_events(call: Call) -> object:
    """Events after a number, in order; `next` is the `after` that goes on."""
    after = query_number(call.request, "after")
    rows = await call.database.read(events.since, after, call.project.id)
    data = [{name: row[name] for name in webhooks.SHOWN} for row in rows]
    return {"data": data, "next": data[-1]["id"] if data else after}


@route("POST", "/releases", "publish")
async def publish(
    call: Call, channel: _Channel = "production", note: _Long = ""
) -> object:
    """Make the working texts a release, and let a channel serve it."""
    to = channel, note, call.actor, call.asking("publish")
    return 201, {"number": await call.state.publish(call.project, *to)}


@route("GET", "/channels", "read")
async def list_channels(call: Call) -> object:
    return await _list(call, releases.channels, "name", "release", "revision")


@route("PUT", "/channels/{name}", "publish")
async def point_channel(call: Call, release: _Release) -> object:
    """Let a channel point at a release; If-Match has the channel's revision."""
    at = call.request.path_params["name"], release, call.actor, _revision(call)
    new = await call.state.point(call.project, *at, call.asking("publish"))
    return {"revision": new}


@route("GET", "/bridges", "read")
async def list_bridges(call: Call) -> object:
    return {"data": await call.read(bridging.status)}


@route("GET", "/keys", "manage")
async def list_keys(call: Call) -> object:
    return await _list(call, keys.listed, "id", "name", "prefix", "scope")


@route("POST", "/keys", "manage")
async def make_key(
    call: Call, scope: _Scope, name: _Short = "", application: _Short = ""
) -> object:
    """Make a key; the secret is shown once."""
    of = name, scope, call.actor, application
    return 201, {"secret": await call.write(keys.create, *of)}


@route("DELETE", "/keys/{id:int}", "manage")
async def revoke_key(call: Call) -> None:
    await call.write(keys.revoke, call.id, call.actor)


@route("GET", "/webhooks", "manage")
async def list_webhooks(call: Call) -> object:
    """The webhooks of the project; one that failed too often is no longer active."""
    return await _list(call, webhooks.listed, "id", "url", "failures", "active")


@route("POST", "/webhooks", "manage")
async def make_webhook(call: Call, url: _Url) -> object:
    """Send events to an address from now on; the secret is shown once."""
    await delivery.check_address(url, call.state.settings.private_webhooks)
    id_, secret = await call.write(webhooks.create, url, call.actor)
    return 201, {"id": id_, "secret": secret}


@route("DELETE", "/webhooks/{id:int}", "manage")
async def remove_webhook(call: Call) -> None:
    await call.write(webhooks.remove, call.id, call.actor)


async def _list(call: Call, listed: Callable[..., list[Any]], *fields: str) -> object:
    return {"data": [_members(row, fields) for row in await call.read(listed)]}


def _shown(row: Any) -> dict[str, Any]:
    fields = (
        *("id", "section", "key", "locale", "value", "state", "author", "device"),
        *("base_revision", "created", "decided", "decided_by", "reason", "level"),
    )
    return {**_members(row, fields), "findings": listing.listed_findings(row)}


def _members(row: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in fields}


def _revision(call: Call) -> int:
    """The revision of If-Match: `"3"`.

    Raises Refused: 428 without it, 412 for one that no revision has.
    """
    condition = call.request.headers.get("if-match")
    if condition is None:
        raise Refused(428, "If-Match is required: the revision that was seen")
    found = names.number(condition.strip().removeprefix("W/").strip('"'))
    if found is None:
        raise Refused(412, "If-Match is not a revision")
    return found


def problem(refused: Refused) -> Response:
    """A refusal as RFC 9457 writes it."""
    details = {k: v for k, v in refused.details.items() if k != "retry_after"}
    title = _PHRASES.get(refused.status, "Refused")
    body = {"type": "about:blank", "title": title, "status": refused.status}
    body |= {"detail": names.plain(refused.message), **details}
    return Response(
        _encode(body), refused.status, refused.headers, "application/problem+json"
    )
