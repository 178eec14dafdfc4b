"""NStack's calls, as the proposals client of the library makes them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlencode

from sqlalchemy import Connection, Row
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import intake, proposals, releases, transcripts
from ..clock import from_iso, iso
from ..errors import Refused, invalid
from ..proposals import Wording
from ..published import Channel
from ..state import read_body, state_of
from .access import Caller, actor, caller
from .answers import json_answer, preflight
from .languages import best_fit, language

PROPOSALS = re.compile(r"(?:/p/(?P<project>[^/]+))?/api/v2/content/localize/proposals")
_NAMES = ("id", "application_id", "section", "key", "locale", "value")


async def index(request: Request) -> Response:
    """The languages of a platform, and which of them are newer."""
    found, platform = await _channel(request), request.path_params["platform"]
    return json_answer({"data": _entries(request, found, platform)})


async def resource(request: Request) -> Response:
    """The texts of one language by section and key."""
    found = await _channel(request)
    id_ = request.path_params["id"]
    tag = next((each["tag"] for each in found.locales if each["id"] == id_), None)
    platform = request.query_params.get("platform", "mobile")
    file = found.files.get(f"resources/{platform}/{tag}.json")
    if file is None:
        raise Refused(445, "entity not found")
    best = best_fit(request, found)
    meta = {
        "language": language(found, tag or "", best),
        "platform": {"id": 1, "slug": platform},
    }
    head = b'{"meta":' + json_answer(meta).body + b',"data":' + file.data + b"}"
    return Response(
        head,
        media_type="application/json",
        headers={"cache-control": "no-cache", "access-control-allow-origin": "*"},
    )


async def languages(request: Request) -> Response:
    """The languages of a platform."""
    found = await _channel(request)
    best = best_fit(request, found)
    return json_answer(
        {"data": [language(found, each["tag"], best) for each in found.locales]}
    )


async def best_fitting(request: Request) -> Response:
    """The language that fits Accept-Language best."""
    found = await _channel(request)
    best = best_fit(request, found)
    accepted = request.headers.get("accept-language", "")
    data = language(found, best, best)
    return json_answer({"data": data, "meta": {"Accept-Language": accepted}})


async def open_(request: Request) -> Response:
    """A program begins: what is newer, and nothing else."""
    form = await _form(request)
    found = await _channel(request, dev=form.get("dev"))
    platform = form.get("platform", "mobile")
    entries = _entries(request, found, platform, form.get("last_updated"))
    return json_answer({"data": {"localize": entries}})


async def propose(request: Request) -> Response:
    """Store a proposal; answered when it is on the disk."""
    state = state_of(request)
    called = await caller(request)
    state.by_address.take(state.address(request))
    form = await _form(request)
    lacking = [
        name
        for name in ("section", "key", "value", "locale", "guid")
        if name not in form
    ]
    if lacking:
        raise invalid(f"{', '.join(lacking)}: needed")
    device = called.device(form["guid"])
    state.by_device.take(device)
    wording = Wording(
        form["section"],
        form["key"],
        form["locale"],
        form["value"],
        device,
        form.get("platform", ""),
        application_id=called.application_id,
    )
    stored = await state.database.write(
        intake.store,
        called.project,
        wording,
        actor(request, device),
        state.settings.limits,
        called.key is None,
    )
    at = stored.wording
    data = {
        "id": stored.id,
        "application_id": at.application_id or called.project.id,
        "section": at.section,
        "key": at.key,
        "locale": at.locale,
        "value": at.value,
        "can_delete": True,
    }
    return json_answer({"data": data}, 201 if stored.made else 200)


async def listed(request: Request) -> Response:
    """A page of proposals, and which of them the device may delete.

    `before` is the `next` of the page before.
    """
    called = await caller(request)
    query = request.query_params
    before = query.get("before", "0")
    if not (before.isascii() and before.isdigit() and len(before) < 18):
        raise invalid("before is a number")
    devices = called.devices(query.get("guid", request.headers.get("guid", "")))
    rows, more = await state_of(request).database.read(
        proposals.in_state,
        called.project,
        query.get("state", "unaccepted"),
        int(before),
        devices,
    )
    data = [_seen(row, devices) for row in rows]
    return json_answer({"data": data, "meta": {"next": more}})


async def delete(request: Request) -> Response:
    """Take a proposal back."""
    state = state_of(request)
    called = await caller(request)
    state.by_address.take(state.address(request))
    devices = called.devices(request.query_params.get("guid", ""))
    by = actor(request, devices[0] if devices else "")
    await state.database.write(
        proposals.delete, called.project, _id(request), devices, by
    )
    return json_answer({"data": {"message": "deleted"}})


async def transcript(request: Request) -> Response:
    """The conversation about an own proposal, and what is said to it."""
    state = state_of(request)
    called = await caller(request)
    devices = called.devices(request.query_params.get("guid", ""))
    id_ = _id(request)
    state.by_address.take(state.address(request))

    def own(connection: Connection) -> Row[Any]:
        row = proposals.by_id(connection, called.project, id_)
        if row.device not in devices:
            raise Refused(401, "the proposal is of somebody else")
        return row

    await state.database.read(own)
    body = b""
    if request.method == "POST":
        state.by_device.take(devices[0])
        body = await read_body(request, state.settings.limits.body_bytes)

    def work(connection: Connection) -> list[str]:
        row = own(connection)
        if body:
            transcripts.take(connection, row, body)
        return transcripts.follow(connection, row)

    updates = await state.database.write(work)
    return Response(
        b'{"data":[' + ",".join(updates).encode() + b"]}",
        media_type="application/json",
        headers={"cache-control": "no-store", "access-control-allow-origin": "*"},
    )


def _id(request: Request) -> int:
    id_: int = request.path_params["id"]
    if not 0 < id_ < 1 << 63:
        raise Refused(445, "entity not found")
    return id_


def _seen(row: Row[Any], devices: list[str]) -> dict[str, Any]:
    seen = {name: row._mapping[name] for name in _NAMES}
    seen["application_id"] = seen["application_id"] or row.project_id
    seen["can_delete"] = row.device in devices and row.state in proposals.WAITING
    return seen


def _entries(
    request: Request, found: Channel, platform: str, since: str | None = None
) -> list[dict[str, Any]]:
    query = request.query_params
    known = from_iso(since or query.get("last_updated", ""))
    # Times are sent to the second: what is of the same second may be newer.
    newer = known is None or found.changed // 1000 >= known // 1000
    best = best_fit(request, found)
    given = {"platform": platform}
    if query.get("dev") in ("true", "1"):
        given["dev"] = "true"
    base = str(request.url).split("/api/v2/", 1)[0]
    return [
        {
            "id": each["id"],
            "url": f"{base}/api/v2/content/localize/resources/{each['id']}"
            f"?{urlencode(given)}",
            "last_updated_at": iso(found.changed),
            "should_update": newer,
            "language": language(found, each["tag"], best),
        }
        for each in found.locales
        if f"resources/{platform}/{each['tag']}.json" in found.files
    ]


async def _channel(request: Request, dev: str | None = None) -> Channel:
    """The channel that a program is shown: what is published, or the working texts."""
    called: Caller = await caller(request)
    published = state_of(request).published
    found = None
    if (dev or request.query_params.get("dev")) not in ("true", "1"):
        found = await published.channel(called.project, "production")
    if found is None:
        found = await published.channel(called.project, releases.WORKING)
    assert found is not None
    return found


async def _form(request: Request) -> dict[str, str]:
    body = await read_body(request, state_of(request).settings.limits.body_bytes)
    try:
        fields = parse_qs(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=50,
        )
    except (ValueError, UnicodeDecodeError) as error:
        raise invalid("the body is not a form in UTF-8") from error
    return {name: values[-1] for name, values in fields.items()}


_CALLS = (
    ("open", open_, "POST"),
    ("content/localize/resources/platforms/{platform}", index, "GET"),
    ("content/localize/resources/{id:int}", resource, "GET"),
    ("content/localize/{platform}/languages", languages, "GET"),
    ("content/localize/{platform}/languages/best_fit", best_fitting, "GET"),
    ("content/localize/proposals", propose, "POST"),
    ("content/localize/proposals", listed, "GET"),
    ("content/localize/proposals/{id:int}", delete, "DELETE"),
    ("content/localize/proposals/{id:int}/transcript", transcript, "GET"),
    ("content/localize/proposals/{id:int}/transcript", transcript, "POST"),
)
routes = [
    Route(f"{base}/api/v2/{path}", call, methods=[method])
    for base in ("", "/p/{project}")
    for path, call, method in _CALLS
] + [
    Route(base + "/api/v2/{path:path}", preflight, methods=["OPTIONS"])
    for base in ("", "/p/{project}")
]
