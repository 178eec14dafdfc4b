"""Plural rules of gettext: an expression in C made from the library's categories."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from gettext import c2py

from calque.plural import PluralRule

from ..checks.endings import CATEGORIES

_LARGE = [10**power * factor for power in range(3, 10) for factor in (1, 2, 3)]


@lru_cache(maxsize=512)
def rule_of(language: str) -> tuple[tuple[str, ...], str]:
    """Categories of whole numbers in the order of their indices, and the expression.

    The expression is checked against the library on each number to 1,200 and on
    large ones. Raises ValueError for a rule that it cannot say.
    """
    select = known_rule(language).select
    category = {number: select(number) for number in [*range(1200), *_LARGE]}
    names = [name for name in CATEGORIES if name in category.values()]
    if len(names) == 1:
        return tuple(names), "0"
    tests = [_test(name, category) for name in names[:-1]]
    expression = str(len(names) - 1)
    for index in range(len(tests) - 1, -1, -1):
        expression = f"({tests[index]}) ? {index} : {expression}"
    evaluate = c2py(expression)
    for number, name in category.items():
        if names[evaluate(number)] != name:
            raise ValueError(f"gettext cannot say the plural rule of {language!r}")
    return tuple(names), expression


@lru_cache(maxsize=512)
def known_rule(language: str) -> PluralRule:
    """The plural rule of a language; English's for one without rules."""
    try:
        return PluralRule(language)
    except ValueError:
        return PluralRule("en")


def _test(name: str, category: dict[int, str]) -> str:
    """When a number has a category: ends of numbers, and exceptions below 200."""
    members = {number for number, found in category.items() if found == name}
    ends = {
        end for end in range(100) if all(end + 100 * k in members for k in (2, 5, 7))
    }
    extra = [n for n in range(200) if n in members and n % 100 not in ends]
    less = [n for n in range(200) if n not in members and n % 100 in ends]
    parts = []
    if ends:
        parts.append(_ends(ends))
        if less:
            parts[0] = f"({parts[0]}) && !({_ranges(less, 'n')})"
    millions = {1_000_000, 2_000_000, 10_000_000} <= members
    if millions and 0 not in ends:
        parts.append("n != 0 && n % 1000000 == 0")
    elif ends and not millions and 0 in ends:
        rest = "(n == 0 || n % 1000000 != 0)" if 0 in members else "n % 1000000 != 0"
        parts[0] = f"({parts[0]}) && {rest}"
    if extra:
        parts.append(_ranges(extra, "n"))
    return " || ".join(f"({part})" for part in parts) if len(parts) > 1 else parts[0]


def _ends(ends: set[int]) -> str:
    """The shorter of two ways: last digits with exceptions, or the last two."""
    digits = {digit for digit in range(10) if sum(e % 10 == digit for e in ends) > 5}
    without = [end for end in range(100) if end % 10 in digits and end not in ends]
    beside = [end for end in sorted(ends) if end % 10 not in digits]
    if not digits:
        return _ranges(sorted(ends), "n % 100")
    test = "1" if len(digits) == 10 else _ranges(sorted(digits), "n % 10")
    if without:
        test = f"({test}) && !({_ranges(without, 'n % 100')})"
    if beside:
        test = f"({test}) || {_ranges(beside, 'n % 100')}"
    return test


def _ranges(numbers: list[int], operand: str) -> str:
    parts = []
    start = last = numbers[0]
    for number in [*numbers[1:], -2]:
        if number == last + 1:
            last = number
            continue
        if start == last:
            parts.append(f"{operand} == {start}")
        else:
            parts.append(f"({operand} >= {start} && {operand} <= {last})")
        start = last = number
    return " || ".join(parts)


def categories_of(header: str, language: str) -> dict[int, list[str]]:
    """The categories that each index of a `Plural-Forms` header stands for.

    1 decides first: its category has the form that it shows. Each other category has
    the form that most of its numbers show. A form may be left without a category.
    Raises ValueError for an expression that cannot be read.
    """
    evaluate = rule_in(header)
    select = known_rule(language).select
    shown: dict[str, dict[int, int]] = {}
    for number in [*range(400), *_LARGE]:
        counts = shown.setdefault(select(number), {})
        index = int(evaluate(number))
        counts[index] = counts.get(index, 0) + 1
    indices: dict[int, list[str]] = {
        index: [] for counts in shown.values() for index in counts
    }
    indices.update((index, []) for index in range(count_in(header)))
    best = {name: max(counts, key=counts.__getitem__) for name, counts in shown.items()}
    best[select(1)] = int(evaluate(1))
    for name in CATEGORIES:
        if name in best:
            indices[best[name]].append(name)
    return indices


def rule_in(header: str) -> Callable[[int], int]:
    """The rule of a `Plural-Forms` header. Raises ValueError for a wrong one."""
    match = re.search(r"plural\s*=\s*([^;]+)", header)
    rule: Callable[[int], int] = c2py(match[1].strip() if match else "n != 1")
    try:
        for number in range(200):
            rule(number)
    except ZeroDivisionError:
        raise ValueError("the plural rule divides by zero") from None
    return rule


def count_in(header: str) -> int:
    """The number of forms that a `Plural-Forms` header names; 2 without one."""
    match = re.search(r"nplurals\s*=\s*(\d{1,2})", header)
    return int(match[1]) if match else 2
