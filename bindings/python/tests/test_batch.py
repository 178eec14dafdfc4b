from __future__ import annotations

import math
import random
import struct
from array import array
from datetime import date
from decimal import Decimal
from fractions import Fraction
from http import HTTPStatus

import pytest

from calque import MissingKeyError, Translator, View

TREE = {
    "plain": "plain",
    "deutsch": "schön",
    "who": "Hello {{name}}",
    "file_one": "{{count}} file",
    "file_other": "{{count}} files",
    "raw": "{{- v}}",
    "user": "{{user.name}}",
}
OPTIONS = {"lng": "en", "resources": {"en": {"translation": TREE}}}


@pytest.fixture
def view() -> View:
    return Translator("v4", OPTIONS).get_fixed_t()


def test_many_keys(view: View) -> None:
    assert view.batch(["plain", "deutsch", "none", "", "plain"]) == [
        "plain",
        "schön",
        "none",
        "",
        "plain",
    ]
    assert view.batch([]) == []
    assert view.batch(("plain",)) == ["plain"]
    assert view.batch("plain") == ["plain"]


def test_one_key_over_many_rows(view: View) -> None:
    assert view.batch("who", name=["Bo", "Zoë", ""]) == [
        "Hello Bo",
        "Hello Zoë",
        "Hello ",
    ]
    assert view.batch("file", count=range_of(3)) == ["0 files", "1 file", "2 files"]
    assert view.batch("file", count=array("q", [1, 2])) == ["1 file", "2 files"]
    assert view.batch(["file", "who"], count=1, name="Bo") == ["1 file", "Hello Bo"]
    assert view.batch("who", name=[]) == []


def range_of(count: int) -> tuple[int, ...]:
    return tuple(range(count))


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([True, False], ["true", "false"]),
        ([1.5, -0.0, 1e21], ["1.5", "0", "1e+21"]),
        (array("d", [0.1]), ["0.1"]),
        ([1, 2.5, "x", None], ["1", "2.5", "x", ""]),
        ([None, "x", None], ["", "x", ""]),
        ([None, None], ["", ""]),
        ([Decimal("1.50"), Decimal("-2")], ["1.50", "-2"]),
        ([date(2024, 5, 17), Fraction(1, 2)], ["2024-05-17", "0.5"]),
        ([date(2024, 5, 17), date(2024, 5, 18)], ["2024-05-17", "2024-05-18"]),
        ([HTTPStatus.OK, HTTPStatus.CREATED], ["200", "201"]),
        ([1, 2.5, -(2**53)], ["1", "2.5", "-9007199254740992"]),
        ([2**53 + 1, 0.5], ["9007199254740993", "0.5"]),
        ([2**64, 1], ["18446744073709552000", "1"]),
        (["a\0b", "\x1e"], ["a\0b", "\x1e"]),
    ],
)
def test_values_of_all_kinds(
    view: View, values: list[object], texts: list[str]
) -> None:
    assert view.batch("raw", v=values) == texts


def test_a_batch_answers_as_single_calls_do(view: View) -> None:
    names = [f"{number} " + "é" * (number % 70) for number in range(500)]
    assert view.batch("who", name=names) == [view("who", name=name) for name in names]
    for columns in (
        {"name": ["Bo", None, "Zoë"], "count": [None, None, 2]},
        {"name": [None, None, None], "count": [1, 2.5, None]},
        {"name": None, "count": [1, None, True]},
    ):
        for key in ("who", "file", "raw"):
            rows = [
                {n: v[row] if isinstance(v, list) else v for n, v in columns.items()}
                for row in range(3)
            ]
            assert view.batch(key, **columns) == [view(key, **row) for row in rows]
    assert view.batch("user", user=[{"name": "Bo"}, {"name": 3}]) == ["Bo", "3"]


def test_what_is_wrong_is_refused(view: View) -> None:
    with pytest.raises(ValueError, match="2 values for 3 rows"):
        view.batch(["a", "b", "c"], name=["x", "y"])
    with pytest.raises(UnicodeEncodeError):
        view.batch("who", name=["\ud800"])
    with pytest.raises(TypeError):
        view.batch("who", name=[b"bytes"])
    view.close()
    with pytest.raises(ValueError, match="closed"):
        view.batch(["plain"])


def test_a_strict_translator_names_the_missing_key() -> None:
    view = Translator("v4", OPTIONS, raise_missing=True).get_fixed_t()
    assert view.batch(["plain", "plain"]) == ["plain", "plain"]
    with pytest.raises(MissingKeyError) as failure:
        view.batch(["plain", "none"])
    assert failure.value.key == "none"


def test_what_a_callback_raises_comes_out() -> None:
    def formatter(value: object, lng: str | None, options: object) -> str:
        raise RuntimeError("no")

    tree = {"f": "{{v, mine}}"}
    translator = Translator(
        "v4", {"lng": "en", "resources": {"en": {"translation": tree}}}
    )
    translator.add_formatter("mine", formatter)
    with pytest.raises(RuntimeError, match="no"):
        translator.get_fixed_t().batch("f", v=[1, 2])
    with pytest.raises(RuntimeError, match="no"):
        translator.get_fixed_t()("f", v=1)


@pytest.mark.parametrize(
    "text", ["\x1b", "\x1c\x1d\x1e\x1f", "a\x1b_b", "\n\t", "x\0y", "é"]
)
def test_marks_of_flat_arguments_are_escaped(view: View, text: str) -> None:
    assert view("raw", v=text) == text
    assert view("raw", **{"v": text, text: 1}) == text
    assert view("raw", v="x", **{text + "\x1fv\x1fy": "z"}) == "x"


def script_number(value: float) -> str:
    """A double as ECMAScript writes it, from the shortest digits."""
    if value == 0:
        return "0"
    sign, digits, exponent = split(repr(value))
    point = len(digits) + exponent
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        if len(digits) <= point:
            return sign + digits + "0" * (point - len(digits))
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{sign}{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def split(text: str) -> tuple[str, str, int]:
    """Sign, digits without leading zeros, and the power of ten behind them."""
    sign = "-" if text.startswith("-") else ""
    mantissa, _, power = text.lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    return sign, digits, int(power or 0) - len(fraction)


def test_doubles_are_written_as_javascript_writes_them(view: View) -> None:
    dice = random.Random(8)
    bits = (struct.unpack("<d", dice.randbytes(8))[0] for _ in range(100_000))
    values = [value for value in bits if math.isfinite(value)]
    values += [dice.random() * 10 ** dice.randrange(-9, 24) for _ in range(20_000)]
    values += [10.0**power for power in range(-10, 25)] + [5e-324, 2.0**53, 1e21 - 1]
    assert view.batch("raw", v=values) == [script_number(value) for value in values]
