"""Plural categories of CLDR."""

from __future__ import annotations

from decimal import Decimal

from . import _bindings as c
from . import _constants as k
from ._calls import plural


def plural_category(
    locale: str, count: int | float | str | Decimal, ordinal: bool = False
) -> str:
    """Category of a number in a language: "zero", "one", ... "other".

    Visible fraction digits count: "1.0" and Decimal("1.0") are not 1. A float
    has those of its shortest form, none when it is whole.

    Raises InvalidLocaleError for a language without rules, InvalidArgumentError
    for a text that is not a number.
    """
    kind = k.PLURAL_ORDINAL if ordinal else k.PLURAL_CARDINAL
    category = plural(locale, _digits(count), kind)
    return (c.calque_plural_name(category) or b"other").decode()


def _digits(count: int | float | str | Decimal) -> str:
    if isinstance(count, float):
        return str(int(count)) if count.is_integer() else _digits(Decimal(repr(count)))
    if isinstance(count, Decimal):
        return format(count, "f")
    return str(count)
