"""Catalogs as i18next's HTTP backend and locize's backend load and report them."""

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import missing, names, projects, releases
from ..errors import AlreadyProposed, invalid, not_found
from ..hashing import sha256
from ..proposals import Wording
from ..published import Channel, File, made
from ..state import read_json, state_of
from .call import caller, json_answer, preflight

_MOST = 100
_FOR_A_YEAR = "public, max-age=31536000, immutable"


class Reported(msgspec.Struct):
    """A value with more about it, which nobody needs here."""

    value: str | int | float | None = None


_Report = Annotated[
    dict[str, str | int | float | Reported | None], msgspec.Meta(max_length=1000)
]


async def published(request: Request) -> Any:
    """A file of a channel that is not in memory yet, or several in one."""
    params = request.path_params
    path = params.get("path") or f"locales/{params['lng']}/{params['ns']}.json"
    found = await _channel(request, params["channel"])
    file = found.files.get(path)
    if file is None and path.startswith("locales/") and "+" in path:
        file = _several(found, path.removeprefix("locales/").removesuffix(".json"))
    if file is None:
        raise not_found("file")
    return file


async def numbered(request: Request) -> Any:
    """A file of a numbered release, which never changes."""
    state, params = state_of(request), request.path_params
    project = await state.database.read(projects.find, params["project"])
    of = project, min(params["number"], 1 << 31), params["path"]
    sha, data, packed = await state.database.read(releases.read_file, *of)
    return File(params["path"], data, packed, sha, _FOR_A_YEAR)


async def languages(request: Request) -> Response:
    found = await _channel(request, releases.WORKING)
    shown = {
        each["tag"]: {
            "name": each["name"],
            "nativeName": each["name"],
            "isReferenceLanguage": each["tag"] == found.project.source_locale,
            "translated": {"latest": 1},
        }
        for each in found.locales
    }
    return json_answer(shown)


async def add(request: Request) -> Response:
    """Keys that a program missed, for the page where people look at them."""
    params, call = request.path_params, await caller(request)
    keys = await _texts(request)
    call.count(max(1, len(keys) // 10))
    for tag in _parts(params["lng"]):
        given = call.project, tag, params["ns"], keys, call.state.settings.limits
        await call.database.write(missing.report, *given)
    return json_answer({})


async def change(request: Request) -> Response:
    """Values from a program: proposals, whether it asks for a review or not."""
    params, call = request.path_params, await caller(request)
    values = await _texts(request)
    own = sha256(f"locize {call.state.secret} {call.state.address(request)}")
    device = call.device(request.query_params.get("guid") or own)
    call.count(max(1, len(values)))
    for key, value in values.items():
        # The same value again changes nothing, as in locize.
        with suppress(AlreadyProposed):
            at = params["ns"], key, params["lng"], value
            await call.store(Wording(*at, device, "web"))
    return json_answer({})


async def _channel(request: Request, name: str) -> Channel:
    state = state_of(request)
    project = await state.database.read(projects.find, request.path_params["project"])
    name = releases.WORKING if name == "latest" else name
    if name != releases.WORKING and name not in releases.CHANNELS:
        raise not_found("channel")
    found = await state.published.channel(project, name)
    if found is None:
        raise not_found("release")
    return found


def _several(found: Channel, path: str) -> Any:
    """Several languages and namespaces: `de+en/common+books`."""
    lngs, _, nss = path.partition("/")
    many: list[bytes] = []
    for tag in _parts(lngs):
        named = [
            b'"%s":%s' % (name.encode(), file.data)
            for name in _parts(nss)
            if (file := found.files.get(f"locales/{tag}/{name}.json"))
        ]
        many.append(b'"%s":{%s}' % (tag.encode(), b",".join(named)))
    return made("all.json", b"{%s}" % b",".join(many))


def _parts(written: str) -> list[str]:
    parts = list(dict.fromkeys(written.split("+")))
    if len(parts) > _MOST:
        raise invalid(f"at most {_MOST} of a kind in one request")
    for part in parts:
        names.namespace(part)
    return parts


async def _texts(request: Request) -> dict[str, str]:
    """The keys of a report; values may stand in an object with `value`."""
    found = {}
    for key, value in (await read_json(request, _Report)).items():
        plain = value.value if isinstance(value, Reported) else value
        found[key] = "" if plain is None else str(plain)
    return found


routes = [
    Route("/p/{project}/{channel}/locales/add/{lng}/{ns}", add, methods=["POST"]),
    Route("/p/{project}/{channel}/{path:path}", published, methods=["GET"]),
    Route("/p/{project}/{path:path}", preflight, methods=["OPTIONS"]),
    Route("/r/{project}/{number:int}/{path:path}", numbered, methods=["GET"]),
    Route("/l/languages/{project}", languages, methods=["GET"]),
    Route("/l/missing/{project}/{version}/{lng}/{ns}", add, methods=["POST"]),
    Route("/l/update/{project}/{version}/{lng}/{ns}", change, methods=["POST"]),
    Route("/l/private/{project}/{channel}/{lng}/{ns}", published, methods=["GET"]),
    Route("/l/{project}/{channel}/{lng}/{ns}", published, methods=["GET"]),
    Route("/l/{path:path}", preflight, methods=["OPTIONS"]),
]
