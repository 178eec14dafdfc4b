#!/usr/bin/env python3
"""Runs what programs forget, mistake or share in the language of each host.

A program does the case that its argument names, and prints "ok"; or "none" when its
language leaves no way to do it. A case runs in a process of its own, which must end
with 0: an exception is right where one is due, a signal never.

    unkept       calls of objects that nothing keeps, while the collector runs
    copied       copies of an object, in every way that the language has
    closed       a call after `close`, which is refused; `close` once more, which is not
    closing      `close` on one thread, or in a handler, while others call
    threads      threads that begin and end in a program with objects
    interrupted  a handler that translates between a call and its result
    types        values of wrong types in place of texts, paths, objects and formats
    numbers      whole numbers of 64 bits, and those beyond, which are refused
    changing     values that change, or raise, while they are read
    utf8         texts that have no UTF-8: one value, a key
    nul          a path with a NUL, which is refused; a text with one, which is whole
    dropped      50,000 translators that are not closed: they hold less than 250 MiB
    released     50,000 translators that are closed, at once
    replaced     texts of two lengths that another thread puts in place of one another
    events       a missing key, which reaches the log and a handler of events, and JSON
                 with a mistake, whose error has the line
    exit         a program that ends with living objects: it writes no complaint

Closes with "N passed, N failed".

usage: misuse.py [--only CASE] RUNNER [ARGUMENT ...]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys

# Ends what hangs: under a sanitizer on a busy machine a case takes minutes.
SECONDS = 900


def cases() -> list[str]:
    """The names in the list above."""
    return re.findall(r"^    (\w+) {2,}", str(__doc__), re.MULTILINE)


def failure(runner: list[str], case: str) -> str | None:
    """Why a case failed; None when it passed."""
    try:
        done = subprocess.run(
            [*runner, case],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {SECONDS} s"
    output = done.stdout.decode(errors="replace")
    complaint = done.stderr.decode(errors="replace")
    if done.returncode != 0:
        return f"ended with {done.returncode}: {output}{complaint}"
    if output not in ("ok\n", "none\n"):
        return f"printed {output!r}"
    return f"complained: {complaint}" if complaint else None


def main() -> int:
    """Run all cases; 1 when one failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("runner", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    passed = failed = 0
    for case in cases():
        if chosen.only not in case:
            continue
        reason = failure(chosen.runner, case)
        if reason is None:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {case} {reason}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
