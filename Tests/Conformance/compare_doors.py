#!/usr/bin/env python3
"""Asks the same question at every door of the C ABI, and compares the answers.

For every `t` call of the case files whose key is a text, and for its key with
arguments that are hard to get right: `calque_translator_translate`, the same through
a `calque_view` of the translator as it is, its attempt that may decline, both rows of a
table through `calque_renderer_render`, and `calque_translator_translate_json` with
CALQUE_RESULT_TEXT must give the same text and the same status. Details, whose forms are
found by their hashes, must say the same as `calque_translator_explain`, which asks for
one form after another. Views with languages, namespaces and a prefix are compared with
the same options in JSON. Closes with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from ctypes import (
    POINTER,
    byref,
    c_char,
    c_size_t,
    string_at,
)
from pathlib import Path
from typing import Any

from run import HERE, PACKAGE, cases

sys.path.insert(0, str(HERE.parent.parent / "tools" / "generators"))
import option_table

CAPACITY = 4 << 20
BUFFER = (c_char * CAPACITY)()
RESOURCES = {"ios": "resourcesStore", "v1": "resStore"}
# The options of calls in format ios; all else that a call gives is a variable.
IOS_OPTIONS = {option.name for option in option_table.options(option_table.CALL, "ios")}

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
    {"user": {"name": "$t(title)", "first": ""}, "name": None, "count": 2},
    {"replace": {"name": "R)", "user": {"first": 0}}, "count": 1},
    {"ns": ["common", "translation"], "user": ["t", {"first": "x"}]},
    {"fallbackLng": "de", "defaultValue": "", "returnObjects": True},
    {"skipInterpolation": True, "defaultValue_one": "d", "count": 1},
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

# Languages, namespaces and prefix of views.
VIEWS: list[tuple[Any, Any, Any]] = [
    (lng, ns, prefix)
    for lng in (None, "de", ["de", "en"])
    for ns in (None, "common", ["common", "translation"])
    for prefix in (None, "user")
]
VIEW_ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"name": "n", "count": 2},
    {"context": "male", "lng": "fr"},
    {"ns": "translation", "defaultValue": "d {{name}}", "name": "n"},
]
UNSUPPORTED = 50
# Members of details and of explain that describe the match of a look-up.
FOUND = ("usedKey", "exactUsedKey", "usedLng", "usedNS")

Answer = tuple[int, bytes]


def is_flat(call: dict[str, Any]) -> bool:
    """Whether the call can be made with typed arguments as well as with JSON."""
    args = call.get("args") or {}
    return (
        call["method"] == "t"
        and isinstance(call["key"], str)
        and isinstance(args, dict)
        # Typed calls of format ios give variables beside options.
        and "variables" not in args
        and all(
            not isinstance(value, int) or -(2**63) <= value < 2**63
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
        from calque import CalqueError, Translator

        self._error = CalqueError
        self._separator = options.get("keySeparator") or "."
        self._translator = Translator(self._format, options)
        from table_door import TableDoor

        self._view = self._translator.get_fixed_t()
        self._table = TableDoor(self._view, self._format)
        self._views = [
            (*choice, self._translator.get_fixed_t(*choice)) for choice in VIEWS
        ]

    def __enter__(self) -> Doors:
        return self

    def __exit__(self, *_: object) -> None:
        self._table.close()
        self._view.close()
        for made in self._views:
            made[-1].close()
        self._translator.close()

    def answers(self, key: str, args: dict[str, Any]) -> dict[str, Answer]:
        """The answer at each door."""
        translator, view = self._translator._reference, self._view._reference
        answers = {
            "json": self._json(translator, key, self._nested(args)),
            "typed": self._typed(
                self._c.calque_translator_translate, translator, key, args
            ),
            "view": self._typed(self._c.calque_view_translate, view, key, args),
        }
        for name, function, target in (
            ("try", self._c.calque_translator_try_translate, translator),
            ("try view", self._c.calque_view_try_translate, view),
        ):
            attempt = self._typed(function, target, key, args)
            if attempt[0] != UNSUPPORTED:
                answers[name] = attempt
        for row, answer in enumerate(self._table.answers(key, args) or []):
            answers[f"row {row}"] = answer
        if not args:
            answers.update(self._without_arguments(view, key))
        return answers

    def look_ups(self, key: str, args: dict[str, Any]) -> dict[str, Answer]:
        """The match of a look-up by hash, and that of a look-up form by form.

        Details use the short ways of look-up; `explain` asks for each form in turn.
        """
        options = self._nested(args)
        found: dict[str, Answer] = {}
        for name in ("details", "explain"):
            try:
                told = getattr(self._translator, name)(key, options)
            except self._error as error:
                found[name] = 1, str(error).encode()
            else:
                found[name] = 0, json.dumps([told.get(part) for part in FOUND]).encode()
        return found

    def view_answers(
        self, key: str, args: dict[str, Any]
    ) -> Iterator[tuple[Any, dict[str, Answer]]]:
        """The answers of each view that has options of its own, and of JSON."""
        if self._format in RESOURCES:
            return
        translator = self._translator._reference
        for lng, ns, prefix, view in self._views:
            options = dict(args)
            if lng is not None:
                options.setdefault("lngs" if isinstance(lng, list) else "lng", lng)
            if ns is not None:
                options.setdefault("ns", ns)
            whole = key if prefix is None else prefix + self._separator + key
            target = view._reference
            yield (
                (lng, ns, prefix),
                {
                    "json": self._json(translator, whole, options),
                    "view": self._typed(
                        self._c.calque_view_translate, target, key, args
                    ),
                },
            )

    def _without_arguments(self, view: Any, key: str) -> dict[str, Answer]:
        """The answers of the functions that take a key alone, where they have one."""
        answers: dict[str, Answer] = {}
        data = key.encode()
        length = c_size_t()
        text = self._c.calque_view_text(view, data, len(data), byref(length))
        if text:
            answers["text"] = 0, string_at(text, length.value)
        return answers

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
            elif value is None:
                argument.kind = 0
            elif isinstance(value, dict | list):
                text = json.dumps(value, ensure_ascii=False).encode()
                argument.kind, argument.text, argument.length = 6, text, len(text)
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


def view_questions(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Keys of a case, each with a few arguments."""
    keys = sorted({call["key"] for call in case["calls"] if is_flat(call)})
    for key in keys[:7]:
        for args in VIEW_ARGUMENTS:
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
                self._note(case["id"], key, args, answers)
                self._note(case["id"], key, args, doors.look_ups(key, args))
            for key, args in view_questions(case):
                for choice, answers in doors.view_answers(key, args):
                    self._note(f"{case['id']} {choice}", key, args, answers)

    def _note(
        self, name: str, key: str, args: dict[str, Any], answers: dict[str, Answer]
    ) -> None:
        if len(set(answers.values())) == 1:
            self.passed += 1
        else:
            self.failed += 1
            self._show(name, key, args, answers)

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
