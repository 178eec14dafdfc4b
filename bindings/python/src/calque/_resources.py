"""The part of a translator with its resources and its registered functions."""

from __future__ import annotations

from collections.abc import Sequence

from . import _api as api
from . import _constants as k
from ._annotations import TYPE_CHECKING
from ._generated.resources import TranslatorCalls
from ._json import encode
from ._options import bundle_flags

if TYPE_CHECKING:
    from .formats import Format
    from .formatter import LocaleData
    from .typing import EventHandler


class Resources(TranslatorCalls):
    """Languages and their texts, post processors, formatters and event handlers."""

    __slots__ = ("_format",)

    _format: Format

    def add_resource(
        self, lng: str, ns: str, key: str, value: object, silent: bool = False
    ) -> None:
        """Set one value; the key is split at `keySeparator`.

        Raises CalqueError for arguments that the library refuses.
        """
        flags = bundle_flags(silent=silent)
        api.translator_add_resource(self, lng, ns, key, encode(value), flags)

    def has_resource_bundle(self, lng: str, ns: str) -> bool:
        """Whether a language has a namespace.

        Raises CalqueError for arguments that the library refuses.
        """
        return self.get_resource_bundle(lng, ns) is not None

    @property
    def format(self) -> Format:
        """The catalog format."""
        return self._format

    @property
    def language(self) -> str | None:
        """The current language; None when none is set."""
        return api.translator_language(self, False) or None

    @property
    def resolved_language(self) -> str | None:
        """The first language of the chain that has any translations."""
        return api.translator_language(self, True) or None

    def dir(self, lng: str | None = None) -> str:
        """The writing direction of a language or the resolved one: "ltr" or "rtl"."""
        direction = api.translator_dir(self, lng)
        return "rtl" if direction == k.RTL else "ltr"

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
