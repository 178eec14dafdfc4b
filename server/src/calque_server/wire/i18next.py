"""Catalogs as i18next's HTTP backend and locize's backend load and report them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import intake, missing, names, releases
from ..errors import Refused, invalid, not_found
from ..proposals import Wording
from ..published import Channel, File, made
from ..state import State, read_body, state_of
from .access import actor, caller
from .answers import json_answer, preflight

_MOST = 100


class Reported(msgspec.Struct):
    """A value with more about it, which nobody needs here."""

    value: str | int | float | None = None


_Report = Annotated[
    dict[str, str | int | float | Reported | None], msgspec.Meta(max_length=1000)
]


async def published(request: Request) -> Any:
    """A file of a channel that is not in memory yet, or several in one."""
    state, params = state_of(request), request.path_params
    project = await state.registry.project(params["project"])
    found = await _channel(state, project, params["channel"])
    path = params["path"]
    file = found.files.get(path)
    if file is None and path.startswith("locales/") and "+" in path:
        file = _several(found, path.removeprefix("locales/").removesuffix(".json"))
    if file is None:
        raise not_found("file")
    return file


async def locize(request: Request) -> Any:
    """A namespace, by locize's path."""
    state, params = state_of(request), request.path_params
    project = await state.registry.project(params["project"])
    found = await _channel(state, project, params["version"])
    file = found.files.get(f"locales/{params['lng']}/{params['ns']}.json")
    if file is None:
        raise not_found("namespace")
    return file


async def numbered(request: Request) -> Any:
    """A file of a numbered release, which never changes."""
    state, params = state_of(request), request.path_params
    project = await state.registry.project(params["project"])
    of = project, min(params["number"], 1 << 31), params["path"]
    sha, data, packed = await state.database.read(releases.read_file, *of)
    return File(params["path"], data, packed, sha, immutable=True)


async def languages(request: Request) -> Response:
    state = state_of(request)
    project = await state.registry.project(request.path_params["project"])
    found = await _channel(state, project, releases.WORKING)
    shown = {}
    for each in found.locales:
        named = {"name": each["name"], "nativeName": each["name"]}
        own = {"isReferenceLanguage": each["tag"] == project.source_locale}
        shown[each["tag"]] = {**named, **own, "translated": {"latest": 1}}
    return json_answer(shown)


async def add(request: Request) -> Response:
    """Keys that a program missed, for the page where people look at them."""
    state, params = state_of(request), request.path_params
    called = await caller(request)
    keys = await _texts(request)
    state.by_address.take(state.address(request), max(1, len(keys) // 10))
    for tag in _parts(params["lng"]):
        given = called.project, tag, params["ns"], keys, state.settings.limits
        await state.database.write(missing.report, *given)
    return json_answer({})


async def change(request: Request) -> Response:
    """Values from a program: proposals, whether it asks for a review or not."""
    state, params = state_of(request), request.path_params
    called = await caller(request)
    values = await _texts(request)
    own = f"locize-{state.hashed_address(request)}"
    device = called.device(request.query_params.get("guid") or own)
    by = actor(request, device), state.settings.limits, called.key is None
    state.by_address.take(state.address(request), max(1, len(values)))
    for key, value in values.items():
        wording = Wording(params["ns"], key, params["lng"], value, device, "web")
        try:
            await state.database.write(intake.store, called.project, wording, *by)
        except Refused as refused:
            # The same value again changes nothing, as in locize.
            if refused.status != 412:
                raise
    return json_answer({})


async def _channel(state: State, project: Any, name: str) -> Channel:
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
    try:
        given = msgspec.json.decode(await read_body(request) or b"{}", type=_Report)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise invalid(names.plain(f"the body is not a report: {error}")) from error
    plain = {
        key: value.value if isinstance(value, Reported) else value
        for key, value in given.items()
    }
    return {key: "" if value is None else str(value) for key, value in plain.items()}


routes = [
    Route("/p/{project}/{channel}/locales/add/{lng}/{ns}", add, methods=["POST"]),
    Route("/p/{project}/{channel}/{path:path}", published, methods=["GET"]),
    Route("/p/{project}/{path:path}", preflight, methods=["OPTIONS"]),
    Route("/r/{project}/{number:int}/{path:path}", numbered, methods=["GET"]),
    Route("/l/languages/{project}", languages, methods=["GET"]),
    Route("/l/missing/{project}/{version}/{lng}/{ns}", add, methods=["POST"]),
    Route("/l/update/{project}/{version}/{lng}/{ns}", change, methods=["POST"]),
    Route("/l/private/{project}/{version}/{lng}/{ns}", locize, methods=["GET"]),
    Route("/l/{project}/{version}/{lng}/{ns}", locize, methods=["GET"]),
    Route("/l/{path:path}", preflight, methods=["OPTIONS"]),
]
