"""Steps of a run: what is counted, shown and left out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

STEPS = Path(__file__).parents[2] / "tools/checks/steps.sh"
LANES = """
first() { step "One of two" bash -c 'echo 3 passed, 0 failed'; step "Broken" false; }
second() { step "Two of two" bash -c 'echo 4 passed, 0 failed'; }
steps_together first second
steps_end
"""


def run(script: str, only: str = "") -> subprocess.CompletedProcess[str]:
    start = f"set -euo pipefail\nsource '{STEPS}'\nsteps_only='{only}'\n"
    return subprocess.run(
        ["bash", "-c", start + script], text=True, capture_output=True, check=False
    )


def test_lanes_are_counted_together() -> None:
    ended = run(LANES)
    assert ended.stdout.splitlines()[-1] == "7 passed, 1 failed"
    assert "FAILED: Broken" in ended.stdout
    assert ended.returncode == 1


def test_a_word_chooses_steps_in_every_lane() -> None:
    ended = run(LANES, only="of two")
    assert ended.stdout.splitlines()[-1] == "7 passed, 0 failed"
    assert ended.returncode == 0


def test_a_word_that_chooses_no_step_is_a_failure() -> None:
    ended = run(LANES, only="of three")
    assert ended.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert ended.returncode == 1


def test_a_lane_sees_what_the_script_has_set() -> None:
    names = "shared=1 log=2 name=3 failed=4"
    lane = f"{names}\nlane() {{ step Fine test $shared$log$name$failed = 1234; }}"
    ended = run(f"{lane}\nsteps_together lane\nsteps_end")
    assert ended.stdout.splitlines()[-1] == "1 passed, 0 failed", ended.stdout


@pytest.mark.parametrize("end", ["no_such_command", "exit 3"])
def test_a_lane_that_ends_early_is_a_failure(end: str) -> None:
    ended = run(f"lane() {{ step Fine true; {end}; }}\nsteps_together lane\nsteps_end")
    assert ended.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert ended.returncode == 1
