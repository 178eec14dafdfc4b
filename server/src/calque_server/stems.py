"""Which keys belong to one message: its plural forms and contexts.

`file_male_one` and `file_male_other` are forms of `file`, their stem.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_V4 = re.compile(r"^(.+?)(_ordinal)?_(zero|one|two|few|many|other)$", re.DOTALL)
_OLDER = re.compile(r"^(.+?)_(plural(?:_\d+)?|\d+)$", re.DOTALL)
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_NUMBERED = [f"{start}_{place}" for start in ("", "_plural") for place in range(6)]


def stems(keys: Collection[str], format: str) -> dict[str, str]:
    """The stem of each key of a namespace."""
    bases = {key: found[1] if (found := _form(key, format)) else key for key in keys}
    known = set(bases.values())
    return {key: _stem(base, known) for key, base in bases.items()}


def plural_keys(key: str, format: str) -> list[str]:
    """The keys that may have plural forms of the text of a key; none without one."""
    found = _form(key, format)
    if found is None:
        return []
    if format == "v4":
        return [f"{found[1]}{found[2] or ''}_{each}" for each in _CATEGORIES]
    return [f"{found[1]}{ending}" for ending in ("", "_plural", *_NUMBERED)]


def _form(key: str, format: str) -> re.Match[str] | None:
    return (_V4 if format == "v4" else _OLDER).match(key)


def _stem(base: str, known: Collection[str]) -> str:
    # The context follows the shortest key of the same parent that is there itself.
    at = base.find("_", base.rfind(".") + 2)
    while at != -1:
        if base[:at] in known and at + 1 < len(base):
            return base[:at]
        at = base.find("_", at + 1)
    return base
