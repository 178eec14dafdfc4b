"""Puts the extension module `calque._fast` in front of a class, where it is there."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeVar

from . import _bindings as c
from ._doors import address
from ._ffi import library

_Class = TypeVar("_Class", bound=type)
_NAME = f"{__package__}._fast"


def accelerated(cls: _Class) -> _Class:
    """The class itself, or a subclass whose methods are written in C.

    The environment variable CALQUE_PYTHON_FAST=0 leaves it as it is.
    """
    extension = _extension()
    if extension is None or c.calque_version() != extension.VERSION:
        return cls
    made: _Class = extension.view_type(
        cls, address(c.calque_view_try_translate), address(c.calque_view_text)
    )
    made.__doc__ = cls.__doc__
    return made


def _extension() -> Any:
    # It counts on the interpreter's lock, and would bring it back.
    has_lock: bool = getattr(sys, "_is_gil_enabled", lambda: True)()
    if not has_lock or os.environ.get("CALQUE_PYTHON_FAST") == "0":
        return None
    try:
        return import_module(_NAME)
    except ImportError:
        spec = _beside_the_library()
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _beside_the_library() -> ModuleSpec | None:
    """The extension of a checkout, which is built into the folder of the library."""
    folder = Path(library._name).parent
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"_fast{suffix}"
        if path.exists():
            return spec_from_file_location(_NAME, path)
    return None
