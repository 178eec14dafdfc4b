"""Puts the extension module `calque._fast` in front of a class, where it is there."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeVar

from . import _bindings as c
from ._doors import address
from ._ffi import library
from ._handles import Reference

_Class = TypeVar("_Class", bound=type)
_NAME = f"{__package__}._fast"


def accelerated(translate: Any, text: Any = None) -> Callable[[_Class], _Class]:
    """The class itself, or a subclass whose methods are written in C.

    These call the functions of the library that are given. The environment
    variable CALQUE_PYTHON_FAST=0 leaves the class as it is.
    """

    def replaced(cls: _Class) -> _Class:
        if extension is None:
            return cls
        lent = None if text is None else address(text)
        made: _Class = extension.accelerated(cls, Reference, address(translate), lent)
        made.__doc__ = cls.__doc__
        return made

    return replaced


def _extension() -> Any:
    if os.environ.get("CALQUE_PYTHON_FAST") == "0":
        return None
    try:
        found = import_module(_NAME)
    except ImportError:
        spec = _beside_the_library()
        if spec is None or spec.loader is None:
            return None
        found = module_from_spec(spec)
        spec.loader.exec_module(found)
    return found if c.calque_version() == found.VERSION else None


def _beside_the_library() -> ModuleSpec | None:
    """The extension of a checkout, which is built into the folder of the library."""
    folder = Path(library._name).parent
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"_fast{suffix}"
        if path.exists():
            return spec_from_file_location(_NAME, path)
    return None


extension = _extension()
"""The module in C; None where it is not there or not wanted."""
