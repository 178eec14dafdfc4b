"""Texts by section and key, and better wordings proposed by users.

from calque.http import HTTPTransport
from calque.localization import Localization

with Localization({"environment": "staging"}, transport=HTTPTransport()) as texts:
    texts.update().result()
    texts.register("home.title", label.set_text)
    texts.propose("home.title", "A better title").result()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_uint64

from . import _api as api
from . import _bindings as c
from ._annotations import TYPE_CHECKING
from ._callbacks import drop, table
from ._calls import call
from ._futures import Call
from ._generated.localization import LocalizationCalls
from ._structs import joined, text
from .transport import services

if TYPE_CHECKING:
    from .transport import Transport
    from .typing import Dispatch, Identifier

__all__ = ["Call", "Localization", "accept_language", "split_identifier"]


class Localization(LocalizationCalls):
    """A localization with its components and proposals; thread-safe.

    `options` are those of docs/proposals.md. `dispatch` has callbacks called
    where the program wants them: it gets a function of no arguments. Without it
    futures end on a thread of the library, and components are called by the
    thread that brought the change about.

    Raises InvalidOptionError, FileError.
    """

    __slots__ = ()

    def __init__(
        self,
        options: Mapping[str, object] | None = None,
        *,
        transport: Transport | None = None,
        dispatch: Dispatch | None = None,
    ) -> None:
        with services(transport, dispatch) as given:
            pointer = api.localization_create(options or {}, given)
        self._own(pointer)

    # Looking up

    def get(self, identifier: Identifier, default: str | None = None) -> str | None:
        """The text of an identifier, or the default when there is none.

        Raises InvalidArgumentError when the identifier has not two parts.
        """
        value = api.localization_text(self, joined(identifier))
        return default if value is None else value

    # Languages

    @property
    def locale(self) -> str | None:
        """The current locale, for texts and proposals; None if unknown."""
        return self.languages["currentLocale"]

    def _set_option(self, name: str, value: object) -> None:
        api.localization_set_options(self, {name: value})

    def set_override(self, locale: str | None) -> None:
        """Set the language that comes before the preferred ones, or None."""
        self._set_option("languageOverride", locale)

    def set_preferred(self, locales: Sequence[str]) -> None:
        """Set the languages that the person prefers, best first."""
        self._set_option("preferredLanguages", list(locales))

    def set_fallback(self, locale: str | None) -> None:
        """Set the locale that comes after the preferred ones."""
        self._set_option("fallbackLocale", locale)

    # Payloads

    # Components and events

    def register(
        self,
        identifier: Identifier,
        set_value: Callable[[str], object],
        *,
        begin_editing: Callable[[], str | None] | None = None,
        end_editing: Callable[[str], object] | None = None,
        group: str = "",
    ) -> int:
        """Register a component, which receives its value now and whenever it changes.

        `begin_editing` highlights it and returns what `end_editing` needs to undo
        that. Components of one screen share a `group`, which edit mode and lists
        can be of. Returns the number of the component. Raises InvalidArgumentError when
        the identifier has not two parts, and what the component raised.
        """
        functions = {
            "set_value": lambda value, *_: set_value(value),
            "begin_editing": begin_editing,
            "end_editing": end_editing,
        }
        component = table("calque_component", functions)
        component.group = c.calque_str(*text(group))
        number = c_uint64()
        arguments = (self._reference, *text(joined(identifier)))
        try:
            outputs = (byref(component), byref(number))
            call(c.calque_localization_register, *arguments, *outputs)
        finally:
            # Registered already when it is the component itself that raised.
            if not number.value:
                drop(component.user_data)
        return number.value

    # Proposals

    def store_proposal(self, identifier: Identifier, value: str, locale: str) -> None:
        """Show a value instead of the normal one in one locale.

        Raises InvalidArgumentError, InvalidLocaleError, LimitExceededError and
        FileError when it cannot be kept.
        """
        api.proposals_store(self, joined(identifier), locale, value)

    @property
    def is_editing(self) -> bool:
        """Whether it is edit mode."""
        return bool(self.summary["isEditing"])


def split_identifier(identifier: str) -> tuple[str, str] | None:
    """Section and key of an identifier; None if it does not have two parts.

    >>> split_identifier("home.title")
    ('home', 'title')
    """
    parts = api.localization_split_identifier(identifier)
    return None if parts is None else (parts[0], parts[1])


def accept_language(
    preferred: Sequence[str], locale_override: str | None = None
) -> str:
    """The Accept-Language header for an override and preferred languages.

    >>> accept_language(["de-AT", "en"])
    'de-AT;q=1.0,en;q=0.9'
    """
    return api.localization_accept_language(locale_override, list(preferred)) or ""
