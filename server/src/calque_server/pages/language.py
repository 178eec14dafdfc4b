"""The texts of the pages: translated by the library, from a project on the server."""

import json
from typing import Any

from starlette.requests import Request

from calque import Translator

from .. import projects
from ..folders import read_trees
from ..names import best_fit
from ..prepare import OWN_TEXTS
from ..projects import OWN_PROJECT
from ..published import File
from ..state import State

COOKIE = "language"


class Texts:
    """Views of the texts by language, made again when a release brings new ones."""

    def __init__(self) -> None:
        self._release = -1
        self._views: dict[str, Any] = {}

    async def views(self, state: State) -> dict[str, Any]:
        """A function for each language that translates into it."""
        project = await state.database.read(projects.find, OWN_PROJECT)
        channel = await state.published.channel(project, "production")
        release = channel.revision if channel else 0
        if release != self._release:
            trees = _trees(channel.files if channel else {})
            options = {
                "lng": "en",
                "fallbackLng": "en",
                "ns": "server",
                "resources": trees,
                # The templates escape what is put into texts.
                "interpolation": {"escapeValue": False},
            }
            translator = Translator("v4", options)
            self._views = {tag: translator.get_fixed_t(tag) for tag in sorted(trees)}
            self._release = release
        return self._views


def _trees(published: dict[str, File]) -> Any:
    """The texts that came with the server, and over them those that are published.

    A language that proposals brought is one of the pages with half of the texts.
    """
    trees: Any = read_trees(OWN_TEXTS)
    half = len(trees["en"]["server"]) / 2
    for path, file in published.items():
        tag = path.removeprefix("locales/").removesuffix("/server.json")
        own = json.loads(file.data) if path == f"locales/{tag}/server.json" else {}
        if tag in trees or len(own) > half:
            trees.setdefault(tag, {"server": {}})["server"].update(own)
    return trees


def language_of(request: Request, tags: list[str]) -> str:
    """The language a person chose, or the one the browser asks for."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in tags:
        return chosen
    return best_fit(request.headers.get("accept-language", ""), tags, "en")
