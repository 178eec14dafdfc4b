"""Puts the extension module `calque._fast` in front of a class, where it is there."""

from __future__ import annotations

import os
from collections.abc import Callable
from ctypes import c_void_p, cast
from importlib.machinery import ExtensionFileLoader, PathFinder

from . import _bindings as c
from ._annotations import TYPE_CHECKING, Any
from ._ffi import library
from ._handles import Reference

if TYPE_CHECKING:
    from typing import TypeVar

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
        functions = (f and cast(f, c_void_p).value for f in (translate, text))
        made: _Class = extension.accelerated(cls, Reference, *functions)
        made.__doc__ = cls.__doc__
        return made

    return replaced


def _extension() -> Any:
    if os.environ.get("CALQUE_PYTHON_FAST") == "0":
        return None
    # In the package, or in a checkout beside the library.
    files = os.path.abspath(__file__), library._name
    spec = PathFinder.find_spec(_NAME, list(map(os.path.dirname, files)))
    if spec is None or not isinstance(spec.loader, ExtensionFileLoader):
        return None
    try:
        found = spec.loader.create_module(spec)
        spec.loader.exec_module(found)
    except ImportError:
        return None
    return found if c.calque_version() == found.VERSION else None


extension = _extension()
"""The module in C; None where it is not there or not wanted."""
