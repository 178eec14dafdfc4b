"""Types that programs annotate with: what functions take, and what callbacks are."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ._generated.callbacks import *  # noqa: F403 (the types of callbacks)


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

Identifier: TypeAlias = "str | tuple[str, str]"
"""`section.key`, or a section and a key: for keys that contain dots."""

Dispatch: TypeAlias = Callable[[Callable[[], None]], object]
"""Calls a function of no arguments where the program wants it called."""
