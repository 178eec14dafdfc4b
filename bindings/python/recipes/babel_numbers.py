"""Babel in place of the library's own numbers.

A formatter that a host adds as `number` is called instead of the built-in one; the
others stay.
"""

from __future__ import annotations

from collections.abc import Mapping

from babel import Locale
from babel.numbers import format_compact_decimal

from calque import Translator


def number(value: object, lng: str, options: Mapping[str, object]) -> str | None:
    """A number in compact notation; None leaves the value as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    digits = options.get("maximumFractionDigits", 1)
    return format_compact_decimal(
        value,
        format_type="long",
        locale=Locale.parse(lng, sep="-"),
        fraction_digits=digits if isinstance(digits, int) else 1,
    )


def install(translator: Translator) -> None:
    """Let Babel write the numbers of a translator."""
    translator.add_formatter("number", number)
