#!/usr/bin/env python3
"""Measures the calls of the conformance files as multiples of a plain call.

Each `t` call with a text as its key is made many times through
calque_translator_translate, in CPU time; the plain call is that of a translator of
the same format in the same process. Prints the dearest calls, then for each format and
for all the mean, and how many are over 150. Needs a C compiler, for the loop around
the calls.

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
LOOP = r"""
#include <stddef.h>
#include <time.h>
typedef int call(void *, const char *, ptrdiff_t, const void *, ptrdiff_t, char *,
                 ptrdiff_t, ptrdiff_t *);
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
/* Nanoseconds for a call: the best of several rounds, each of at least 20 us. */
double timed(call *function, void *translator, const char *key, ptrdiff_t count,
             const void *args, ptrdiff_t arg_count, char *buffer,
             ptrdiff_t capacity) {
    ptrdiff_t length;
    double best = 0;
    long calls = 1;
    for (int round = 0; round < 12;) {
        double start = now();
        for (long at = 0; at < calls; at += 1)
            function(translator, key, count, args, arg_count, buffer, capacity,
                     &length);
        double spent = now() - start;
        if (spent < 20000 && calls < 100000) { calls *= 2; continue; }
        if (best == 0 || spent / (double)calls < best) best = spent / (double)calls;
        round += 1;
    }
    return best;
}
"""


def loop(folder: str) -> Any:
    """The function that repeats a call."""
    library = Path(folder) / "loop.so"
    command = ["cc", "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=LOOP.encode(), check=True)
    timed = ctypes.CDLL(str(library)).timed
    timed.restype = ctypes.c_double
    return timed


class Clock:
    """Times calls of translators."""

    def __init__(self, timed: Any) -> None:
        from calque import _bindings

        self._c = _bindings
        self._timed = timed
        self._buffer = (ctypes.c_char * ROOM)()
        self._plain: dict[str, float] = {}

    def plain(self, form: str) -> float:
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

    def call(self, translator: Any, key: str, args: dict[str, Any]) -> float:
        """Nanoseconds for a call."""
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
        nanoseconds: float = self._timed(
            function,
            translator._reference,
            data,
            ctypes.c_ssize_t(len(data)),
            arguments if args else None,
            ctypes.c_ssize_t(len(args)),
            self._buffer,
            ctypes.c_ssize_t(ROOM),
        )
        return nanoseconds


def multiples(files: list[Path], clock: Clock) -> Iterator[tuple[float, str, str]]:
    """The multiple of each call, its format, and which one it is."""
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
                    spent = clock.call(translator, call["key"], args)
                    name = f"{case['id']} {call['key'][:40]!r} {json.dumps(args)[:90]}"
                    yield spent / clock.plain(case["format"]), case["format"], name


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
    chosen = parser.parse_args()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    sys.path[:0] = [str(CONFORMANCE), str(ROOT / "bindings" / "python" / "src")]
    files = chosen.files or sorted((CONFORMANCE / "cases").glob("translator-*.jsonl"))
    with tempfile.TemporaryDirectory() as folder:
        found = sorted(multiples(files, Clock(loop(folder))), reverse=True)
    for multiple, _, name in found[: chosen.most]:
        print(f"{multiple:8.1f}  {name}")
    for form in sorted({form for _, form, _ in found}):
        tell(form, [multiple for multiple, other, _ in found if other == form])
    tell("all", [multiple for multiple, _, _ in found])
    return 0


if __name__ == "__main__":
    sys.exit(main())
