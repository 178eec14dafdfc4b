"""Which keys belong to one message: its plural forms and contexts.

`file_male_one` and `file_male_other` are forms of `file`, their stem.
"""

from collections.abc import Collection

from calque_command.checks.endings import CATEGORIES, Endings

_NUMBERS = [f"_{place}" for place in range(6)]
_OLDER = ("", "_plural", *_NUMBERS, *(f"_plural{number}" for number in _NUMBERS))


def stems(keys: Collection[str], format: str) -> dict[str, str]:
    """The stem of each key of a namespace."""
    split = Endings(format).split
    bases = {key: split(key)[0] for key in keys}
    known = set(bases.values())
    return {key: _stem(base, known) for key, base in bases.items()}


def plural_keys(key: str, format: str) -> list[str]:
    """The keys that may have plural forms of the text of a key; none without one."""
    base, suffix = Endings(format).split(key)
    if not suffix:
        return []
    if format == "v4":
        start = base + suffix[: suffix.rindex("_") + 1]
        return [start + category for category in CATEGORIES]
    return [base + ending for ending in _OLDER]


def _stem(base: str, known: Collection[str]) -> str:
    # The context follows the shortest key of the same parent that is there itself.
    at = base.find("_", base.rfind(".") + 2)
    while at != -1:
        if base[:at] in known and at + 1 < len(base):
            return base[:at]
        at = base.find("_", at + 1)
    return base
