from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import calque
from calque.version import has_feature


def import_with(library: Path) -> str:
    """The message of importing the package with another library."""
    finished = subprocess.run(
        [sys.executable, "-c", "import calque.translator"],
        env={
            **os.environ,
            "CALQUE_LIBRARY": str(library),
            "PYTHONPATH": str(Path(calque.__file__).parents[1]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.stderr


def find_other() -> Path:
    """A shared library of the interpreter that is not libcalque."""
    return Path(importlib.import_module("_ctypes").__file__ or "")


def test_features() -> None:
    assert has_feature("translator")
    assert has_feature("plural")
    assert not has_feature("teleport")


def test_other_libraries_are_refused(tmp_path: Path) -> None:
    assert "libcalque was not found" in import_with(tmp_path / "none.so")
    other = tmp_path / "other.so"
    other.symlink_to(find_other())
    assert "is not libcalque" in import_with(other)
