#!/usr/bin/env python3
"""Writes docs/python-reference.md: every public name of the Python package, with its
signature and its docstring.

A module is public when its name has no underscore; its names are those of `__all__`, or
those that are defined in it. A name without a docstring is an error. With --check the
page is compared, and the exit code is 1 when it differs.
"""

from __future__ import annotations

import argparse
import enum
import importlib
import inspect
import os
import pkgutil
import re
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from generated_source import emit

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python-reference.md"
SOURCES = [str(ROOT / "bindings/python/src"), str(ROOT / "command/src")]
# Rules for other programs; docs/command.md has the rest of the command.
CHECKS = "calque_command.checks"
HEAD = """# Reference of the Python package

Written by tools/generators/generate_python_reference.py from the docstrings. The
guide is [python.md](python.md).
"""


class Reference:
    """The page as it grows."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.faults: list[str] = []
        self.seen: dict[int, str] = {}

    def module(self, module: ModuleType) -> None:
        """A module: its own text, then its names in the order of the source."""
        names = [
            (name, value)
            for name, value in public_names(module)
            if id(value) not in self.seen or not callable(value)
        ]
        if not names:
            return
        self.lines += ["", f"## {module.__name__}", ""]
        self._text(module.__name__, module)
        for name, value in names:
            self._name(f"{module.__name__}.{name}", name, value)

    def _name(self, whole: str, name: str, value: Any) -> None:
        if inspect.isclass(value):
            self.seen[id(value)] = whole
            self._class(whole, name, value)
        elif inspect.isfunction(inspect.unwrap(value)):
            self.seen[id(value)] = whole
            self.lines += ["", f"### {name}{signature(value)}", ""]
            self._text(whole, value)
        elif typing.get_origin(value) is not None:
            # A type that callers annotate with.
            told = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", str(value))
            told = told.replace("'", "")
            self.lines += ["", f"### {name}", "", f"`{told}`"]

    def _class(self, whole: str, name: str, value: type) -> None:
        bases = [base.__name__ for base in value.__bases__ if is_shown(base)]
        behind = f"({', '.join(bases)})" if bases else ""
        self.lines += ["", f"### class {name}{behind}", ""]
        self._text(whole, value)
        if issubclass(value, enum.Enum):
            listed = ", ".join(f"`{member.name}`" for member in value)
            self.lines += ["", f"Members: {listed}."]
            return
        if makes_itself(value):
            self.lines += ["", f"`{name}{signature(value)}`"]
        for member, found in members(value):
            title = f"{name}.{member}"
            if isinstance(found, property):
                self.lines += ["", f"#### {title}", ""]
                self._text(f"{whole}.{member}", found)
            else:
                function = inspect.unwrap(getattr(found, "__func__", found))
                self.lines += ["", f"#### {title}{signature(function)}", ""]
                self._text(f"{whole}.{member}", function)

    def _text(self, whole: str, value: Any) -> None:
        text = inspect.getdoc(value)
        if not text:
            self.faults.append(f"{whole} has no docstring")
            return
        self.lines += with_fences(text)


def public_modules() -> list[ModuleType]:
    """The package and its public modules."""
    package = importlib.import_module("calque")
    found = [package]
    for info in pkgutil.walk_packages(package.__path__, "calque."):
        parts = info.name.split(".")
        if any(part.startswith("_") for part in parts[1:]):
            continue
        module = importlib.import_module(info.name)
        # A package with __all__ says what its modules have.
        parent = sys.modules[info.name.rpartition(".")[0]]
        if parent is package or not hasattr(parent, "__all__"):
            found.append(module)
    return [*found, importlib.import_module(CHECKS)]


def public_names(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The names of `__all__`, or those that the module defines."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        # They may be imported when they are first asked for.
        yield from ((name, getattr(module, name)) for name in listed)
        return
    for name, value in vars(module).items():
        if not name.startswith("_") and is_own(value, module):
            yield name, value


def is_own(value: Any, module: ModuleType) -> bool:
    """Whether a class or function is defined in a module."""
    kinds = inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value))
    return kinds and value.__module__ == module.__name__


def is_shown(base: type) -> bool:
    """Whether a base class says something to a reader: not the private ones."""
    own = base.__module__.startswith("calque")
    hidden = any(part.startswith("_") for part in base.__module__.split("."))
    return base is not object and not (own and hidden)


def makes_itself(value: type) -> bool:
    """Whether a class has a constructor that a public base class does not have."""
    for base in value.__mro__:
        if "__init__" in vars(base):
            return base is value or (not is_shown(base) and base is not object)
    return False


def members(value: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties, those of private base classes too, by their names."""
    found: dict[str, Any] = {}
    for base in reversed(value.__mro__):
        if base is value or (
            base.__module__.startswith("calque") and not is_shown(base)
        ):
            found |= vars(base)
    for name in sorted(found):
        member = found[name]
        plain = isinstance(member, (property, classmethod, staticmethod))
        if not name.startswith("_") and (plain or inspect.isfunction(member)):
            yield name, member


def signature(value: Any) -> str:
    """The parameters, without `self` and `cls`."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "()"
    kept = [
        parameter
        for name, parameter in found.parameters.items()
        if name not in {"self", "cls"}
    ]
    # Modules say nothing to a reader, and are there in evaluated annotations alone.
    text = re.sub(
        r"\b(?:[a-z_]\w*\.)+(?=[A-Z])", "", str(found.replace(parameters=kept))
    )
    text = re.sub(r"<(\w+\.\w+): -?\d+>", r"\1", text)
    return text.replace("'", "") if "Literal" not in text else text


def with_fences(text: str) -> list[str]:
    """A docstring as Markdown: its examples are code."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        starts = line.startswith(">>>")
        if starts and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return [*lines, "```"] if inside else lines


def main() -> int:
    """Write the page or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    # Classes in C have no signatures.
    os.environ["CALQUE_PYTHON_FAST"] = "0"
    sys.path[:0] = SOURCES
    page = Reference()
    for module in public_modules():
        page.module(module)
    for fault in page.faults:
        print(fault, file=sys.stderr)
    text = HEAD + "\n".join(page.lines) + "\n"
    return emit({PAGE: text}, options.check) or int(bool(page.faults))


if __name__ == "__main__":
    sys.exit(main())
