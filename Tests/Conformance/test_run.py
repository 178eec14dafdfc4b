"""The runner itself: what it counts as equal, as a failure, as success."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compare import same

RUN = Path(__file__).resolve().parent / "run.py"


@pytest.mark.parametrize(
    ("expected", "got", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (False, 0, False),
        (True, True, True),
        (None, None, True),
        (None, False, False),
        ({"$undefined": True}, None, True),
        ({"a": [1, {"b": 1}]}, {"a": [1, {"b": True}]}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([1, 2], [1], False),
        ("1", 1, False),
    ],
)
def test_equality_is_exact(expected: Any, got: Any, equal: bool) -> None:
    assert same(expected, got) is equal


def run(tmp_path: Path, case: dict[str, Any], *options: str) -> tuple[int, list[str]]:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(case) + "\n\n", encoding="utf-8")
    finished = subprocess.run(
        [sys.executable, str(RUN), str(path), *options],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    return finished.returncode, finished.stdout.splitlines()


def plural(*answers: str) -> dict[str, Any]:
    calls = [{"method": "category", "count": "1", "expect": one} for one in answers]
    return {"id": "p", "system": "plural", "locale": "en", "calls": calls}


def test_success_is_told(tmp_path: Path) -> None:
    code, lines = run(tmp_path, plural("one", "one"))
    assert (code, lines[-1]) == (0, "2 passed, 0 failed")
    assert lines[-2].split() == ["plural", "2", "0"]


def test_failures_are_printed_up_to_the_limit(tmp_path: Path) -> None:
    code, lines = run(tmp_path, plural("one", "few", "two"), "--max-failures", "1")
    assert (code, lines[-1]) == (1, "1 passed, 2 failed")
    assert [line for line in lines if line.startswith("FAIL")] == [
        'FAIL p [1] {"method": "category", "count": "1"}'
    ]
    assert '  expected "few"' in lines
    assert '  got      "one"' in lines


def test_half_of_a_surrogate_pair_is_printed(tmp_path: Path) -> None:
    case = plural("\ud83d")
    code, lines = run(tmp_path, case)
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")
    assert r'  expected "\ud83d"' in lines


@pytest.mark.parametrize(
    "change",
    [{"system": "weather"}, {"system": "system"}, {"calls": [{"method": "x"}]}],
)
def test_unknown_systems_and_methods_fail(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    code, lines = run(tmp_path, {**plural("one"), **change})
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")


def test_call_that_raises_fails_and_the_run_goes_on(tmp_path: Path) -> None:
    case = plural("one", "one")
    case["calls"][0]["count"] = "no number"
    code, lines = run(tmp_path, case)
    assert (code, lines[-1]) == (1, "1 passed, 1 failed")
    assert any("InvalidArgumentError" in line for line in lines)


def test_no_case_at_all_is_no_success(tmp_path: Path) -> None:
    code, lines = run(tmp_path, plural("one"), "--only", "nothing has this")
    assert (code, lines[-1]) == (1, "0 passed, 0 failed")
