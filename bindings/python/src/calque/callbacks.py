"""The types of a translator's callbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class MissingKey:
    """A translation that was not found."""

    lngs: list[str]
    """Languages to add the key to, as `saveMissingTo` says."""
    ns: str
    """Namespace."""
    key: str
    """Key, with its plural suffix where `saveMissingPlurals` asks for it."""
    fallback_value: str | None
    """Text to save; None for undefined."""
    update_missing: bool
    """True when the key exists and `updateMissing` found another default."""
    options: dict[str, Any]
    """Options of the call."""


MissingKeyHandler: TypeAlias = Callable[[MissingKey], object]
"""Told of missing keys while `saveMissing` (v1: `sendMissing`) is on."""

ParseMissingKey: TypeAlias = Callable[[str, "str | None"], "str | None"]
"""`(key, default_value)` to the text shown for a missing key."""

MissingInterpolation: TypeAlias = Callable[[str, str, str], "str | None"]
"""`(text, match, variable)` to the value of a variable that was not passed."""

ReturnedObject: TypeAlias = Callable[[str, Any, "dict[str, Any]"], "str | None"]
"""`(key, value, options)` to the text for a key whose value is not text."""

FallbackLng: TypeAlias = Callable[[str], "str | Sequence[str] | None"]
"""A language code, or "" for the default ones, to its fallback languages."""

Escape: TypeAlias = Callable[[str], "str | None"]
"""The text of a variable to its escaped form."""

Log: TypeAlias = Callable[[str], object]
"""Told what the library logs, one line each."""

PostProcessor: TypeAlias = Callable[
    [str, "str | list[str]", "dict[str, Any]"], "str | None"
]
"""`(value, key, options)` to the new text; `key` is a list if several were given."""

FormatHandler: TypeAlias = Callable[[Any, str, "dict[str, Any]"], object]
"""`(value, lng, options)` to the formatted text, or to another JSON value for the
next formatter of the chain; None leaves the value as it is."""

FormatValue: TypeAlias = Callable[[Any, "str | None", str, "dict[str, Any]"], object]
"""`(value, format, lng, options)` to the formatted text or value: one function for all
formatters. `format` is as written behind the variable; None for a variable without
one, which is asked for with `interpolation.alwaysFormat`."""

EventHandler: TypeAlias = Callable[..., object]
"""`(name, *arguments)`: the event's name and what i18next passes with it."""


@dataclass(frozen=True)
class Callbacks:
    """Callbacks of a translator. A callback may return None to decline."""

    missing_key: MissingKeyHandler | None = None
    parse_missing_key: ParseMissingKey | None = None
    missing_interpolation: MissingInterpolation | None = None
    returned_object: ReturnedObject | None = None
    fallback_lng: FallbackLng | None = None
    escape: Escape | None = None
    log: Log | None = None
    format_value: FormatValue | None = None
