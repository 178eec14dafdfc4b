"""The texts of the pages: translated by the library, from a project on the server."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from calque import Translator

from ..folders import read_trees
from ..prepare import OWN_PROJECT, OWN_TEXTS
from ..state import State
from ..wire.languages import choose

LANGUAGES = {
    "ar": "العربية",
    "de": "Deutsch",
    "en": "English",
}
COOKIE = "language"


class Texts:
    """Views of the texts by language, made again when a release brings new ones."""

    def __init__(self) -> None:
        self._release = -1
        self._views: dict[str, Any] = {}
        self._translator: Translator | None = None

    async def view(self, state: State, tag: str) -> Any:
        """A function that translates into a language."""
        project = await state.registry.project(OWN_PROJECT)
        channel = await state.published.channel(project, "production")
        release = channel.revision if channel else 0
        if release != self._release:
            self._make(_trees(channel))
            self._release = release
        return self._views[tag]

    def _make(self, trees: Any) -> None:
        options = {
            "lng": "en",
            "fallbackLng": "en",
            "ns": "server",
            "resources": trees,
            # The templates escape what is put into texts.
            "interpolation": {"escapeValue": False},
        }
        self._translator = Translator("v4", options)
        self._views = {tag: self._translator.get_fixed_t(tag) for tag in LANGUAGES}


def _trees(channel: Any) -> Any:
    trees: Any = read_trees(OWN_TEXTS)
    for path, file in (channel.files if channel else {}).items():
        if path.startswith("locales/"):
            _, tag, name = path.split("/")
            published = json.loads(file.data)
            own = trees.setdefault(tag, {}).setdefault(name.removesuffix(".json"), {})
            own.update(published)
    return trees


def language_of(request: Request) -> str:
    """The language a person chose, or the one the browser asks for."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    accepted = request.headers.get("accept-language", "")
    return choose(accepted, list(LANGUAGES), "en")
