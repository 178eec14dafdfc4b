"""Proposals as suggestions of Tolgee.

Built from the shapes of Tolgee's source, and not yet run against a live one. The key of
the API needs the scopes `translations.suggest`, `translations.view` and `keys.view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct

from calque_command.checks.endings import Endings

from . import Decision, Held, Item, Place, secret
from .http import Api, Suggestions

_STATES = {"ACCEPTED": True, "DECLINED": False}


class Settings(Struct, forbid_unknown_fields=True):
    """Which project the texts are in, and how its keys are called."""

    url: Annotated[str, Meta(min_length=8, max_length=500, pattern="^https?://")]
    project: int
    # The environment variable that has the key of the API, `tgpak_...`.
    token: str = "CALQUE_TOLGEE_TOKEN"
    key: str = "{key}"
    # Whether namespaces of the texts are namespaces there.
    namespaces: bool = True
    every: int = 60


class Tolgee(Suggestions):
    """A turn at one project. A remote id is LANGUAGE/KEY/SUGGESTION, by number."""

    _settings: Settings

    def __init__(self, settings: Settings, place: Place) -> None:
        super().__init__(settings, place)
        self._tags: dict[str, int] = {}

    @property
    def _api(self) -> Api:
        token = secret(self._settings.token)
        url = f"{self._settings.url.rstrip('/')}/v2/projects/{self._settings.project}"
        return Api(url, {"x-api-key": token})

    def poll(self, cursor: str, sent: Sequence[Item]) -> tuple[list[Decision], str]:
        """The states of sent suggestions; Tolgee keeps no reason of a refusal."""
        found: list[Decision] = []
        for item in sent:
            language, key, suggestion = item.remote_id.split("/")
            path = _suggestions(language, key)
            for each in self._pages(path, "suggestions"):
                if str(each["id"]) == suggestion and each["state"] in _STATES:
                    found.append(Decision(item.id, _STATES[each["state"]]))
        return found, cursor

    def withdraw(self, gone: Sequence[Item]) -> None:
        """Delete suggestions."""
        for item in gone:
            language, key, suggestion = item.remote_id.split("/")
            path = f"{_suggestions(language, key)}/{suggestion}"
            self._api.call("DELETE", path)

    def _suggest(self, item: Item) -> str:
        key = self._settings.key.format(key=item.key, ns=item.section)
        if self._place.format == "v4" and Endings().split(key)[1]:
            # Its plural texts are one text in ICU's notation.
            raise Held("plural forms are one text in Tolgee: decide on it here")
        language, number = self._language(item.locale), self._key(item, key)
        path = _suggestions(str(language), str(number))
        status, made = self._api.call("POST", path, {"translation": item.value})
        if status not in (200, 201):
            raise Held(f"Tolgee: {(made or {}).get('code', status)}")
        return f"{language}/{number}/{made['id']}"

    def _language(self, tag: str) -> int:
        if not self._tags:
            for each in self._pages("/languages", "languages"):
                self._tags[each["tag"].lower()] = each["id"]
        if tag.lower() not in self._tags:
            raise Held(f"the project has no {tag} in Tolgee")
        return self._tags[tag.lower()]

    def _key(self, item: Item, name: str) -> int:
        query = {"search": name}
        for each in self._pages(f"/keys/search?{urlencode(query)}", "keys"):
            namespace = each.get("namespace") or ""
            fits = not self._settings.namespaces or namespace in ("", item.section)
            if each["name"] == name and fits:
                return int(each["id"])
        raise Held(f"the project has no text {name} in Tolgee")

    def _pages(self, path: str, name: str) -> Iterator[dict[str, Any]]:
        """The elements of a list of Spring: pages by number."""
        number, pages = 0, 1
        mark = "&" if "?" in path else "?"
        while number < pages:
            status, page = self._api.call("GET", f"{path}{mark}page={number}&size=100")
            if status != 200:
                raise OSError(f"GET {path}: {status}")
            yield from (page.get("_embedded") or {}).get(name, [])
            pages = page.get("page", {}).get("totalPages", 1)
            number += 1


def _suggestions(language: str, key: str) -> str:
    return f"/languages/{language}/key/{key}/suggestion"
