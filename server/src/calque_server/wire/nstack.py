"""NStack's calls, as the proposals client of the library makes them."""

from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection, Row
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import names, proposals, releases, transcripts
from ..clock import from_iso, iso
from ..errors import Refused, invalid
from ..proposals import Wording
from ..published import Channel
from ..state import query_number, read_body, read_form
from .call import caller, json_answer, preflight

_NAMES = ("id", "application_id", "section", "key", "locale", "value")
_NEEDED = ("section", "key", "locale", "value", "guid")


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
    best = _best_fit(request, found)
    meta = {
        "language": _language(found, tag or "", best),
        "platform": {"id": 1, "slug": platform},
    }
    body = b'{"meta":' + json_answer(meta).body + b',"data":' + file.data + b"}"
    return json_answer(body, 200, {"cache-control": "no-cache"})


async def languages(request: Request) -> Response:
    found = await _channel(request)
    best = _best_fit(request, found)
    data = [_language(found, each["tag"], best) for each in found.locales]
    return json_answer({"data": data})


async def best_fitting(request: Request) -> Response:
    found = await _channel(request)
    best = _best_fit(request, found)
    accepted = request.headers.get("accept-language", "")
    data = _language(found, best, best)
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
    call = await caller(request)
    call.count()
    form = await _form(request)
    lacking = [name for name in _NEEDED if name not in form]
    if lacking:
        raise invalid(f"{', '.join(lacking)}: needed")
    section, key, locale, value, guid = (form[name] for name in _NEEDED)
    device = call.device(guid)
    call.state.by_device.take(device)
    wording = Wording(section, key, locale, value, device, form.get("platform", ""))
    wording = wording._replace(application_id=call.application_id)
    id_, made, at = await call.store(wording)
    data = {name: getattr(at, name) for name in ("section", "key", "locale", "value")}
    data |= {"id": id_, "application_id": at.application_id or call.project.id}
    return json_answer({"data": {**data, "can_delete": True}}, 201 if made else 200)


async def listed(request: Request) -> Response:
    """A page of proposals, and which of them the device may delete.

    `before` is the `next` of the page before.
    """
    call = await caller(request)
    query = request.query_params
    before = query_number(request, "before")
    devices = call.devices(query.get("guid", request.headers.get("guid", "")))
    wanted = query.get("state", "unaccepted"), before, devices
    given = proposals.in_state, call.project, *wanted
    rows, more = await call.database.read(*given)
    data = [_seen(row, devices) for row in rows]
    return json_answer({"data": data, "meta": {"next": more}})


async def delete(request: Request) -> Response:
    call = await caller(request)
    call.count()
    devices = call.devices(request.query_params.get("guid", ""))
    by = call.sent_by(devices[0] if devices else "")
    of = call.project, _id(request), devices, by
    await call.database.write(proposals.delete, *of)
    return json_answer({"data": {"message": "deleted"}})


async def transcript(request: Request) -> Response:
    """The conversation about an own proposal, and what is said to it."""
    call = await caller(request)
    devices = call.devices(request.query_params.get("guid", ""))
    id_ = _id(request)
    call.count()

    def own(connection: Connection) -> Row[Any]:
        row = proposals.by_id(connection, call.project, id_)
        if row.device not in devices:
            raise Refused(401, "the proposal belongs to somebody else")
        return row

    await call.database.read(own)
    body = b""
    if request.method == "POST":
        call.state.by_device.take(devices[0])
        body = await read_body(request)

    def work(connection: Connection) -> list[str]:
        row = own(connection)
        if body:
            transcripts.take(connection, row, body)
        return transcripts.follow(connection, row)

    updates = await call.database.write(work)
    return json_answer(b'{"data":[' + ",".join(updates).encode() + b"]}")


def _best_fit(request: Request, channel: Channel) -> str:
    """The language of a channel that fits a request best."""
    tags = [each["tag"] for each in channel.locales]
    header = request.headers.get("accept-language", "")
    return names.best_fit(header, tags, channel.project.source_locale)


def _language(channel: Channel, tag: str, best: str) -> dict[str, Any]:
    """A language as an entry of the index has it."""
    each = next(each for each in channel.locales if each["tag"] == tag)
    return {
        "id": each["id"],
        "name": each["name"],
        "locale": tag,
        "direction": "RLM" if each["direction"] == "rtl" else "LRM",
        "is_default": tag == channel.project.source_locale,
        "is_best_fit": tag == best,
    }


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
    best = _best_fit(request, found)
    given = {"platform": platform}
    if query.get("dev") in ("true", "1"):
        given["dev"] = "true"
    base = str(request.url).split("/api/v2/", 1)[0]
    resources = f"{base}/api/v2/content/localize/resources"
    return [
        {
            "id": each["id"],
            "url": f"{resources}/{each['id']}?{urlencode(given)}",
            "last_updated_at": iso(found.changed),
            "should_update": newer,
            "language": _language(found, each["tag"], best),
        }
        for each in found.locales
        if f"resources/{platform}/{each['tag']}.json" in found.files
    ]


async def _channel(request: Request, dev: str | None = None) -> Channel:
    """The channel that a program is shown: what is published, or the working texts."""
    call = await caller(request)
    published = call.state.published
    found = None
    if (dev or request.query_params.get("dev")) not in ("true", "1"):
        found = await published.channel(call.project, "production")
    if found is None:
        found = await published.channel(call.project, releases.WORKING)
    assert found is not None
    return found


async def _form(request: Request) -> dict[str, str]:
    fields = await read_form(request)
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
