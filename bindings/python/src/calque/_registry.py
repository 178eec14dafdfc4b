"""The part of a translator with its language and its registered functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _api as api
from . import _constants as k
from ._calls import found
from ._handles import Handle
from .callbacks import EventHandler, FormatHandler, PostProcessor
from .formats import Format
from .formatter import LocaleData


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
        return api.translator_options(self._reference)

    @property
    def language(self) -> str | None:
        """The current language; None when none is set."""
        return api.translator_language(self._reference, False) or None

    @property
    def resolved_language(self) -> str | None:
        """The first language of the chain that has any translations."""
        code = api.translator_language(self._reference, True)
        return code or None

    @property
    def languages(self) -> list[str]:
        """The fallback chain of the current language."""
        return api.translator_languages(self._reference, None)

    def languages_for(self, lng: str) -> list[str]:
        """The fallback chain of a language.

        Raises CalqueError for arguments that the library refuses.
        """
        return api.translator_languages(self._reference, lng)

    def change_language(self, lng: str | Sequence[str]) -> None:
        """Change the current language; of several codes the best match is taken.

        Raises what an event handler raised, CalqueError for arguments that the
        library refuses.
        """
        api.translator_change_language(self._reference, lng)

    def dir(self, lng: str | None = None) -> str:
        """The writing direction of a language or the resolved one: "ltr" or "rtl"."""
        direction = api.translator_dir(self._reference, lng)
        return "rtl" if direction == k.RTL else "ltr"

    def add_post_processor(self, name: str, process: PostProcessor | None) -> None:
        """Register `process(value, key, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        api.translator_add_post_processor(self._reference, name, process)

    def add_formatter(self, name: str, format_: FormatHandler | None) -> None:
        """Register `format_(value, lng, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        api.translator_add_formatter(self._reference, name, format_)

    def set_locale_data(self, data: LocaleData | None) -> None:
        """Set the locale data for the built-in formatters of patterns.

        Raises CalqueError for arguments that the library refuses.
        """
        api.translator_set_locale_data(
            self._reference, data._reference if data is not None else None
        )

    def on(self, events: str | Sequence[str], handler: EventHandler) -> int:
        """Call `handler(name, *arguments)` on events; "*" stands for all.

        Returns the number of the subscription, for `off`. Raises CalqueError for
        arguments that the library refuses.
        """
        names = events if isinstance(events, str) else " ".join(events)
        return api.translator_on(self._reference, names, handler)

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there was none."""
        return found(api.translator_off(self._reference, subscription))
