"""Proposals as suggestions of Weblate, from version 2026.8 on.

A suggestion is of a unit, with all its plural forms: those that a proposal does not
have stay as they are. A form that Weblate would lose is held back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote, urlencode

from msgspec import Meta, Struct

from calque_command.checks.endings import Endings
from calque_command.exchange.plurals import categories_of

from . import Decision, Held, Item, Place, secret
from .http import Api, Suggestions

# How Weblate writes the plural forms of a text as one.
_FORMS = "\x1e\x1e"
# Kinds of changes. Whoever writes the same text by hand has accepted it, too.
_ACCEPTED = (2, 5, 7)
_SUGGESTED, _REMOVED = 4, 26


class Settings(Struct, forbid_unknown_fields=True):
    """Which component the texts are in; `{ns}` stands for the namespace."""

    url: Annotated[str, Meta(min_length=8, max_length=500, pattern="^https?://")]
    component: Annotated[str, Meta(pattern=r"^[\w{}-]+/[\w{}-]+$")]
    # The environment variable that has the token of the bot.
    token: str = "CALQUE_WEBLATE_TOKEN"
    key: str = "{key}"
    comments: bool = True
    every: int = 30


class _Remote(NamedTuple):
    """A suggestion: its unit, itself, and the form that the proposal is."""

    unit: str
    suggestion: str
    form: int

    @classmethod
    def of(cls, item: Item) -> _Remote:
        unit, suggestion, form = item.remote_id.split("/")
        return cls(unit, suggestion, int(form))


class Weblate(Suggestions):
    """A turn at one Weblate."""

    _settings: Settings

    def __init__(self, settings: Settings, place: Place) -> None:
        super().__init__(settings, place)
        self._languages: dict[str, dict[str, Any]] = {}

    @property
    def _api(self) -> Api:
        token = secret(self._settings.token)
        url = f"{self._settings.url.rstrip('/')}/api"
        return Api(url, {"authorization": f"Token {token}"})

    def poll(self, cursor: str, sent: Sequence[Item]) -> tuple[list[Decision], str]:
        """Suggestions that were accepted or removed, with the reason."""
        if not sent:
            return [], cursor
        since = cursor or _yesterday()
        found: dict[int, Decision | None] = {}
        for component in sorted({self._component(item) for item in sent}):
            # The newest first: what is older than the suggestion does not count.
            for change in self._changes(component, since):
                cursor = max(cursor, change["timestamp"])
                for item in sent:
                    if item.id not in found and _concerns(change, item):
                        found[item.id] = _decision(change, item)
        for item in sent:
            if not _Remote.of(item).suggestion:
                found[item.id] = Decision(item.id, True)
        return [each for each in found.values() if each is not None], cursor

    def withdraw(self, gone: Sequence[Item]) -> None:
        """Delete suggestions."""
        for item in gone:
            remote = _Remote.of(item)
            if remote.suggestion:
                self._api.call("DELETE", f"/suggestions/{remote.suggestion}/")

    def _suggest(self, item: Item) -> str:
        unit, form = self._unit(item)
        forms = list(unit["target"])
        others = [text for place, text in enumerate(forms) if place != form]
        if others and not any(others):
            raise Held("the other plural forms of the text are empty in Weblate")
        forms[form] = item.value
        path = f"/units/{unit['id']}/suggestions/"
        status, made = self._api.call("POST", path, {"target": forms})
        if status == 400 and forms == unit["target"]:
            # It is the text by now: the next turn reads that.
            return f"{unit['id']}//{form}"
        if status != 201:
            errors = made.get("errors") or [{}]
            raise Held(f"Weblate: {errors[0].get('detail', status)}")
        if self._settings.comments:
            text = f"Proposal {item.id} of {item.device}, from the program."
            body = {"scope": "translation", "comment": text}
            self._api.call("POST", f"/units/{unit['id']}/comments/", body)
        return f"{unit['id']}/{made['id']}/{form}"

    def _unit(self, item: Item) -> tuple[dict[str, Any], int]:
        """The unit of a proposal, and which of its forms it is. Raises Held."""
        language = self._language(item)
        key = self._settings.key.format(key=item.key, ns=item.section)
        unit = self._search(item, language, key)
        if unit is not None:
            return unit, 0
        plural = self._place.format == "v4" and Endings().split(key)[1]
        name, _, category = key.rpartition("_")
        unit = self._search(item, language, name) if plural else None
        if unit is None:
            raise Held(f"Weblate has no text {key}")
        formula = language["plural"]["formula"]
        order = categories_of(f"plural={formula};", item.locale)
        for form, names in order.items():
            if category in names and form < len(unit["target"]):
                return unit, form
        raise Held(
            f"Weblate has no form {category} in this language, and would delete it "
            "with its next commit: decide on it here"
        )

    def _search(
        self, item: Item, language: dict[str, Any], key: str
    ) -> dict[str, Any] | None:
        written = key.replace("\\", "\\\\").replace('"', '\\"')
        query = urlencode({"q": f'key:="{written}"'}, quote_via=quote)
        component = self._component(item)
        path = f"/translations/{component}/{language['code']}/units/?{query}"
        status, found = self._api.call("GET", path)
        units = found["results"] if status == 200 else []
        return next((each for each in units if each["context"] == key), None)

    def _language(self, item: Item) -> dict[str, Any]:
        """Weblate's language of a tag: `pt-BR` is pt_BR there. Raises Held."""
        component = self._component(item)
        if component not in self._languages:
            path = f"/components/{component}/translations/"
            self._languages[component] = {
                _folded(each["language"]["code"]): each["language"]
                for each in self._pages(path)
            }
        found = self._languages[component].get(_folded(item.locale))
        if found is None:
            raise Held(f"{component} has no {item.locale} in Weblate")
        language: dict[str, Any] = found
        return language

    def _component(self, item: Item) -> str:
        return self._settings.component.format(ns=item.section)

    def _changes(self, component: str, since: str) -> Iterator[dict[str, Any]]:
        query = urlencode({"timestamp_after": since})
        yield from self._pages(f"/components/{component}/changes/?{query}")

    def _pages(self, path: str) -> Iterator[dict[str, Any]]:
        next_: str | None = path
        while next_:
            status, page = self._api.call("GET", next_)
            if status != 200:
                raise OSError(f"GET {path}: {status}")
            yield from page["results"]
            next_ = page["next"]


def _concerns(change: dict[str, Any], item: Item) -> bool:
    """Whether a change is about a suggestion, and ends or begins it."""
    remote = _Remote.of(item)
    unit = (change["unit"] or "").rstrip("/").rpartition("/")[2]
    forms = (change["target"] or "").split(_FORMS)
    return (
        unit == remote.unit
        and change["action"] in (*_ACCEPTED, _SUGGESTED, _REMOVED)
        and forms[remote.form : remote.form + 1] == [item.value]
    )


def _decision(change: dict[str, Any], item: Item) -> Decision | None:
    if change["action"] == _SUGGESTED:
        return None
    who = (change["user"] or "").rstrip("/").rpartition("/")[2]
    reason = change["details"].get("rejection_reason", "")
    accepted = change["action"] in _ACCEPTED
    return Decision(item.id, accepted, reason=reason, who=who)


def _folded(tag: str) -> str:
    return tag.replace("_", "-").lower()


def _yesterday() -> str:
    moment = datetime.now(timezone.utc) - timedelta(days=1)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
