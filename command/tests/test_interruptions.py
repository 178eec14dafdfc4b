"""Every command that writes: on a full disk, and killed."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from sample_locales import PACKAGES

PROGRAM = Path(__file__).with_name("interrupted.py")
# 2,000 is the long form.
KILLS = int(os.environ.get("CALQUE_KILLS", "80"))


def interrupted(*arguments, before=()):
    result = subprocess.run(
        [*before, sys.executable, PROGRAM, *map(str, arguments)],
        capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": PACKAGES, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert result.stdout, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


@pytest.fixture
def memory(tmp_path):
    """A folder in memory, where there is one: nothing waits for a disk there."""
    try:
        folder = Path("/dev/shm", f"calque-{os.getpid()}")
        folder.mkdir()
    except OSError:
        folder = tmp_path
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


def own_mounts():
    """The words before a command that may mount; none where that is not permitted."""
    for words in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        done = subprocess.run([*words, "true"], capture_output=True, check=False)
        if done.returncode == 0:
            return words
    return []


@pytest.mark.filterwarnings("default:no file system")
def test_a_full_disk_leaves_old_files_or_new_ones(tmp_path):
    done = interrupted("disk", tmp_path, before=own_mounts())
    assert done["problems"] == []
    assert done["commands"] >= 32
    if done["how"] == "a small file system":
        assert done["stopped"] > 0.7 * done["runs"]
    else:
        warnings.warn(f"no file system could be mounted: {done['how']}", stacklevel=1)
        assert done["stopped"] > 0.4 * done["runs"]


def test_a_kill_leaves_old_files_or_new_ones(memory):
    done = interrupted("kills", memory, KILLS)
    assert done["problems"] == []
    assert done["stopped"] > KILLS / 4
