"""Values of unusual types, by both ways into the library."""

from __future__ import annotations

import copy
import logging
import pickle
import threading
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

import pytest

from calque import Catalog, Messages, Translator, compile_catalog, plural_category

TREE = {"raw": "{{- v}}", "file_one": "{{count}} file", "file_other": "{{count}} files"}


class Level(IntEnum):
    LOW = 1


class Color(Enum):
    RED = 1

    def __str__(self) -> str:
        return "red"


class Index:
    """As the integers of numpy."""

    def __index__(self) -> int:
        return 1


class Real:
    """As the numbers of numpy."""

    def __float__(self) -> float:
        return 1.5


class Wild(int):
    """An integer that answers comparisons as it likes."""

    def __le__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __ge__ = __lt__ = __gt__ = __le__


class Raising:
    def __str__(self) -> str:
        raise RuntimeError("no text")


class RaisingIndex:
    def __index__(self) -> int:
        raise RuntimeError("no number")


@pytest.fixture
def both() -> list[Callable[..., str]]:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    translator = Translator("v4", options)
    view = translator.get_fixed_t()
    return [translator.t, translator, view, lambda *a, **n: view.batch(*a, **n)[0]]


VALUES: list[tuple[object, str]] = [
    (HTTPStatus.OK, "200"),
    (Level.LOW, "1"),
    (Color.RED, "red"),
    (Index(), "1"),
    (Real(), "1.5"),
    (Wild(7), "7"),
    (True, "true"),
    (Fraction(3, 2), "1.5"),
    (Decimal("1.0"), "1.0"),
    (date(2024, 5, 17), "2024-05-17"),
    (datetime(2024, 5, 17, 13, 4), "2024-05-17T13:04:00"),
    (PurePosixPath("a/b"), "a/b"),
    (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=[t for _, t in VALUES])
def test_a_value_is_shown(
    both: list[Callable[..., str]], value: object, text: str
) -> None:
    for call in both:
        assert call("raw", v=value) == text


def test_a_name_may_have_a_value_of_another_type_in_each_call(
    both: list[Callable[..., str]],
) -> None:
    values: list[tuple[object, str]] = [
        ("a", "a"), ([1], "1"), ([2], "2"), (3, "3"), ("a\0b", "a\0b"), (True, "true"),
        (10**20, f"{10**20}"), (1.5, "1.5"), (Decimal("1.0"), "1.0"), ("b", "b"),
    ]  # fmt: skip
    for call in both[:3]:
        for value, text in values:
            assert call("raw", v=value) == text


@pytest.mark.parametrize("count", [Level.LOW, Index(), Fraction(1), Wild(1)])
def test_an_integer_of_any_type_counts(
    both: list[Callable[..., str]], count: Any
) -> None:
    for call in both:
        assert call("file", count=count) == "1 file"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"x", "cannot insert a value of type bytes; decode it first"),
        (bytearray(b"x"), "a value of type bytearray; decode it first"),
        ({"x"}, "cannot insert a value of type set; make it a list first"),
        ([frozenset("x")], "a value of type frozenset; make it a list first"),
    ],
)
def test_a_value_that_has_no_text_says_what_to_do(
    both: list[Callable[..., str]], value: object, message: str
) -> None:
    for call in both:
        with pytest.raises(TypeError, match=message):
            call("raw", v=value)


@pytest.mark.parametrize("value", [Raising(), RaisingIndex()])
def test_what_a_value_raises_comes_out(
    both: list[Callable[..., str]], value: object
) -> None:
    for call in both:
        with pytest.raises(RuntimeError, match="no "):
            call("raw", v=value)
        assert call("raw", v="still there") == "still there"


def test_handles_are_neither_copied_nor_pickled() -> None:
    with Translator("v4", {"lng": "en"}) as translator:
        handles = [
            translator,
            translator.get_fixed_t(),
            Messages(),
            Catalog.from_bytes(compile_catalog({"en": {"translation": TREE}})),
        ]
        for handle in handles:
            for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="neither copied nor pickled"):
                    attempt(handle)  # type: ignore[operator]


