from __future__ import annotations

from decimal import Decimal

import pytest

from calque import (
    InvalidArgumentError,
    InvalidLocaleError,
    PluralRule,
    plural_category,
)


@pytest.mark.parametrize(
    ("locale", "count", "ordinal", "expected"),
    [
        ("en", 1, False, "one"),
        ("en", "1.0", False, "other"),
        ("en", Decimal("1.0"), False, "other"),
        ("en", 1.0, False, "one"),
        ("en", 2, True, "two"),
        ("pl", 2, False, "few"),
        ("pl_PL", 5, False, "many"),
        ("ar", 0, False, "zero"),
        ("lt", 0.00001, False, "many"),
    ],
)
def test_category(locale: str, count: object, ordinal: bool, expected: str) -> None:
    assert plural_category(locale, count, ordinal) == expected  # type: ignore[arg-type]
    assert PluralRule(locale, ordinal).select(count) == expected  # type: ignore[arg-type]


def test_unknown_language() -> None:
    with pytest.raises(InvalidLocaleError):
        plural_category("qqq", 1)
    with pytest.raises(InvalidLocaleError):
        PluralRule("qqq")


@pytest.mark.parametrize("count", ["", "one", "1,5", "9" * 200, float("nan")])
def test_text_that_is_no_number(count: str | float) -> None:
    with pytest.raises(InvalidArgumentError):
        plural_category("en", count)
    with pytest.raises(InvalidArgumentError):
        PluralRule("en").select(count)
