"""Calls at random: the changes that are made, and what counts as a failure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from known_differences import DIFFERENCES, listed
from mutations import mutated

HERE = Path(__file__).resolve().parent
FUZZ = HERE / "fuzz_calls.py"
FORMATS = HERE.parent.parent / "docs" / "formats.md"

CASE: dict[str, Any] = {
    "id": "menu",
    "format": "v4",
    "options": {"lng": "en", "fallbackLng": False},
    "resources": {"en": {"translation": {"menu": {"open": "Open {{name}}"}}}},
    "calls": [
        {
            "method": "t",
            "key": "menu.open",
            "args": {"name": "Bo"},
            "expect": "Open Bo",
        },
        {"method": "dir", "expect": "ltr"},
    ],
}


def test_the_same_seed_makes_the_same_case() -> None:
    before = json.dumps(CASE)
    made = [mutated(CASE, Random(5)) for _ in range(2)]
    assert made[0] == made[1]
    assert json.dumps(CASE) == before


def test_keys_options_and_resources_are_changed() -> None:
    random = Random(1)
    changed: Counter[str] = Counter()
    for _ in range(200):
        made = mutated(CASE, random)
        assert [call["method"] for call in made["calls"]] == ["t"]
        assert "expect" not in made["calls"][0]
        changed["key"] += made["calls"][0]["key"] != "menu.open"
        changed["args"] += made["calls"][0]["args"] != CASE["calls"][0]["args"]
        for part in ("options", "resources"):
            changed[part] += made[part] != CASE[part]
    assert set(changed) == {"key", "args", "options", "resources"}
    assert min(changed.values()) > 20


@pytest.mark.parametrize(
    ("format_", "method", "args", "theirs", "expected"),
    [
        ("v4", "t", {}, {"value": "x", "notes": []}, None),
        ("v4", "t", {}, {"error": "x", "notes": []}, "the reference throws"),
        ("v3", "t", {"fallbackLng": False}, {"notes": []}, "`fallbackLng: false`"),
        ("v4", "t", {"fallbackLng": False}, {"notes": []}, None),
        ("v2", "exists", {"returnObjects": False}, {"notes": []}, "`exists`"),
        ("v2", "t", {"returnObjects": False}, {"notes": []}, None),
    ],
)
def test_a_difference_is_told_by_the_call(
    format_: str,
    method: str,
    args: dict[str, Any],
    theirs: dict[str, Any],
    expected: str | None,
) -> None:
    case = {**CASE, "format": format_}
    found = listed(case, {"method": method, "key": "k", "args": args}, theirs)
    assert (found is None) if expected is None else expected in (found or "")


def test_the_page_lists_each_difference() -> None:
    page = " ".join(FORMATS.read_text(encoding="utf-8").split())
    assert [difference for difference in DIFFERENCES if difference not in page] == []


def fuzz(tmp_path: Path, *options: str) -> tuple[int, list[str]]:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, FUZZ, "--calls", "50", *options, path],
        check=False,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    return run.returncode, run.stdout.splitlines()


def test_every_way_to_ask_answers_alike(tmp_path: Path) -> None:
    code, lines = fuzz(tmp_path)
    assert code == 0
    assert lines[-1].endswith(" passed, 0 failed")


def test_an_answer_of_a_reference_that_differs_fails(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    calls = json.loads(line)['calls']\n"
        "    print(json.dumps([{'value': 'wrong', 'notes': []}] * len(calls)))\n"
    )
    command = f"{sys.executable} {wrong}"
    code, lines = fuzz(tmp_path, "--reference", command, "--max-failures", "1")
    assert code == 1
    assert lines[-1] == "0 passed, 50 failed"
    assert lines[0].startswith("FAIL menu ")
