#!/usr/bin/env python3
"""Makes calls that are near those of case files, and compares the answers.

With `--reference` a command answers each case, such as i18next in node
(`reference.cjs`): what differs must be listed in docs/formats.md. Without it every way
to ask must give the same answer, as in `compare_doors.py`. Prints the calls that fail,
how many differ in a way that is listed, and closes with "N passed, N failed".
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from compare import same
from compare_doors import Doors, is_flat
from known_differences import listed
from mutations import mutated
from run import HERE, PACKAGE, cases

BATCH = 500
"""Cases that a reference is asked at a time."""


class Tally:
    """Counts the calls of each format, and prints those that fail."""

    def __init__(self, max_failures: int) -> None:
        self._left = max_failures
        self.passed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.listed: Counter[tuple[str, str]] = Counter()

    def fail(self, case: dict[str, Any], call: dict[str, Any], told: str) -> None:
        """Count a failure, and print it while there is room."""
        self.failed[case["format"]] += 1
        if self._left <= 0:
            return
        self._left -= 1
        options = json.dumps(case["options"], ensure_ascii=False)
        print(f"FAIL {case['id']} {json.dumps(call, ensure_ascii=False)}")
        print(f"  options {options}\n  {told}")

    def close(self) -> None:
        """Print the counts."""
        for (format_, difference), count in sorted(self.listed.items()):
            print(f"{format_}: {count} listed: {difference}")
        for format_ in sorted({*self.passed, *self.failed}):
            print(
                f"{format_}: {self.passed[format_]} alike, {self.failed[format_]} not"
            )
        print(f"{self.passed.total()} passed, {self.failed.total()} failed")


def made(given: list[dict[str, Any]], calls: int, seed: str) -> Iterator[Any]:
    """Changed cases until they have so many calls."""
    random = Random(seed)
    while calls > 0:
        case = mutated(random.choice(given), random)
        calls -= len(case["calls"])
        if case["calls"]:
            yield case


def ours(case: dict[str, Any]) -> Iterator[Any]:
    """The answers of the library; an exception for a call that raises."""
    from systems import open_system  # after the library is chosen

    try:
        system = open_system(case)
    except Exception as exception:
        yield from [exception] * len(case["calls"])
        return
    with system:
        for call in case["calls"]:
            try:
                yield system.call(call)
            except Exception as exception:
                yield exception


def compare(case: dict[str, Any], answers: list[Any], tally: Tally) -> None:
    """Compare the answers of a reference with those of the library."""
    for call, theirs, got in zip(case["calls"], answers, ours(case), strict=True):
        known = "error" not in theirs and not isinstance(got, Exception)
        if known and same(theirs.get("value"), got):
            tally.passed[case["format"]] += 1
        elif difference := listed(case, call, theirs):
            tally.listed[case["format"], difference] += 1
        else:
            tally.fail(
                case, call, f"reference {json.dumps(theirs)}\n  got       {got!r}"
            )


def ask_reference(command: str, made_cases: Iterator[Any], tally: Tally) -> None:
    """Have a command answer cases, some at a time, and compare."""
    while batch := list(islice(made_cases, BATCH)):
        lines = "\n".join(map(json.dumps, batch))
        run = subprocess.run(
            command, shell=True, input=lines, capture_output=True, text=True, check=True
        )
        for case, line in zip(batch, run.stdout.splitlines(), strict=True):
            compare(case, json.loads(line), tally)


def ask_doors(made_cases: Iterator[Any], tally: Tally) -> None:
    """Ask at every door."""
    for case in made_cases:
        calls = [call for call in case["calls"] if is_flat(call)]
        with Doors(case) as doors:
            for call in calls:
                # An option of views alone.
                call["args"].pop("keyPrefix", None)
                for ask in (doors.answers, doors.look_ups):
                    answers = ask(call["key"], call["args"])
                    if len(set(answers.values())) == 1:
                        tally.passed[case["format"]] += 1
                    else:
                        tally.fail(case, call, repr(answers))


def main() -> int:
    """Make the calls; 1 when one fails or none was made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="default: the own cases")
    parser.add_argument("--library", type=Path, help="which libcalque to load")
    parser.add_argument("--calls", type=int, default=1000, help="of each format")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--format", action="append", help="default: all")
    parser.add_argument("--reference", help="a command that answers cases")
    parser.add_argument("--max-failures", type=int, default=20)
    chosen = parser.parse_args()
    if chosen.library is not None:
        os.environ["CALQUE_LIBRARY"] = str(chosen.library.resolve())
    sys.path.insert(0, str(PACKAGE))
    by_format: dict[str, list[Any]] = {}
    for path in chosen.files or sorted((HERE / "cases").glob("translator-*.jsonl")):
        for case in cases(path, ""):
            if case.get("system", "translator") == "translator":
                by_format.setdefault(case["format"], []).append(case)
    tally = Tally(chosen.max_failures)
    for format_ in chosen.format or sorted(by_format):
        new = made(by_format[format_], chosen.calls, f"{chosen.seed} {format_}")
        if chosen.reference is None:
            ask_doors(new, tally)
        else:
            ask_reference(chosen.reference, new, tally)
    tally.close()
    return 0 if tally.passed and not tally.failed else 1


if __name__ == "__main__":
    sys.exit(main())
