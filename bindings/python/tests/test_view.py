from __future__ import annotations

import threading
from decimal import Decimal

import pytest

from calque import MissingKeyError, Translator


def test_view_answers_with_text(translator: Translator) -> None:
    view = translator.get_fixed_t()
    assert view("hello", name="Bo") == "Hello Bo"
    assert view("file", count=2) == "2 files"
    assert view("file", count=Decimal("1.0")) == "1.0 files"
    assert view("integer") == "42"
    assert view("yes") == "true"
    assert view("nothing") == ""
    assert view("absent") == "absent"
    assert view("absent", "Default") == "Default"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ü", "Hello ü"),
        ("", "Hello "),
        (7, "Hello 7"),
        (-(2**63), f"Hello {-(2**63)}"),
        (True, "Hello true"),
        (None, "Hello "),
        (1.5, "Hello 1.5"),
        (Decimal("2.50"), "Hello 2.50"),
        ("a\0b", "Hello a\0b"),
        ([1, 2], "Hello 1,2"),
    ],
)
def test_view_takes_typed_values(
    translator: Translator, value: object, expected: str
) -> None:
    assert translator.get_fixed_t("en")("hello", name=value) == expected


def test_view_takes_many_and_long_values(translator: Translator) -> None:
    view = translator.get_fixed_t("en")
    many = {f"n{number}": number for number in range(60)}
    assert view("hello", many, name="x" * 5000) == "Hello " + "x" * 5000
    assert view("plain") == "Plain text"


def test_view_fixes_language_namespace_and_prefix(translator: Translator) -> None:
    assert translator.get_fixed_t("de")("hello", name="Bo") == "Hallo Bo"
    assert translator.get_fixed_t(["de", "en"])("plain") == "Plain text"
    assert translator.get_fixed_t("en", "more")("extra") == "Extra"
    assert translator.get_fixed_t("en", ["none", "more"])("extra") == "Extra"
    assert translator.get_fixed_t("en", key_prefix="tree")("leaf", x=1) == "green 1"


def test_a_view_stands_in_for_what_a_call_leaves_empty(translator: Translator) -> None:
    german, more = translator.get_fixed_t("de"), translator.get_fixed_t("en", "more")
    for empty in ("", None, False):
        assert german("hello", {"lng": empty}, name="Bo") == "Hallo Bo"
        assert german("hello", {"lngs": empty}, name="Bo") == "Hallo Bo"
        assert more("extra", {"ns": empty}) == "Extra"
    assert german.batch("hello", lng=["", None, "en"], name="Bo") == [
        *("Hallo Bo", "Hallo Bo", "Hello Bo")
    ]


def test_a_call_may_have_a_prefix_of_its_own(translator: Translator) -> None:
    view = translator.get_fixed_t("en", key_prefix="none")
    assert view("leaf", x=1) == "none.leaf"
    assert view("leaf", keyPrefix="tree", x=1) == "green 1"
    assert view("plain", keyPrefix="") == "Plain text"
    assert view("plain", {"keyPrefix": None}) == "none.plain"
    assert view(["absent", "leaf"], keyPrefix="tree", x=1) == "green 1"
    assert translator.get_fixed_t("en")("leaf", keyPrefix="tree", x=2) == "green 2"
    assert translator.t("leaf", keyPrefix="tree") == "leaf"
    rows = view.batch("leaf", keyPrefix=["tree", "none"], x=3)
    assert rows == ["green 3", "none.leaf"]


def test_view_does_not_see_later_changes(translator: Translator) -> None:
    view = translator.get_fixed_t("en")
    translator.add_resource("en", "translation", "plain", "changed")
    assert view("plain") == "Plain text"
    assert translator.get_fixed_t("en")("plain") == "changed"


def test_view_outlives_its_translator(translator: Translator) -> None:
    view = translator.get_fixed_t("en")
    translator.close()
    assert view("plain") == "Plain text"
    view.close()
    with pytest.raises(ValueError, match="this View is closed"):
        view("plain")


def test_plain_texts_are_borrowed(translator: Translator) -> None:
    with translator.get_fixed_t("en") as view:
        assert view.text("plain") == "Plain text"
        assert view.text("hello") is None
        assert view.text("absent") is None


def test_strict_view_raises(translator: Translator) -> None:
    with (
        Translator("v4", {"lng": "en", "resources": {}}, raise_missing=True) as strict,
        strict.get_fixed_t("en") as view,
        pytest.raises(MissingKeyError),
    ):
        view("absent")


def test_values_that_are_no_numbers_are_refused(translator: Translator) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        translator.get_fixed_t("en")("file", count=Decimal("NaN"))


def test_threads_share_a_view(translator: Translator) -> None:
    view = translator.get_fixed_t("en")
    failures: list[str] = []

    def read(name: str) -> None:
        for _ in range(300):
            if view("hello", name=name) != f"Hello {name}":
                failures.append(name)

    threads = [threading.Thread(target=read, args=("n" * i,)) for i in (1, 500, 3000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_view_takes_the_first_key_that_is_found(translator: Translator) -> None:
    view = translator.get_fixed_t()
    assert view(["absent", "hello"], name="Bo") == "Hello Bo"
    assert view(["absent", "gone"]) == "gone"
    assert view(["absent", "gone"], "Default") == "Default"
