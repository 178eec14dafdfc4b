"""A folder of catalogs of our own, and the command run on it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sample_locales import GERMAN, POLISH, SOURCE, write


@pytest.fixture
def locales(tmp_path):
    folder = tmp_path / "locales"
    for name, tree in (("en", SOURCE), ("pl", POLISH), ("de", GERMAN)):
        write(folder / f"{name}.json", tree)
    return folder


@pytest.fixture
def run(tmp_path):
    """Runs the command as a process: exit code, standard output and error."""

    def run(*arguments, code=0, cwd=tmp_path, **environment):
        package = Path(__file__).parents[2] / "src"
        result = subprocess.run(
            [sys.executable, "-c",
             "import sys; from calque.cli import main; sys.exit(main())",
             *map(str, arguments)],
            capture_output=True, encoding="utf-8", cwd=cwd, check=False,
            env={**os.environ, "PYTHONPATH": str(package), **environment},
        )  # fmt: skip
        assert result.returncode == code, result.stdout + result.stderr
        return result

    return run
