"""An import loads few modules, and every name that is loaded late is there."""

from __future__ import annotations

import importlib
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import calque

SOURCE = Path(calque.__file__).resolve().parents[1]
# Each of them costs milliseconds.
SLOW = {
    "asyncio",
    "concurrent.futures",
    "dataclasses",
    "inspect",
    "logging",
    "pathlib",
    "socket",
    "ssl",
    "uuid",
    "zoneinfo",
}


def imported(program: str) -> set[str]:
    """The modules that a program imports, beyond those of the interpreter."""
    whole = (
        "import sys; before = set(sys.modules); "
        f"sys.path.insert(0, {str(SOURCE)!r}); {program}; "
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", whole], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_import_imports_nothing_else() -> None:
    assert imported("import calque") <= {"calque", "__future__"}


def test_what_a_call_needs_is_imported_with_the_first_call() -> None:
    before = imported("import ctypes, threading, enum, contextlib, os")
    found = imported("from calque import Translator") - before
    assert not found & {"array", "contextvars", "datetime", "decimal", "json", "typing"}


def test_a_translator_imports_what_it_needs() -> None:
    found = imported(
        "from calque import Translator; tree = dict(a='A {{x}}'); "
        "made = Translator('v4', dict(lng='en', resources=dict(en=dict("
        "translation=tree)))); made.t('a', x=1); made.get_fixed_t()('a')"
    )
    assert not found & SLOW
    assert len({name for name in found if name.startswith("calque.")}) < 30
    assert len(found) < 90


def test_a_transport_needs_no_tls() -> None:
    assert not imported("import calque.transport") & {"ssl", "_ssl"}


def test_every_name_is_there() -> None:
    assert set(calque.__all__) <= set(dir(calque))
    for name in calque.__all__:
        assert getattr(calque, name) is not None
    assert calque.transport is importlib.import_module("calque.transport")  # type: ignore[attr-defined]
    for name in ("Nothing", "_nothing", "nothing"):
        with pytest.raises(AttributeError, match=name):
            getattr(calque, name)


def test_the_stub_names_what_is_there() -> None:
    stub = (SOURCE / "calque" / "__init__.pyi").read_text(encoding="utf-8")
    names = {line.split()[-1] for line in stub.splitlines() if " import " in line}
    assert names == set(calque.__all__)


def test_types_of_callbacks_have_a_module() -> None:
    types = importlib.import_module("calque.typing")
    for name in ("Escape", "EventHandler", "FormatHandler", "PostProcessor"):
        assert typing.get_origin(getattr(types, name)) is not None
        assert not hasattr(calque, name)
