"""Calls that take the shortest way, and those that must not."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from enum import Enum

import pytest

from calque import CalqueError, MissingKeyError, Translator, View

TREE = {
    "plain": "Plain text",
    "deutsch": "schön",
    "who": "Hello {{name}}",
    "raw": "{{- v}}",
    "zero": "a\0b",
    "mark": "a\x1eb",
    "file_one": "{{count}} file",
    "file_other": "{{count}} files",
    "formatted": "{{v, mine}}",
    "plain\x1e": "key with a mark",
    "\x1b": "key of a mark",
}
OPTIONS = {"lng": "en", "resources": {"en": {"translation": TREE}}}


class Key(str, Enum):
    PLAIN = "plain"
    NAME = "name"

    def __str__(self) -> str:
        return "not this"

    def __format__(self, spec: str) -> str:
        return "not this"


@pytest.fixture
def view() -> Iterator[View]:
    with Translator("v4", OPTIONS) as translator:
        yield translator.get_fixed_t()


@pytest.mark.parametrize("key", ["plain", "deutsch", "plain\x1e", "\x1b"])
def test_every_way_gives_the_text(view: View, key: str) -> None:
    assert view.text(key) == view(key) == TREE[key]
    assert view(key, {}) == view.batch([key])[0] == TREE[key]
    assert view(key, name="Bo") == view(key, count=1) == TREE[key]


@pytest.mark.parametrize("key", ["zero", "mark"])
def test_texts_are_whole_whatever_is_in_them(view: View, key: str) -> None:
    assert view.text(key) == view(key) == TREE[key]
    assert view.batch([key, "plain", key]) == [TREE[key], "Plain text", TREE[key]]


@pytest.mark.parametrize("key", ["", "plain\0", "who\x1ename\x1fBo", "none", "é"])
def test_what_is_no_key_is_missing(view: View, key: str) -> None:
    assert view.text(key) is None
    assert view(key) == view(key, {}) == key
    assert view(key, name="Bo") == view(key, {"name": "Bo"})
    assert view.batch([key, "plain"]) == [key, "Plain text"]


@pytest.mark.parametrize(
    "value",
    ["\0", "x\x1e", "x\x1e\x1f", "x\x1ename\x1fy", "\x1b", "\x1b_", "\x1d", "é" * 90],
)
def test_values_cannot_be_taken_for_arguments(view: View, value: str) -> None:
    assert view("raw", v=value) == value
    assert view("raw", v=value, name="Bo") == view("raw", name="Bo", v=value) == value
    assert view("raw", **{"v": "x", value: "y"}) == "x"
    assert view.batch("raw", v=[value, "z", value]) == [value, "z", value]


@pytest.mark.parametrize(
    "value", [10**17, 10**18 - 1, -(10**18) + 1, 10**18, 2**63 - 1]
)
def test_whole_numbers_are_whole(view: View, value: int) -> None:
    assert view("raw", v=value) == view("raw", {"v": value})
    assert view("raw", v=value) == str(value)


def test_numbers_too_long_to_write_are_refused(view: View) -> None:
    with pytest.raises(ValueError, match="integer string"):
        view("raw", v=10**5000)


def test_names_and_keys_may_be_of_a_class_of_str(view: View) -> None:
    assert view(Key.PLAIN) == view.text(Key.PLAIN) == "Plain text"
    assert view("who", **{Key.NAME: "Bo"}) == "Hello Bo"
    assert view(Key.PLAIN, name="x") == "Plain text"
    assert view("who", name=Key.PLAIN) == "Hello plain"
    assert view.batch([Key.PLAIN]) == ["Plain text"]


def test_many_arguments(view: View) -> None:
    for count in (8, 9, 15, 16, 17, 300):
        many = {f"n{number}": number for number in range(count - 1)}
        assert view("who", **many, name="Bo") == "Hello Bo"


def test_calls_with_callbacks_call_back_once() -> None:
    calls: list[object] = []

    def formatter(value: object, lng: str | None, options: object) -> str:
        calls.append(value)
        return "done"

    with Translator("v4", OPTIONS) as translator:
        translator.add_formatter("mine", formatter)
        view = translator.get_fixed_t()
        assert view("formatted", v="x") == "done"
        assert calls == ["x"]
        assert view.batch(["plain", "formatted"]) == ["Plain text", "{{v, mine}}"]


def test_a_strict_view_tells_missing_keys() -> None:
    with Translator("v4", OPTIONS, strict=True) as translator:
        view = translator.get_fixed_t()
        assert view("plain") == "Plain text"
        assert view("who", name="Bo") == "Hello Bo"
        for arguments in ({}, {"name": "Bo"}):
            with pytest.raises(MissingKeyError):
                view("none", **arguments)
        assert view.batch(["plain", "deutsch"]) == ["Plain text", "schön"]
        with pytest.raises(MissingKeyError):
            view.batch(["plain", "none"])


def test_variables_of_ios_are_apart() -> None:
    tree = {"who": "Hello __name__", "plain": "Plain text"}
    options = {"lang": "en", "resourcesStore": {"en": {"translation": tree}}}
    with Translator("ios", options) as translator:
        view = translator.get_fixed_t("en")
        assert view("plain") == view.text("plain") == "Plain text"
        assert view("who", name="Bo") == "Hello Bo"


@pytest.mark.parametrize("key", [None, 1, b"plain", ["plain"]])
def test_what_is_no_text_is_refused(view: View, key: object) -> None:
    calls = [
        view,
        view.text,
        lambda key: view(key, name="x"),
        lambda key: view.batch([key]),
    ]
    for call in calls:
        with pytest.raises((AttributeError, TypeError)):
            call(key)  # type: ignore[operator]


def test_surrogates_are_refused(view: View) -> None:
    for call in (view, view.text, lambda key: view("who", name=key)):
        with pytest.raises(UnicodeEncodeError):
            call("\ud800")


def test_a_closed_view_refuses_everything(view: View) -> None:
    text = view.text
    view.close()
    view.close()
    assert view.closed
    calls = [
        lambda: text("plain"),
        lambda: view("plain"),
        lambda: view("none"),
        lambda: view("who", name="Bo"),
        lambda: view.batch(["plain"]),
        lambda: view.batch([]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="this View is closed"):
            call()


def test_refused_arguments_are_told(view: View) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        view("raw", v=[float("nan")])
    with pytest.raises((CalqueError, TypeError)):
        view("raw", v=object())


def test_a_view_may_be_closed_while_threads_use_it() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    failures: list[object] = []

    def read(view: View, start: threading.Barrier) -> None:
        start.wait()
        try:
            while True:
                found = {
                    view("who", name="Bo"),
                    view.text("plain"),
                    *view.batch(["file"]),
                }
                if found != {"Hello Bo", "Plain text", "file"}:
                    failures.append(found)
        except ValueError as error:
            if "closed" not in str(error):
                failures.append(error)

    try:
        with Translator("v4", OPTIONS) as translator:
            for _ in range(30):
                view = translator.get_fixed_t()
                start = threading.Barrier(4)
                threads = [
                    threading.Thread(target=read, args=(view, start)) for _ in range(3)
                ]
                for thread in threads:
                    thread.start()
                start.wait()
                view("who", name="x")
                view.close()
                for thread in threads:
                    thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert failures == []
