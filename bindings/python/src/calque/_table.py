"""Reads the tables of the generated modules into types and functions of ctypes.

A type is a letter, a name, `*` before one for a pointer to it, or the types of a
callback in parentheses, its result first.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from typing import Any

_SCALARS: dict[str, Any] = {
    "v": None,
    "b": ctypes.c_bool,
    "c": ctypes.c_char,
    "d": ctypes.c_double,
    "i": ctypes.c_int32,
    "q": ctypes.c_int64,
    "z": ctypes.c_size_t,
    "I": ctypes.c_uint32,
    "Q": ctypes.c_uint64,
    "s": ctypes.c_char_p,
    "P": ctypes.c_void_p,
}
# Structures and callbacks of all libraries, by name.
_named: dict[str, Any] = {}


# Between the types of a callback, not between those of one among them.
_COMMA = re.compile(r",(?![^(]*\))")


@cache
def pointer(kind: Any) -> Any:
    """The type of a pointer, which stays the same.

    That of ctypes does not: its types are forgotten in all interpreters of the
    process when one more of them imports ctypes.
    """
    return ctypes.POINTER(kind)


def _type(code: str) -> Any:
    if code in _SCALARS:
        return _SCALARS[code]
    if code.startswith("*"):
        return pointer(_type(code[1:]))
    if code.startswith("("):
        return ctypes.CFUNCTYPE(*map(_type, _COMMA.split(code[1:-1])))
    return _named[code]


def define(module: dict[str, Any], name: str) -> None:
    """Make a structure whose members are not known yet."""
    module[name] = _named[name] = type(name, (ctypes.Structure,), {})


def structure(module: dict[str, Any], name: str, spec: str) -> None:
    """Give a structure its members; callbacks among them get names of their own."""
    fields = []
    for member in spec.split():
        label, code = member.split(":")
        kind = _type(code)
        if code.startswith("("):
            module[f"{name}_{label}"] = kind
        fields.append((label, kind))
    _named[name]._fields_ = fields


def callback(module: dict[str, Any], name: str, spec: str) -> None:
    """Make the type of a callback."""
    module[name] = _named[name] = ctypes.CFUNCTYPE(*map(_type, spec.split()))


def function(library: ctypes.CDLL, name: str, spec: str) -> Any:
    """A function of a library."""
    found = library[name]
    found.restype, *found.argtypes = map(_type, spec.split())
    return found
