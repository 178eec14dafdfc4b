"""Plural categories of CLDR."""

from __future__ import annotations

from decimal import Decimal

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._json import digits, number


def plural_category(
    locale: str, count: int | float | str | Decimal, ordinal: bool = False
) -> str:
    """The plural category of a number in a language: "zero", "one", ... "other".

    Visible fraction digits count: "1.0" and Decimal("1.0") are not 1. A float
    has those of its shortest form, none when it is whole.

    Raises InvalidLocaleError for a language without rules, InvalidArgumentError
    for a text that is not a number.

    >>> plural_category("pl", 3), plural_category("en", 3, ordinal=True)
    ('few', 'few')
    >>> plural_category("en", 1), plural_category("en", Decimal("1.0"))
    ('one', 'other')
    """
    return _name(api.plural_category(locale, _digits(count), _kind(ordinal)))


class PluralRule:
    """The plural rule of a language. Create it once for many numbers.

    Raises InvalidLocaleError for a language without rules.

    >>> rule = PluralRule("ar")
    >>> [rule.select(count) for count in (0, 1, 2, 3, 11, 100)]
    ['zero', 'one', 'two', 'few', 'many', 'other']
    """

    def __init__(self, locale: str, ordinal: bool = False) -> None:
        self._locale, self._kind = locale, _kind(ordinal)
        self._rule = api.plural_rule_find(locale, self._kind)

    def select(self, count: int | float | str | Decimal) -> str:
        """The category of a number, as by `plural_category`.

        Raises InvalidArgumentError for a text that is not a number.
        """
        if type(count) is int and abs(count) < 1 << 63:
            return _name(c.calque_plural_rule_select(self._rule, count))
        return _name(api.plural_category(self._locale, _digits(count), self._kind))


def _kind(ordinal: bool) -> int:
    return k.PLURAL_ORDINAL if ordinal else k.PLURAL_CARDINAL


def _name(category: int) -> str:
    return api.plural_name(category) or "other"


def _digits(count: int | float | str | Decimal) -> str:
    if isinstance(count, float):
        return str(int(count)) if count.is_integer() else f"{Decimal(repr(count)):f}"
    if isinstance(count, Decimal):
        written = digits(count)
        if written is not None or not count.is_finite():
            return written or str(count)
        return _digits(number(count))
    return str(count)
