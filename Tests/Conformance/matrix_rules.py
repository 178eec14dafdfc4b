"""The order of look-ups and the plural forms of docs/formats.md, a second time.

Written apart from the library, so that the cases of matrix.py test it. Plural
categories come from the samples of CLDR.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SAMPLES = re.compile(r"@(integer|decimal)([^@]*)")
_KINDS = (("plurals", "cardinal"), ("ordinals", "ordinal"))


def tables(cldr: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The rules of CLDR: `cardinal` or `ordinal`, language, rule by category."""
    for file, kind in _KINDS:
        table = json.loads((cldr / f"{file}.json").read_text())["supplemental"]
        for language, rules in sorted(table[f"plurals-type-{kind}"].items()):
            named = {name.rpartition("-")[2]: rule for name, rule in rules.items()}
            yield kind, language, named


def samples(rules: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Sample numbers with their categories; compact numbers (`1c6`) left out."""
    for name, rule in rules.items():
        for kind, numbers in _SAMPLES.findall(rule):
            plain = [
                end
                for part in numbers.split(",")
                for end in part.strip().split("~")
                if re.fullmatch(r"[\d.]+", end)
            ]
            for number in plain[: 3 if kind == "integer" else 1]:
                yield number, name


class Numbers:
    """Plural categories of whole numbers, from the samples of CLDR."""

    def __init__(self, cldr: Path) -> None:
        self._known: dict[tuple[str, bool, int], str] = {}
        for kind, language, rules in tables(cldr):
            for category, rule in rules.items():
                for number in self._whole(rule):
                    key = (language, kind == "ordinal", number)
                    self._known.setdefault(key, category)

    @staticmethod
    def _whole(rule: str) -> Iterator[int]:
        for kind, numbers in _SAMPLES.findall(rule):
            for part in numbers.split(",") if kind == "integer" else ():
                first, _, last = part.strip().partition("~")
                if first.isdigit():
                    yield from range(int(first), int(last or first) + 1)

    def category(self, language: str, count: int, ordinal: bool = False) -> str | None:
        return self._known.get((language.partition("-")[0], ordinal, count))


def old_index(language: str, count: int) -> int:
    """The form of a count by the rules that i18next had before `Intl.PluralRules`."""
    code = language.partition("-")[0]
    if code == "ja":
        return 0
    if code in ("ru", "uk"):
        if count % 10 == 1 and count % 100 != 11:
            return 0
        few = 2 <= count % 10 <= 4 and not 10 <= count % 100 < 20
        return 1 if few else 2
    if code == "pl":
        if count == 1:
            return 0
        few = 2 <= count % 10 <= 4 and not 10 <= count % 100 < 20
        return 1 if few else 2
    if code == "cs":
        return 0 if count == 1 else 1 if 2 <= count <= 4 else 2
    if code == "fr":
        return 0 if count < 2 else 1
    return 0 if count == 1 else 1


_OLD_NUMBERS = {
    "ja": (1,),
    **dict.fromkeys(("ru", "uk", "pl", "cs"), (1, 2, 5)),
}


def suffix(
    form: str, language: str, count: int, ordinal: bool, numbers: Numbers
) -> str | None:
    """The ending of a key for a count; None where the samples do not tell."""
    if form == "v4":
        category = numbers.category(language, count, ordinal)
        if category is None:
            return None
        return f"_ordinal_{category}" if ordinal else f"_{category}"
    index = old_index(language, count)
    known = _OLD_NUMBERS.get(language.partition("-")[0], (1, 2))
    if len(known) == 1:
        return "_1" if form == "v2" else "_0"
    if len(known) == 2:
        return "" if index == 0 else "_plural"
    return f"_{known[index]}" if form == "v2" else f"_{index}"


def candidates(
    form: str, key: str, language: str, call: dict[str, Any], numbers: Numbers
) -> list[str] | None:
    """The keys tried in one language and namespace, the first one first."""
    context, count = call.get("context"), call.get("count")
    ordinal = bool(call.get("ordinal"))
    tried = [key]
    ending = ""
    if count is not None:
        known = suffix(form, language, count, ordinal, numbers)
        if known is None:
            return None
        ending = known
    zero = form == "v4" and count == 0 and not ordinal
    for base in [key] if context is None else [key, f"{key}_{context}"]:
        if base != key:
            tried.append(base)
        if count is not None:
            if ordinal:
                tried.append(base + ending.replace("_ordinal_", "_"))
            tried.append(base + ending)
            if zero:
                tried.append(f"{base}_zero")
    return tried[::-1]


def chain(language: str, fallback: str) -> list[str]:
    found = [language]
    if "-" in language:
        found.append(language.partition("-")[0])
    return found + [fallback] * (fallback not in found)
