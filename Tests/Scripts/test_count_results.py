"""Tests for tools/checks/count_results.py: what CI reports must be what happened."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/checks"))

from count_results import main

CTEST = """\
      Start 1: test_view
1/2 Test #1: test_view ........   Passed    0.00 sec
2/2 Test #2: test_host ........***Failed    0.00 sec
3 passed, 1 failed

50% tests passed, 1 tests failed out of 2

The following tests FAILED:
\t  2 - test_host (Failed)
Errors while running CTest
"""
SWIFT_GOOD = """\
Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.000) seconds
✔ Test run with 12 tests in 3 suites passed after 0.051 seconds.
"""
SWIFT_BAD = """\
✘ Test twoIsThree() recorded an issue at XTests.swift:4:5: Expectation failed
✘ Test twoIsThree() failed after 0.001 seconds with 1 issue.
✘ Suite XTests failed after 0.001 seconds with 1 issue.
✘ Test run with 12 tests in 3 suites failed after 0.051 seconds with 1 issue.
"""
SWIFT_NONE = "✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.\n"


@pytest.mark.parametrize(
    ("output", "status", "expected"),
    [
        ("12 passed, 0 failed\n", 0, "12 0"),
        ("12 passed, 3 failed\n\n", 1, "12 3"),
        ("Total: 5 passed, 0 failed, 1 skipped\n", 0, "5 0"),
        ("12 passed, 0 failed\nthen it broke\n", 1, "0 1"),
        ("12 passed, 0 failed\n", 139, "12 1"),
        ("no closing line\n", 0, "1 0"),
        ("no closing line\n", 2, "0 1"),
        ("", 0, "1 0"),
        (CTEST, 8, "1 1"),
        ("100% tests passed, 0 tests failed out of 9\n", 0, "9 0"),
        ("No tests were found!!!\n", 0, "0 1"),
        ("===== 12 passed in 0.51s =====\n", 0, "12 0"),
        ("1 failed, 12 passed, 2 errors in 61.01s (0:01:01)\n", 1, "12 3"),
        ("no tests ran in 0.01s\n", 5, "0 1"),
        (SWIFT_GOOD, 0, "12 0"),
        (SWIFT_BAD, 1, "11 1"),
        (SWIFT_NONE, 0, "0 1"),
    ],
)
def test_a_log_is_counted_as_it_ended(
    output: str,
    status: int,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = tmp_path / "log"
    log.write_text(output)
    monkeypatch.setattr("sys.argv", ["count_results.py", str(log), str(status)])
    assert main() == 0
    assert capsys.readouterr().out.strip() == expected
