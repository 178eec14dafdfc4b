"""The part of a translator that holds its language and what is hung into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _bindings as c
from . import _callbacks as hooks
from . import _constants as k
from ._calls import (
    bare_failure,
    call,
    call_for_json,
    call_for_number,
    call_for_text,
    text,
)
from ._handles import Handle
from ._json import encode
from .callbacks import EventHandler, Formatter, PostProcessor
from .formats import Format
from .status import Status


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
        options: dict[str, Any] = call_for_json(
            c.calque_translator_options, self._reference
        )[1]
        return options

    @property
    def language(self) -> str | None:
        """The current language; None when none is set."""
        return call_for_text(c.calque_translator_language, self._reference) or None

    @property
    def resolved_language(self) -> str | None:
        """The first language of the chain that has any translations."""
        code = call_for_text(c.calque_translator_resolved_language, self._reference)
        return code or None

    @property
    def languages(self) -> list[str]:
        """The fallback chain of the current language."""
        return self._languages(None)

    def languages_for(self, lng: str) -> list[str]:
        """The fallback chain of a language.

        Raises CalqueError for arguments that the library refuses.
        """
        return self._languages(lng)

    def change_language(self, lng: str | Sequence[str]) -> None:
        """Change the current language; of several codes the best match is taken.

        Raises what an event handler raised, CalqueError for arguments that the
        library refuses.
        """
        code = lng if isinstance(lng, str) else encode(lng).decode()
        call(c.calque_translator_change_language, self._reference, *text(code))

    def dir(self, lng: str | None = None) -> str:
        """Direction of writing of a language or the resolved one: "ltr" or "rtl"."""
        direction = c.calque_translator_dir(self._reference, *text(lng))
        return "rtl" if direction == k.RTL else "ltr"

    def add_post_processor(self, name: str, process: PostProcessor | None) -> None:
        """Register `process(value, key, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        self._register(
            c.calque_translator_add_post_processor, name, hooks.post_processor, process
        )

    def add_formatter(self, name: str, format_: Formatter | None) -> None:
        """Register `format_(value, lng, options)` under a name; None removes it.

        Raises CalqueError for arguments that the library refuses.
        """
        self._register(
            c.calque_translator_add_formatter, name, hooks.formatter, format_
        )

    def on(self, events: str | Sequence[str], handler: EventHandler) -> int:
        """Call `handler(name, *arguments)` on events; "*" stands for all.

        Returns the number of the subscription, for `off`. Raises CalqueError for
        arguments that the library refuses.
        """
        names = events if isinstance(events, str) else " ".join(events)
        with hooks.handing_over(handler) as number:
            return call_for_number(
                c.calque_translator_on,
                self._reference,
                *text(names),
                hooks.event_handler,
                number,
                hooks.user_data_free,
            )

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there was none."""
        status = c.calque_translator_off(self._reference, subscription)
        if status >= Status.INVALID_ARGUMENT:
            raise bare_failure(status)
        return status != Status.NOT_FOUND

    def _languages(self, lng: str | None) -> list[str]:
        languages: list[str] = call_for_json(
            c.calque_translator_languages, self._reference, *text(lng)
        )[1]
        return languages

    def _register(
        self,
        function: Callable[..., int],
        name: str,
        trampoline: Any,
        callback: Callable[..., Any] | None,
    ) -> None:
        if callback is None:
            nothing = type(trampoline)()
            call(function, self._reference, *text(name), nothing, None, hooks.no_free)
            return
        with hooks.handing_over(callback) as number:
            arguments = (*text(name), trampoline, number, hooks.user_data_free)
            call(function, self._reference, *arguments)
