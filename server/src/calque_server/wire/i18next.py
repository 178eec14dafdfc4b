"""Catalogs as i18next's HTTP backend and locize's backend load and report them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import intake, missing, names, releases
from ..errors import Refused, invalid, not_found
from ..front import send_file
from ..hashing import sha256
from ..proposals import Wording
from ..published import Channel, file_of
from ..state import State, read_body, state_of
from .access import actor, caller
from .answers import decode_object, json_answer, preflight

_MOST = 100


class Sent:
    """A file as an answer of the framework."""

    def __init__(self, file: Any) -> None:
        self._file = file

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send_file(self._file, scope, send)


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
    return Sent(file)


async def locize(request: Request) -> Any:
    """A namespace, by locize's path."""
    state, params = state_of(request), request.path_params
    project = await state.registry.project(params["project"])
    found = await _channel(state, project, params["version"])
    file = found.files.get(f"locales/{params['lng']}/{params['ns']}.json")
    if file is None:
        raise not_found("namespace")
    return Sent(file)


async def numbered(request: Request) -> Any:
    """A file of a numbered release, which never changes."""
    state, params = state_of(request), request.path_params
    project = await state.registry.project(params["project"])
    sha, data, packed = await state.database.read(
        releases.read_file, project, params["number"], params["path"]
    )
    return Sent(file_of(params["path"], data, packed, sha, immutable=True))


async def languages(request: Request) -> Response:
    """The languages of a project, as locize's backend reads them."""
    state = state_of(request)
    project = await state.registry.project(request.path_params["project"])
    found = await _channel(state, project, releases.WORKING)
    return json_answer(
        {
            each["tag"]: {
                "name": each["name"],
                "nativeName": each["name"],
                "isReferenceLanguage": each["tag"] == project.source_locale,
                "translated": {"latest": 1},
            }
            for each in found.locales
        }
    )


async def add(request: Request) -> Response:
    """Keys that a program missed, for the page where people look at them."""
    state, params = state_of(request), request.path_params
    called = await caller(request)
    limits = state.settings.limits
    keys = _texts(decode_object(await read_body(request, limits.body_bytes)))
    state.by_address.take(state.address(request), max(1, len(keys) // 10))
    for tag in _parts(params["lng"]):
        await state.database.write(
            missing.report, called.project, tag, params["ns"], keys, limits
        )
    return json_answer({})


async def change(request: Request) -> Response:
    """Values from a program: proposals, whether it asks for a review or not."""
    state, params = state_of(request), request.path_params
    called = await caller(request)
    limits = state.settings.limits
    values = _texts(decode_object(await read_body(request, limits.body_bytes)))
    guid = request.query_params.get("guid") or (
        f"locize-{state.hashed_address(request)}"
    )
    device = called.device(guid)
    by = actor(request, device)
    state.by_address.take(state.address(request), max(1, len(values)))
    for key, value in values.items():
        wording = Wording(params["ns"], key, params["lng"], value, device, "web")
        given = called.project, wording, by, limits, called.key is None
        try:
            await state.database.write(intake.store, *given)
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
    data = b"{%s}" % b",".join(many)
    return file_of("all.json", data, releases.compressed(data), sha256(data))


def _parts(written: str) -> list[str]:
    parts = list(dict.fromkeys(written.split("+")))
    if len(parts) > _MOST:
        raise invalid(f"at most {_MOST} of a kind in one request")
    for part in parts:
        names.namespace(part)
    return parts


def _texts(given: dict[str, Any]) -> dict[str, str]:
    """The keys of a report; values may stand in an object with `value`."""
    if len(given) > 1000:
        raise invalid("at most 1000 keys in one request")
    texts = {}
    for key, value in given.items():
        plain = value.get("value", "") if isinstance(value, dict) else value
        if plain is not None and not isinstance(plain, (str, int, float)):
            raise invalid(f"{key[:80]!r} has no text")
        texts[key] = "" if plain is None else str(plain)
    return texts


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
