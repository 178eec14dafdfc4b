#!/usr/bin/env python3
"""Asks the same question at every door of the C ABI, and compares the answers.

For every `t` call of the case files whose key is a text and whose arguments are
flat texts, numbers and booleans, and for its key with arguments that are hard to
get right: `calque_translator_translate`, the same through a `calque_view` of the
translator as it is, and `calque_translator_translate_json` with CALQUE_RESULT_TEXT
must give the same text and the same status. Closes with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from ctypes import POINTER, byref, c_char, c_size_t, string_at
from pathlib import Path
from typing import Any

from run import HERE, PACKAGE, cases

CAPACITY = 4 << 20
BUFFER = (c_char * CAPACITY)()
RESOURCES = {"ios": "resourcesStore", "v1": "resStore"}
IOS_OPTIONS = {
    "context",
    "count",
    "variables",
    "defaultValue",
    "sprintf",
    "lang",
    "namespace",
    "indefinite_article",
    "postProcess",
}

HARD: list[dict[str, Any]] = [
    {},
    {"name": "{{count}} __count__", "count": 1},
    {"name": "$t(title)", "count": 0},
    {"name": "a $& b $1 $` $'"},
    {"name": "<b>\"&'/</b>", "count": 5},
    {"name": ")", "x": "(", "user": "'"},
    {"name": "}}", "x": "{{", "y": "{{- name}}"},
    {"name": "", "count": -1},
    {"name": "ü\u0000€😀", "count": 21},
    {"name": True, "count": True},
    {"count": "2", "context": "male"},
    {"count": 2, "context": "", "ordinal": True},
    {"count": 1, "context": "female", "ordinal": "yes"},
    {"count": 3, "ordinal": 1.5},
    {"count": 1.0, "context": 1},
    {"count": 1.5, "name": -0.0, "x": 1e21},
    {"count": 2**63 - 1, "name": -(2**63)},
    {"context": "male_plural"},
    {"context": "x" * 500},
    {"defaultValue": "d {{name}} __name__ {{defaultValue}}", "name": "n"},
    {"defaultValue_other": "d {{count}}", "count": 7},
    {"lng": "de", "name": "n"},
    {"ns": "common", "name": "n"},
    {"lang": "de", "namespace": "common", "count": 2},
    {"replace": "text", "name": "n"},
    {"interpolation": False, "nest": False, "name": "n"},
    {"skipInterpolation": True, "name": "n"},
    {"postProcess": "sprintf", "sprintf": "x"},
    {"keySeparator": "_", "nsSeparator": "/"},
    {"applyPostProcessor": True, "name": "{{applyPostProcessor}}"},
    {"returnDetails": True, "returnObjects": True, "joinArrays": "+"},
    {"indefinite_article": True, "count": 1},
    {"isFallbackLookup": True, "_origLng": "en", "lngs": "en"},
]

Answer = tuple[int, bytes]


def is_flat(call: dict[str, Any]) -> bool:
    """Whether the call can be made with typed arguments as well as with JSON."""
    args = call.get("args") or {}
    return (
        call["method"] == "t"
        and isinstance(call["key"], str)
        and isinstance(args, dict)
        and all(
            isinstance(value, str | bool | float)
            or (isinstance(value, int) and -(2**63) <= value < 2**63)
            for value in args.values()
        )
    )


class Doors:
    """A translator of a case, and a view of it."""

    def __init__(self, case: dict[str, Any]) -> None:
        from calque import _bindings as c

        self._c = c
        self._format = case["format"]
        options = dict(case.get("options") or {})
        if "resources" in case:
            options[RESOURCES.get(self._format, "resources")] = case["resources"]
        from calque import Translator

        self._translator = Translator(self._format, options)
        self._view = self._translator.get_fixed_t()

    def __enter__(self) -> Doors:
        return self

    def __exit__(self, *_: object) -> None:
        self._view.close()
        self._translator.close()

    def answers(self, key: str, args: dict[str, Any]) -> dict[str, Answer]:
        """The answer at each door."""
        translator, view = self._translator._reference, self._view._reference
        return {
            "json": self._json(translator, key, self._nested(args)),
            "typed": self._typed(
                self._c.calque_translator_translate, translator, key, args
            ),
            "view": self._typed(self._c.calque_view_translate, view, key, args),
        }

    def _nested(self, args: dict[str, Any]) -> dict[str, Any]:
        """In format ios, typed arguments that are no options are variables."""
        if self._format != "ios":
            return args
        options = {name: args[name] for name in args if name in IOS_OPTIONS}
        variables = {name: args[name] for name in args if name not in IOS_OPTIONS}
        return {**options, "variables": variables} if variables else options

    def _json(self, translator: Any, key: str, args: dict[str, Any]) -> Answer:
        keys, options = json.dumps([key]).encode(), json.dumps(args).encode()
        string, error = self._c.calque_string(), POINTER(self._c.calque_error)()
        status = self._c.calque_translator_translate_json(
            translator,
            keys,
            len(keys),
            options,
            len(options),
            0,
            byref(string),
            byref(error),
        )
        text = string_at(string.data, string.length) if string.data else b""
        self._c.calque_string_dispose(byref(string))
        self._c.calque_error_release(error)
        return status, text

    def _typed(
        self, function: Any, target: Any, key: str, args: dict[str, Any]
    ) -> Answer:
        arguments = (self._c.calque_arg * max(len(args), 1))()
        for argument, (name, value) in zip(arguments, args.items(), strict=False):
            data = name.encode()
            argument.name, argument.name_length = data, len(data)
            if isinstance(value, str):
                text = value.encode()
                argument.kind, argument.text, argument.length = 4, text, len(text)
            elif isinstance(value, float):
                argument.kind, argument.number = 2, value
            else:
                argument.kind = 3 if isinstance(value, bool) else 1
                argument.integer = int(value)
        data = key.encode()
        length = c_size_t()
        status = function(
            target,
            data,
            len(data),
            arguments if args else None,
            len(args),
            BUFFER,
            CAPACITY,
            byref(length),
        )
        return status, string_at(BUFFER, length.value)


def questions(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Keys and arguments: those of the case, and each key with hard arguments."""
    calls = [call for call in case["calls"] if is_flat(call)]
    for call in calls:
        yield call["key"], call.get("args") or {}
    for key in sorted({call["key"] for call in calls}):
        for args in HARD:
            yield key, args


