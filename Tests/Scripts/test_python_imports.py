"""The layers of the Python packages, and circles among their modules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "checks"))

import python_imports

MODULES = {
    "bindings/python/src/calque/__init__.py": "from .view import View",
    "bindings/python/src/calque/view.py": "",
    "command/src/calque_command/checks/__init__.py": "from calque import view",
    "command/src/calque_command/exchange/__init__.py": "from ..checks import x",
    "command/src/calque_command/cli/__init__.py": "from ..exchange import y",
    "server/src/calque_server/app.py": "import calque_command.checks",
}


def faults(folder: Path, monkeypatch: pytest.MonkeyPatch, **more: str) -> list[str]:
    for name, text in {**MODULES, **more}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(python_imports, "ROOT", folder)
    return [line for check in python_imports.checks() for line in check]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "bindings/python/src/calque/view.py",
            "def f():\n    from calque_command.checks import x",
            "bindings/python/src/calque/view.py: imports calque_command.checks",
        ),
        (
            "command/src/calque_command/checks/__init__.py",
            "from ..exchange import y",
            "calque_command/checks/__init__.py: imports calque_command.exchange",
        ),
        (
            "server/src/calque_server/app.py",
            "from calque_command import cli",
            "server/src/calque_server/app.py: imports calque_command.cli",
        ),
        (
            "bindings/python/src/calque/view.py",
            "if TYPE_CHECKING:\n    from . import View",
            "calque -> calque.view -> calque",
        ),
    ],
)
def test_an_import_back_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, expected: str
) -> None:
    assert faults(tmp_path, monkeypatch) == []
    found = faults(tmp_path, monkeypatch, **{name: text})
    assert any(expected in line for line in found)
