"""Plural rules of gettext: expressions in C, and the categories that they stand for."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import TypeVar

from calque.plural import PluralRule

from ..checks.endings import CATEGORIES
from ..checks.rules import read_toml

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
