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
from typing import Any

from . import _api as api
from . import _bindings as c
from . import _localization_calls as calls
from ._calls import found
from ._handles import Handle
from ._localization_calls import Call
from ._transport_calls import Dispatch, with_services
from .callbacks import EventHandler
from .translator import Translator
from .transport import Transport

__all__ = ["Call", "Dispatch", "Localization", "accept_language", "split_identifier"]


Identifier = str | tuple[str, str]
"""`section.key`, or a section and a key: for keys that contain dots."""


class Localization(Handle):
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
        self._open_reference = None
        self._own(
            with_services(
                transport,
                dispatch,
                lambda services: api.localization_create(options or {}, services),
            ),
            c.calque_localization_release,
        )

    # Looking up

    def get(self, identifier: Identifier, default: str | None = None) -> str | None:
        """The text of an identifier, or the default when there is none.

        Raises InvalidArgumentError when the identifier has not two parts.
        """
        value = api.localization_text(self._reference, _written(identifier))
        return default if value is None else value

    def find(self, section: str, key: str) -> dict[str, str] | None:
        """`value`, `locale` and `source` of a text; None when there is none.

        Raises InvalidArgumentError for an empty part.
        """
        return api.localization_lookup(self._reference, section, key)

    def texts(self, locale: str) -> dict[str, dict[str, str]] | None:
        """All texts of a language by section and key; None if there is no table."""
        return api.localization_texts_json(self._reference, locale)

    # Languages

    @property
    def locale(self) -> str | None:
        """The current locale, for texts and proposals; None if unknown."""
        return self.languages["currentLocale"]

    @property
    def languages(self) -> dict[str, Any]:
        """The current, preferred and available languages, as in localization.h."""
        return api.localization_languages(self._reference)

    def _set_option(self, name: str, value: object) -> None:
        api.localization_set_options(self._reference, {name: value})

    def set_override(self, locale: str | None) -> None:
        """Set the language that is tried before the preferred ones, or None."""
        self._set_option("languageOverride", locale)

    def set_preferred(self, locales: Sequence[str]) -> None:
        """Set the languages that the person prefers, best first."""
        self._set_option("preferredLanguages", list(locales))

    def set_fallback(self, locale: str | None) -> None:
        """Set the locale that is tried after the preferred ones."""
        self._set_option("fallbackLocale", locale)

    # Payloads

    def load_index(
        self, payload: str | bytes, accept_language: str | None = None
    ) -> list[dict[str, Any]]:
        """Load the payload of an index; returns the entries that should be fetched.

        `accept_language` is the header that it was asked for with
        (`acceptHeaderUsed`), which `languages` reports as `lastAcceptLanguage`.

        Raises InvalidJSONError, InvalidTypeError, LimitExceededError, FileError.
        """
        newer: list[dict[str, Any]] = api.localization_load_index(
            self._reference, payload, accept_language
        )
        return newer

    def load_resource(self, payload: str | bytes, locale: str | None = None) -> None:
        """Load the payload of a resource: the texts of one language or of all.

        Raises as `load_index`.
        """
        api.localization_load_resource(self._reference, payload, locale)

    def clear(self, *, including_persisted: bool = False) -> None:
        """Remove the tables; those in files are read again, or removed too."""
        api.localization_clear(self._reference, including_persisted)

    def update(self) -> Call:
        """Fetch the index and newer texts; the result is a report.

        The future raises CalqueError when there was no index.
        """
        return self._begin(api.localization_update)

    def fetch_languages(self) -> Call:
        """Fetch the languages of the platform; the result is a list."""
        return self._begin(api.localization_fetch_languages)

    def enter_foreground(self) -> None:
        """Call this when the program enters the foreground."""
        api.localization_enter_foreground(self._reference)

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
        handlers = calls.Handlers(set_value, begin_editing, end_editing)
        return calls.register(self._reference, _written(identifier), handlers, group)

    def unregister(self, component: int) -> bool:
        """Unregister a component; False when there is no such component."""
        return found(api.localization_unregister(self._reference, component))

    def component_identifier(self, component: int) -> str | None:
        """The `section.key` of a registered component; None for any other number."""
        return api.localization_component_identifier(self._reference, component)

    def contains_component(self, identifier: Identifier) -> bool:
        """Whether a component is registered for an identifier."""
        return api.localization_contains_component(
            self._reference, _written(identifier)
        )

    def refresh(self) -> None:
        """Send every component its value again, even if it has not changed."""
        api.localization_refresh(self._reference)

    def on(self, handler: EventHandler) -> int:
        """Call `handler(name, *arguments)` on events; returns a number for `off`."""
        return api.localization_on(self._reference, handler)

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there was none."""
        return found(api.localization_off(self._reference, subscription))

    def connect(self, translator: Translator | None) -> None:
        """Connect a translator, which yields what no table has and returns what is
        proposed; None ends the connection.
        """
        reference = None if translator is None else translator._reference
        api.localization_connect_translator(self._reference, reference)

    # Proposals

    def store_proposal(self, identifier: Identifier, value: str, locale: str) -> None:
        """Show a value instead of the normal one in one locale.

        Raises InvalidArgumentError, InvalidLocaleError, LimitExceededError and
        FileError when it cannot be kept.
        """
        api.proposals_store(self._reference, _written(identifier), locale, value)

    def remove_proposal(self, identifier: Identifier, locale: str) -> bool:
        """Show the normal value again; False when there was no proposed value."""
        return found(
            api.proposals_remove(self._reference, _written(identifier), locale)
        )

    def proposed_value(self, identifier: Identifier, locale: str) -> str | None:
        """The proposed value in a locale, or None."""
        return api.proposals_get(self._reference, _written(identifier), locale)

    def begin_editing(self, group: str | None = None) -> None:
        """Begin edit mode for all components, or for those of one group.

        The list of proposals is fetched, followed by the event `proposalsListed`; the
        same happens when edit mode ends.

        Raises RefusedError in a production environment.
        """
        api.proposals_begin_editing(self._reference, group)

    def end_editing(self) -> dict[str, Any]:
        """End edit mode; returns the numbers of proposals, as `summary`."""
        return api.proposals_end_editing(self._reference)

    @property
    def is_editing(self) -> bool:
        """Whether it is edit mode."""
        return bool(self.summary["isEditing"])

    def propose(self, identifier: Identifier, value: str) -> Call:
        """Propose a value in the current locale; the result is the stored proposal.

        The future raises ConflictError when the same value is proposed already,
        UnreachableError and DeadlineError when the proposal waits to be sent, and
        other CalqueErrors when it was refused.
        """
        return self._begin(api.proposals_propose, _written(identifier), value)

    def send_queued(self) -> Call:
        """Send the queued proposals; the result has `queued`, how many remain."""
        return self._begin(api.proposals_send_queued)

    def fetch_proposals(self, state: str = "unaccepted") -> Call:
        """Fetch proposals that are "unaccepted", "accepted" or "all", as a list."""
        return self._begin(api.proposals_fetch, state)

    def delete_proposal(self, id_: int) -> Call:
        """Delete a proposal of this installation and show the normal value again."""
        return self._begin(api.proposals_delete, id_)

    def list_proposals(
        self,
        section: str | None = None,
        key: str | None = None,
        *,
        group: str | None = None,
    ) -> dict[str, Any]:
        """The known proposals: `title`, `groups` by key, and `queued`.

        For all texts, a section, one text, or the components of a group.
        """
        return dict(api.proposals_list(self._reference, section, key, group))

    @property
    def summary(self) -> dict[str, Any]:
        """The numbers of proposals (listed, shown and queued), and `isEditing`."""
        return dict(api.proposals_summary(self._reference))

    def _begin(self, function: Callable[..., int], *arguments: Any) -> Call:
        return calls.begin(self, function, *arguments)


def _written(identifier: Identifier) -> str:
    return identifier if isinstance(identifier, str) else "\0".join(identifier)


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
