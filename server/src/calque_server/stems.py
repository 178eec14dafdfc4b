"""Which keys belong to one message: its plural forms and contexts.

`file_male_one` and `file_male_other` are forms of `file`. The page shows them
together; the catalogs keep them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_V4 = re.compile(r"^(.+?)(_ordinal)?_(zero|one|two|few|many|other)$", re.DOTALL)
_OLDER = re.compile(r"^(.+?)_(plural(?:_\d+)?|\d+)$", re.DOTALL)


class Form(NamedTuple):
    """The parts of a key: the key of its message, its context and plural form."""

    stem: str
    context: str
    plural: str


def stems(keys: Collection[str], format: str) -> dict[str, Form]:
    """The form of each key of a namespace."""
    pattern = _V4 if format == "v4" else _OLDER
    bare = {key: _without_plural(key, pattern) for key in keys}
    known = {base for base, _ in bare.values()}
    return {key: _form(base, plural, known) for key, (base, plural) in bare.items()}


def plural_keys(key: str, format: str) -> list[str]:
    """The keys that may have plural forms of the text of a key; none without one."""
    base, plural = _without_plural(key, _V4 if format == "v4" else _OLDER)
    if not plural:
        return []
    if format == "v4":
        ordinal = "_ordinal" if plural.startswith("ordinal_") else ""
        return [f"{base}{ordinal}_{category}" for category in CATEGORIES]
    numbered = [f"{start}_{place}" for start in ("", "_plural") for place in range(6)]
    return [f"{base}{ending}" for ending in ("", "_plural", *numbered)]


def _without_plural(key: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    found = pattern.match(key)
    if found is None:
        return key, ""
    plural = "_".join(part.strip("_") for part in found.groups()[1:] if part)
    return found[1], plural


def _form(base: str, plural: str, known: Collection[str]) -> Form:
    # The context follows the shortest key of the same parent that is there itself.
    start = base.rfind(".") + 1
    at = base.find("_", start + 1)
    while at != -1:
        if base[:at] in known and at + 1 < len(base):
            return Form(base[:at], base[at + 1 :], plural)
        at = base.find("_", at + 1)
    return Form(base, "", plural)
