#!/usr/bin/env python3
"""Counts the instructions of the conformance files' calls as multiples of a plain call.

Each `t` call with a text as its key is made three times through
calque_translator_translate, and callgrind counts the third, with what it takes in libc;
the plain call is that of a translator of the same format in the same process. Prints
the dearest calls, then for each format and for all the mean, and how many are over 150.
Needs a C compiler and valgrind, and a minute.

usage: conformance_calls.py [--library FILE] [--most N] [FILE ...]
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CONFORMANCE = ROOT / "Tests" / "Conformance"
LARGE = 150
ROOM = 4 << 20
CALLS = r"""
#include <stddef.h>
typedef int call(void *, const char *, ptrdiff_t, const void *, ptrdiff_t, char *,
                 ptrdiff_t, ptrdiff_t *);
__attribute__((noinline)) void counted(call *function, void *translator,
                                       const char *key, ptrdiff_t count,
                                       const void *args, ptrdiff_t arg_count,
                                       char *buffer, ptrdiff_t capacity) {
    ptrdiff_t length;
    function(translator, key, count, args, arg_count, buffer, capacity, &length);
}
void made(call *function, void *translator, const char *key, ptrdiff_t count,
          const void *args, ptrdiff_t arg_count, char *buffer, ptrdiff_t capacity) {
    ptrdiff_t length;
    for (int round = 0; round < 2; round += 1)
        function(translator, key, count, args, arg_count, buffer, capacity, &length);
    counted(function, translator, key, count, args, arg_count, buffer, capacity);
}
"""


def maker(folder: Path) -> Any:
    """The function that makes a call, the third time through `counted`."""
    library = folder / "calls.so"
    command = ["cc", "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=CALLS.encode(), check=True)
    return ctypes.CDLL(str(library)).made


class Calls:
    """Makes calls of translators. Each has the number that it is counted under."""

    def __init__(self, made: Any) -> None:
        from calque import _bindings

        self._c = _bindings
        self._made = made
        self._buffer = (ctypes.c_char * ROOM)()
        self._count = 0
        self._plain: dict[str, int] = {}

    def plain(self, form: str) -> int:
        """The plain call of a format."""
        if form not in self._plain:
            from calque import Translator
            from compare_doors import RESOURCES

            name = "lang" if form == "ios" else "lng"
            resources = {"en": {"translation": {"plain": "Save"}}}
            options = {name: "en", RESOURCES.get(form, "resources"): resources}
            with Translator(form, options) as translator:
                self._plain[form] = self.call(translator, "plain", {})
        return self._plain[form]

    def call(self, translator: Any, key: str, args: dict[str, Any]) -> int:
        """Make a call."""
        arguments = (self._c.calque_arg * max(len(args), 1))()
        for argument, (name, value) in zip(arguments, args.items(), strict=False):
            data = name.encode()
            argument.name, argument.name_length = data, len(data)
            match value:
                case bool() | int() if -(2**63) <= value < 2**63:
                    argument.kind = 3 if isinstance(value, bool) else 1
                    argument.integer = int(value)
                case float():
                    argument.kind, argument.number = 2, value
                case None:
                    argument.kind = 0
                case _:
                    is_text = isinstance(value, str)
                    # JSON as the package writes it, without escapes.
                    written = json.dumps(value, ensure_ascii=False)
                    text = (value if is_text else written).encode()
                    argument.kind = 4 if is_text else 6
                    argument.text, argument.length = text, len(text)
        data = key.encode("utf-8", "replace")
        function = ctypes.cast(self._c.calque_translator_translate, ctypes.c_void_p)
        self._made(
            function,
            translator._reference,
            data,
            ctypes.c_ssize_t(len(data)),
            arguments if args else None,
            ctypes.c_ssize_t(len(args)),
            self._buffer,
            ctypes.c_ssize_t(ROOM),
        )
        self._count += 1
        return self._count


def made(files: list[Path], calls: Calls) -> Iterator[tuple[int, int, str, str]]:
    """Each call, the plain call beside it, its format, and which one it is."""
    from calque import Translator
    from compare_doors import RESOURCES
    from run import cases

    for path in files:
        for case in cases(path, ""):
            if case.get("system", "translator") != "translator":
                continue
            options = dict(case.get("options") or {})
            if "resources" in case:
                options[RESOURCES.get(case["format"], "resources")] = case["resources"]
            with Translator(case["format"], options) as translator:
                for call in case["calls"]:
                    args = call.get("args") or {}
                    if call["method"] != "t" or not isinstance(call["key"], str):
                        continue
                    if not isinstance(args, dict):
                        continue
                    # Typed calls of format ios give variables beside options.
                    variables = args.get("variables")
                    if case["format"] == "ios" and isinstance(variables, dict):
                        args = {**args, **variables}
                        del args["variables"]
                    number = calls.call(translator, call["key"], args)
                    name = f"{case['id']} {call['key'][:40]!r} {json.dumps(args)[:90]}"
                    yield number, calls.plain(case["format"]), case["format"], name


def multiples(folder: Path) -> list[tuple[float, str, str]]:
    """Run this again under callgrind: the multiple of each call, dearest first."""
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'count'}"]
    tool += ["--toggle-collect=counted", "--dump-after=counted", sys.executable]
    command = [*tool, *sys.argv, "--into", str(folder)]
    subprocess.run(command, check=True, capture_output=True)

    def count(number: int) -> int:
        lines = (folder / f"count.{number}").read_text(errors="replace").splitlines()
        return next(int(line.split()[1]) for line in lines if "totals: " in line)

    calls = json.loads((folder / "calls.json").read_text())
    return sorted(
        ((count(one) / count(plain), form, name) for one, plain, form, name in calls),
        reverse=True,
    )


def tell(name: str, values: list[float]) -> None:
    """Print what there is to say about the calls of a format."""
    large = sum(value > LARGE for value in values)
    print(
        f"{name}: {len(values)} calls, mean {statistics.fmean(values):.1f}, median"
        f" {statistics.median(values):.1f}, over {LARGE}: {large}"
    )


def main() -> int:
    """Print the dearest calls and the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="default: the own cases")
    parser.add_argument("--library", type=Path, help="which libcalque to load")
    parser.add_argument("--most", type=int, default=20, help="how many to print")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    sys.path[:0] = [str(CONFORMANCE), str(ROOT / "bindings" / "python" / "src")]
    files = chosen.files or sorted((CONFORMANCE / "cases").glob("translator-*.jsonl"))
    if chosen.into is not None:
        calls = list(made(files, Calls(maker(chosen.into))))
        (chosen.into / "calls.json").write_text(json.dumps(calls))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = multiples(Path(folder))
    for multiple, _, name in found[: chosen.most]:
        print(f"{multiple:8.1f}  {name}")
    for form in sorted({form for _, form, _ in found}):
        tell(form, [multiple for multiple, other, _ in found if other == form])
    tell("all", [multiple for multiple, _, _ in found])
    return 0


if __name__ == "__main__":
    sys.exit(main())
