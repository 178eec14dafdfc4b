#!/usr/bin/env python3
"""Print how many passed and failed in the output of a test run.

usage: count_results.py LOG STATUS

LOG is the output, STATUS the exit code. Known closing lines are those of ctest,
swift test and pytest, and `N passed, N failed` as the last line. A run without one
counts as one test, which its exit code decides. A run that failed has at least one
failure, whatever it says.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PLAIN = re.compile(r"(?:\w+: )?(\d+) passed, (\d+) failed(?:, \d+ skipped)?")
CTEST = re.compile(r"\d+% tests passed, (\d+) tests? failed out of (\d+)")
PYTEST = re.compile(r"=* ?((?:\d+ \w+, )*\d+ \w+) in [\d.]+s\b.*")
SWIFT = re.compile(r"Test run with (\d+) tests?\b.* (?:passed|failed) after")
SWIFT_FAILED = re.compile(
    r"^\S+ +Test (?!run with )(?!case ).* failed after", re.MULTILINE
)
NO_TESTS = re.compile(r"No tests were found")


def of_pytest(summary: str) -> tuple[int, int]:
    """Counts from a line such as `1 failed, 12 passed, 1 error`."""
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", summary)}
    broken = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
    return counts.get("passed", 0), broken


def count(output: str, status: int) -> tuple[int, int] | None:
    """The counts in the last line; None when it has no known form."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    last = lines[-1] if lines else ""
    if plain := PLAIN.fullmatch(last):
        return int(plain[1]), int(plain[2])
    if pytest := PYTEST.fullmatch(last):
        return of_pytest(pytest[1])
    if NO_TESTS.search(output):
        return 0, 1
    if runs := CTEST.findall(output):
        failed, total = (int(number) for number in runs[-1])
        return total - failed, failed
    if runs := SWIFT.findall(output):
        total = sum(int(number) for number in runs)
        failed = len(SWIFT_FAILED.findall(output))
        # A filter that chose nothing has tested nothing.
        return (total - failed, failed) if total else (0, 1)
    return None


def main() -> int:
    output = Path(sys.argv[1]).read_text(errors="replace")
    status = int(sys.argv[2])
    passed, failed = count(output, status) or (1 if status == 0 else 0, 0)
    if status != 0 and failed == 0:
        failed = 1
    print(passed, failed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
