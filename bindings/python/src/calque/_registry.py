"""The part of a translator with its language and its registered functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _api as api
from . import _constants as k
from ._handles import Handle

if TYPE_CHECKING:
    from .formats import Format
    from .formatter import LocaleData
    from .typing import EventHandler, FormatHandler, PostProcessor


class Registry(Handle):
    """The current language, post processors, formatters and event handlers."""

    __slots__ = ("_format",)

    _format: Format

    @property
    def format(self) -> Format:
        """The catalog format."""
        return self._format

    @property
    def options(self) -> dict[str, Any]:
        """The effective options, without resources."""
        return api.translator_options(self)

    @property
    def language(self) -> str | None:
        """The current language; None when none is set."""
        return api.translator_language(self, False) or None

    @property
    def resolved_language(self) -> str | None:
        """The first language of the chain that has any translations."""
        return api.translator_language(self, True) or None

    @property
    def languages(self) -> list[str]:
        """The fallback chain of the current language."""
        return api.translator_languages(self, None)

    def languages_for(self, lng: str) -> list[str]:
        """The fallback chain of a language.

        Raises CalqueError for arguments that the library refuses.
        """
        return api.translator_languages(self, lng)

    def change_language(self, lng: str | Sequence[str]) -> None:
        """Change the current language; of several codes the best match is taken.

        Raises what an event handler raised, CalqueError for arguments that the
        library refuses.
        """
        api.translator_change_language(self, lng)

    def dir(self, lng: str | None = None) -> str:
        """The writing direction of a language or the resolved one: "ltr" or "rtl"."""
        direction = api.translator_dir(self, lng)
        return "rtl" if direction == k.RTL else "ltr"

    def add_post_processor(self, name: str, process: PostProcessor | None) -> None:
        """Register `process(value, key, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        api.translator_add_post_processor(self, name, process)

    def add_formatter(self, name: str, format_: FormatHandler | None) -> None:
        """Register `format_(value, lng, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        api.translator_add_formatter(self, name, format_)

    def set_locale_data(self, data: LocaleData | None) -> None:
        """Set the locale data for the built-in formatters of patterns.

        Raises CalqueError for arguments that the library refuses.
        """
        reference = data
        api.translator_set_locale_data(self, reference)

    def on(self, events: str | Sequence[str], handler: EventHandler) -> int:
        """Call `handler(name, *arguments)` on events; "*" stands for all.

        Returns the number of the subscription, for `off`. Raises CalqueError for
        arguments that the library refuses.
        """
        names = events if isinstance(events, str) else " ".join(events)
        return api.translator_on(self, names, handler)

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there was none."""
        return api.translator_off(self, subscription)
