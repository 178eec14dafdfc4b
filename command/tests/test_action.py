"""The action for GitHub: its script is run as a runner does."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sample_locales import PACKAGES

ACTION = Path(__file__).parents[2] / "action.yml"


def script():
    """The lines of the step that checks, and the inputs that it reads."""
    lines = ACTION.read_text().splitlines()
    start = lines.index("    - id: check")
    begin = lines.index("      run: |", start) + 1
    end = next(at for at in range(begin, len(lines)) if lines[at].startswith("    - "))
    return "\n".join(line[8:] for line in lines[begin:end])


@pytest.mark.parametrize(
    ("language", "fail_on", "expected"), [("pl", "error", "1"), ("de", "note", "0")]
)
def test_the_action_writes_sarif(locales, tmp_path, language, fail_on, expected):
    (tmp_path / "calque").write_text(
        f'#!/bin/sh\nexec {sys.executable} -m calque_command "$@"\n'
    )
    (tmp_path / "calque").chmod(stat.S_IRWXU)
    environment = {
        **os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "PYTHONPATH": PACKAGES,
        "RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "output"),
        "FOLDER": str(locales), "SOURCE": "en", "FAIL_ON": fail_on,
        "ARGUMENTS": f"--lang {language}",
    }  # fmt: skip
    command = ["bash", "-eo", "pipefail", "-c", script()]
    subprocess.run(command, env=environment, check=True)
    output = dict(
        line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines()
    )
    assert output["code"] == expected
    results = json.loads(Path(output["sarif"]).read_text())["runs"][0]["results"]
    assert bool(results) == (language == "pl")