def test_a_missing_key_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "calque")
    with Translator("v4", {"lng": "en", "resources": {}}) as translator:
        view = translator.get_fixed_t()
        for _ in range(3):
            assert translator.t("one") == translator("one", x=1) == view("one") == "one"
            assert view.batch(["one", "two", "two"]) == ["one", "two", "two"]
            assert translator.t("three", "Three") == "Three"
            assert translator.t_object("four") == "four"
    assert [record.name for record in caplog.records] == ["calque.missing"] * 4
    assert caplog.messages == [
        f"no translation for '{key}'" for key in ("one", "two", "three", "four")
    ]


def test_using_a_language_is_for_one_block_and_thread() -> None:
    resources = {
        lng: {"translation": {"hi": f"{lng} {{{{name}}}}"}}
        for lng in ("en", "pl", "de")
    }
    options = {"lng": "en", "fallbackLng": "en", "resources": resources}
    with Translator("v4", options) as t:
        told: list[str] = []
        with t.using("pl"):
            assert t.t("hi", name="x") == t("hi", {"name": "x"}) == "pl x"
            assert t.t(["none", "hi"], name="x") == "pl x"
            assert t.t("hi", lng="de", name="x") == "de x"
            assert t.t("none", "default") == "default"
            assert t.t_object("hi", name="x") == "pl x"
            assert t.details("hi")["usedLng"] == "pl"
            with t.using("de"):
                assert t.t("hi", name="x") == "de x"
            assert t.t("hi", name="x") == "pl x"
            thread = threading.Thread(target=lambda: told.append(t.t("hi", name="x")))
            thread.start()
            thread.join()
        assert told == [t.t("hi", name="x")] == ["en x"]
    resources = {lng: {"translation": {"hi": lng}} for lng in ("en", "pl")}
    with (
        Translator("ios", {"lang": "en", "resourcesStore": resources}) as ios,
        ios.using("pl"),
    ):
        assert ios.t("hi") == ios.t_object("hi") == "pl"


@pytest.mark.parametrize("name", ["postProcess", "sprintf", "lang", "namespace"])
def test_ios_options_are_no_variables(name: str) -> None:
    tree = {"hi": "__postProcess__ __sprintf__ __lang__ __namespace__ %s"}
    resources = {"en": {"translation": tree}}
    with Translator("ios", {"lang": "en", "resourcesStore": resources}) as ios:
        ios.add_post_processor("up", lambda value, key, options: value.upper())
        value: Any = {
            "postProcess": "up",
            "sprintf": ["x"],
            "lang": "en",
            "namespace": "translation",
        }[name]
        for call in (ios.t, ios.t_object):
            by_keyword = call("hi", a="x", **{name: value})
            assert by_keyword == call("hi", {name: value, "variables": {"a": "x"}})
            assert f"__{name}__" in by_keyword.replace(
                f"__{name.upper()}__", f"__{name}__"
            )


@pytest.mark.parametrize("exponent", ["1E+1000000", "-1E+999999999", "1" * 400])
def test_a_decimal_of_many_digits_is_refused(
    both: list[Callable[..., str]], exponent: str
) -> None:
    for call in both:
        for name in ("v", "count"):
            with pytest.raises(ValueError, match="digits is too large"):
                call("raw", **{name: Decimal(exponent)})
        with pytest.raises(ValueError, match="digits is too large"):
            call("raw", v=[Decimal(exponent)])
    with pytest.raises(ValueError, match="digits is too large"):
        plural_category("en", Decimal(exponent))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("1E+127"), "1" + "0" * 127),
        (Decimal("1E+128"), "1e+128"),
        (Decimal("0." + "1" * 126), "0." + "1" * 126),
        (Decimal("0." + "1" * 127), "0.1111111111111111"),
        (Decimal("1E+308"), "1e+308"),
        (Decimal("0E+1000000"), "0"),
        (Decimal("1E-1000000"), "0"),
        (2**64, "18446744073709552000"),
    ],
    ids=str,
)
def test_a_number_within_the_bounds_is_shown(
    both: list[Callable[..., str]], value: object, text: str
) -> None:
    for call in both:
        assert call("raw", v=value) == text


def test_an_integer_of_many_bits_is_refused(both: list[Callable[..., str]]) -> None:
    for call in both:
        with pytest.raises(ValueError, match="bits is too large"):
            call("raw", v=1 << 5000)


def test_an_object_of_no_type_of_json_is_shown_as_its_text(
    both: list[Callable[..., str]],
) -> None:
    value = object()
    for call in both:
        assert call("raw", v=value) == str(value)