class Comparison:
    """Counts the questions that all doors answer alike, and prints the others."""

    def __init__(self, max_failures: int) -> None:
        self._left = max_failures
        self.passed = self.failed = 0

    def ask(self, case: dict[str, Any]) -> None:
        """Ask the questions of a case."""
        with Doors(case) as doors:
            for key, args in questions(case):
                answers = doors.answers(key, args)
                if len(set(answers.values())) == 1:
                    self.passed += 1
                else:
                    self.failed += 1
                    self._show(case["id"], key, args, answers)

    def _show(
        self, name: str, key: str, args: dict[str, Any], answers: dict[str, Answer]
    ) -> None:
        if self._left <= 0:
            return
        self._left -= 1
        print(f"FAIL {name} {key!r} {json.dumps(args, ensure_ascii=False)}")
        for door, (status, text) in answers.items():
            print(f"  {door:<6}{status} {text.decode()[:200]!r}")


def main() -> int:
    """Compare all files; 1 when two doors disagree or nothing was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="default: the own cases")
    parser.add_argument("--library", type=Path, help="which libcalque to load")
    parser.add_argument("--only", default="", help="part of the id of cases to run")
    parser.add_argument("--max-failures", type=int, default=20)
    chosen = parser.parse_args()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    sys.path.insert(0, str(PACKAGE))
    comparison = Comparison(chosen.max_failures)
    for path in chosen.files or sorted((HERE / "cases").glob("translator-*.jsonl")):
        for case in cases(path, chosen.only):
            if case.get("system", "translator") == "translator":
                comparison.ask(case)
    print(f"{comparison.passed} passed, {comparison.failed} failed")
    return 0 if comparison.passed and not comparison.failed else 1


if __name__ == "__main__":
    sys.exit(main())
