"""Plural forms and rules between formats, through the categories that numbers have.

Each number of CLDR's samples is asked in both formats, by the library itself.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import Any, TypeVar

from calque.plural import PluralRule

from ..checks.endings import CATEGORIES
from ..checks.plurals import needs, shown
from ..checks.rules import read_toml
from .formats import Lose

_Forms = dict[str, Any]
_Number = TypeVar("_Number", int, str)
_Form = TypeVar("_Form", int, str)
_LARGE = [10**power * factor for power in range(3, 10) for factor in (1, 2, 3)]
_EXPRESSIONS: list[str] = read_toml(Path(__file__).with_suffix(".toml"))["expressions"]


@lru_cache(maxsize=512)
def rule_of(language: str) -> tuple[tuple[str, ...], str]:
    """Categories of whole numbers in the order of their indices, and the expression.

    The expression is the one of the table that agrees with the library on each number
    to 1,200 and on large ones. Raises ValueError where none does.
    """
    select = known_rule(language).select
    category = {number: select(number) for number in [*range(1200), *_LARGE]}
    names = [name for name in CATEGORIES if name in category.values()]
    for expression in _EXPRESSIONS:
        index = c2py(expression)
        if all(names[index(number) : index(number) + 1] == [name]
               for number, name in category.items()):  # fmt: skip
            return tuple(names), expression
    raise ValueError(f"gettext cannot express the plural rule of {language!r}")


@lru_cache(maxsize=512)
def known_rule(language: str) -> PluralRule:
    """The plural rule of a language; English's for one without rules."""
    try:
        return PluralRule(language)
    except ValueError:
        return PluralRule("en")


def categories_of(header: str, language: str) -> dict[int, list[str]]:
    """The categories that each index of a `Plural-Forms` header stands for.

    1 decides first: its category has the form that it shows. Each other category has
    the form that most of its numbers show. A form may be left without a category.
    Raises ValueError for an expression that cannot be read.
    """
    evaluate, select = _rule_in(header), known_rule(language).select
    index = {number: int(evaluate(number)) for number in [*range(400), *_LARGE]}
    category = {number: select(number) for number in index}
    best = majority(index, category, lambda number: 10_000 if number == 1 else 1)
    count = re.search(r"nplurals\s*=\s*(\d{1,2})", header)
    indices = [*index.values(), *range(int(count[1]) if count else 2)]
    return {
        each: [name for name in CATEGORIES if best.get(name) == each]
        for each in dict.fromkeys(indices)
    }


def majority(
    given: Mapping[_Number, _Form],
    wanted: Mapping[_Number, str],
    weight: Callable[[_Number], int],
) -> dict[str, _Form]:
    """The form of one rule for each form of another: that of most of its numbers."""
    votes: dict[str, Counter[_Form]] = {}
    for number, form in given.items():
        votes.setdefault(wanted[number], Counter())[form] += weight(number)
    return {name: forms.most_common(1)[0][0] for name, forms in votes.items()}


def _rule_in(header: str) -> Callable[[int], int]:
    """The rule of a `Plural-Forms` header. Raises ValueError for a wrong one."""
    match = re.search(r"plural\s*=\s*([^;]+)", header)
    rule: Callable[[int], int] = c2py(match[1].strip() if match else "n != 1")
    try:
        for number in range(200):
            rule(number)
    except ZeroDivisionError:
        raise ValueError("the plural rule divides by zero") from None
    return rule


@lru_cache(maxsize=512)
def samples(language: str) -> tuple[str, ...]:
    """Numbers that show every category and every form of the older formats."""
    needed = (needs(language, format_, False) for format_ in ("v4", "v3", "v1", "ios"))
    forms = [form for each in needed for form in each.forms.values()]
    numbers = {number for form in forms for number in form.integers + form.decimals}
    return tuple(sorted(numbers, key=lambda number: (float(number), number)))


@lru_cache(maxsize=512)
def _categories(language: str) -> dict[str, str]:
    """The category of each sample; of a language without rules as in English."""
    rule = known_rule(language)
    return {number: rule.select(number) for number in samples(language)}


@lru_cache(maxsize=512)
def _suffixes(language: str, format_: str) -> dict[str, str]:
    """The suffix that an older format has for each sample, as its translator says."""
    suffixes = frozenset(needs(language, format_, False).forms)
    seen = shown(language, format_, suffixes, False, samples(language))
    return {one: seen[one] or "" for one in samples(language) if one in seen}


def to_suffixes(
    forms: _Forms, language: str, format_: str, lose: Lose
) -> tuple[_Forms, _Forms]:
    """Texts by suffix of an older format, and the categories that it cannot show.

    The latter are kept by the caller under their names in format v4.
    """
    categories, suffixes = _categories(language), _suffixes(language, format_)
    seen = {}
    for number in suffixes:
        # Format v4 shows `zero` for 0 in every language.
        is_zero = number == "0" and "zero" in forms
        category = "zero" if is_zero else categories[number]
        if category in forms:
            seen[number] = category
    best = majority(seen, suffixes, _weight)
    texts = {suffix: forms[category] for suffix, category in best.items()}
    kept = {name: text for name, text in forms.items() if name not in seen.values()}
    for category in kept:
        lose(f"no number shows the form {category!r} in format {format_}")
    wrong: dict[str, list[str]] = {}
    for number, category in seen.items():
        if texts[suffixes[number]] != forms[category]:
            wrong.setdefault(category, []).append(number)
    for category, numbers in wrong.items():
        other = f"{', '.join(numbers[:3])} show another form than {category!r}"
        lose(f"{other} in format {format_}")
        kept[category] = forms[category]
    return texts, kept


def _weight(number: str) -> int:
    """Whole numbers count more than fractions, and than 0, which may have its own."""
    return 1 if "." in number or number == "0" else 1000


def from_suffixes(
    texts: _Forms, kept: _Forms, language: str, format_: str, lose: Lose
) -> _Forms:
    """Texts by category of texts by suffix; `kept` are categories that are there."""
    categories, suffixes = _categories(language), _suffixes(language, format_)
    seen = {number: suffix for number, suffix in suffixes.items() if suffix in texts}
    for suffix in sorted(texts.keys() - {"", *suffixes.values()}):
        lose(f"no number shows the form {suffix!r} in format {format_}")
    best = majority(seen, categories, _weight)
    forms = {category: texts[suffix] for category, suffix in best.items()} | kept
    if "0" in seen and texts[seen["0"]] != forms[categories["0"]]:
        # In every language v4 shows `zero` for 0, so this is not a loss.
        forms.setdefault("zero", texts[seen.pop("0")])
    for number, suffix in seen.items():
        category = categories[number]
        if texts[suffix] != forms[category] and category not in kept:
            lose(f"{number} has a form of its own in {format_}, {category!r} in v4")
    return {name: forms[name] for name in CATEGORIES if name in forms}
