"""Options with values of every type of JSON: an error with the path, or an answer.

Each option of the table, in each format, at init and in a call, alone and inside what
contains it. Nothing may end the process or take long; what is refused names the option.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/generators"), str(ROOT / "bindings/python/src")]

from calque import CalqueError, Translator
from option_table import CALL, INIT, LIMITS, options

FAMILIES = {"ios": "ios", "v1": "v1", "v2": "modern", "v3": "modern", "v4": "modern"}
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2**31, 2**63 - 1, -(2**63), 1.5, -0.0, 1e308,
    "", "x", "en", "{{", "}}", ".", "\0", "a" * 5000, "\U0001f600",
    [], [None], [[]], ["en", 5, {}], [0.5, True], ["x"] * 300, [[["x"]]],
    {}, {"": ""}, {"default": []}, {"en": {"x": None}}, {"x": {"y": {"z": [1]}}},
    {"length": 2, "0": "x"},
]  # fmt: skip
TREE = {
    "k": "{{count}} {{x, number(minimumFractionDigits: 2)}} $t(o, {\"x\": 1})",
    "k_one": "one {{x}}", "k_other": "other {{x}}", "k_plural": "__count__",
    "k_male": "he", "o": {"a": "A", "b": ["B", 1]}, "s": "%s %(x)d",
}  # fmt: skip


def nested(name: str, value: object) -> dict[str, Any]:
    """The options with a value at a path with dots."""
    first, _, rest = name.partition(".")
    return {first: nested(rest, value) if rest else value}


def resources(format_: str) -> dict[str, Any]:
    name = {"ios": "resourcesStore", "v1": "resStore"}.get(format_, "resources")
    return {name: {"en": {"translation": TREE}}, "lng": "en", "lang": "en"}


def calls(translator: Translator) -> None:
    """Use what options change."""
    for key in ("k", "o", "s", "none", "translation:k", "o.a"):
        translator.t(key, count=2, x=3, context="male")
        translator.exists(key)
    translator.get_fixed_t("en")("k", count=1, x="y")
    assert isinstance(translator.languages, list)
    assert isinstance(translator.options, dict)


def names(rows: list[Any]) -> Iterator[tuple[str, str]]:
    for format_, family in FAMILIES.items():
        for option in options(rows, family):
            yield format_, option.name


LIMIT_NAMES = [
    (format_, limit["name"]) for format_ in FAMILIES for limit in LIMITS
]  # fmt: skip


def refusal(call: Callable[..., object], *given: Any, **options: Any) -> str | None:
    """The error that a call is refused with, its path first; None without one."""
    try:
        call(*given, **options)
    except CalqueError as failure:
        return f"{failure.path or ''} {failure}"
    except ValueError as failure:
        return str(failure)
    return None


@pytest.mark.parametrize(("format_", "name"), sorted({*names(INIT), *LIMIT_NAMES}))
def test_an_init_option(format_: str, name: str) -> None:
    def used(given: dict[str, Any]) -> None:
        with Translator(format_, given) as made:
            assert refusal(calls, made) != ""

    for value in VALUES:
        told = refusal(used, {**resources(format_), **nested(name, value)})
        assert told is None or not told.startswith(" "), (value, told)


@pytest.mark.parametrize(("format_", "name"), sorted(set(names(CALL))))
def test_an_option_of_a_call(format_: str, name: str) -> None:
    with Translator(format_, resources(format_)) as made:
        view = made.get_fixed_t("en")
        for value in VALUES:
            given = {"count": 2, "x": 1, **nested(name, value)}
            for key in ("k", "o", "s", "none"):
                for call in (made.t, made.exists, view):
                    assert refusal(call, key, **nested(name, value)) != ""
                    assert refusal(call, key, **given) != ""
        made.t("k")


@pytest.mark.parametrize("format_", FAMILIES)
def test_options_that_are_no_object(format_: str) -> None:
    for value in VALUES:
        if not isinstance(value, dict):
            with pytest.raises((CalqueError, TypeError)) as raised:
                Translator(format_, json.dumps(value))
            assert str(raised.value)
