"""Types that programs annotate with: what functions take, and what callbacks are."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias


class MissingKey(NamedTuple):
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


JSONValue: TypeAlias = Any
"""A translation: str, int, float, bool, None, list or dict."""

Keys: TypeAlias = "str | Sequence[str]"
"""A key, or keys that are looked up in order."""

CallOptions: TypeAlias = "Mapping[str, object] | str | None"
"""Options and variables of a call; a text is its `defaultValue`."""

Path: TypeAlias = "str | os.PathLike[str]"
"""The path of a file or a folder."""

Text: TypeAlias = (
    "str | bytes | os.PathLike[str] | Mapping[str, Any] | Sequence[object] | None"
)
"""A text or path; a mapping or a list is written as JSON, None is NULL."""

MissingKeyHandler: TypeAlias = Callable[[MissingKey], object]
"""Receives missing keys while `saveMissing` (v1: `sendMissing`) is on."""

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
"""Receives what the library logs, one line each."""

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

Progress: TypeAlias = Callable[[int, int], object]
"""`(done, total)`: the files of a load."""

MessageResolver: TypeAlias = Callable[[str, "list[Any]"], "str | None"]
"""A key and the arguments of the call to a text; None when it has none."""

MessageHandler: TypeAlias = Callable[[int], object]
"""Receives the new epoch of a table of messages."""

Identifier: TypeAlias = "str | tuple[str, str]"
"""`section.key`, or a section and a key: for keys that contain dots."""

Dispatch: TypeAlias = Callable[[Callable[[], None]], object]
"""Calls a function of no arguments where the program wants it called."""
