"""The structures of the Arrow C interfaces, and the capsules that carry them."""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    addressof,
    c_char_p,
    c_int,
    c_int64,
    c_void_p,
    py_object,
    pythonapi,
)
from sys import getrefcount
from threading import Lock
from typing import Any, cast


class Schema(Structure):
    """`struct ArrowSchema`."""


class Array(Structure):
    """`struct ArrowArray`."""


class Stream(Structure):
    """`struct ArrowArrayStream`."""


_RELEASE = CFUNCTYPE(None, c_void_p)

Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", POINTER(Schema)),
    ("release", _RELEASE),
    ("private_data", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)),
    ("release", _RELEASE),
    ("private_data", c_void_p),
]
Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, c_void_p, c_void_p)),
    ("get_next", CFUNCTYPE(c_int, c_void_p, c_void_p)),
    ("get_last_error", CFUNCTYPE(c_char_p, c_void_p)),
    ("release", _RELEASE),
    ("private_data", c_void_p),
]

_NAMES = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}

_pointer_of = pythonapi.PyCapsule_GetPointer
_pointer_of.argtypes = [py_object, c_char_p]
_pointer_of.restype = c_void_p
_new_capsule = pythonapi.PyCapsule_New
_new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]
_new_capsule.restype = py_object

# Structures with their capsules. A destructor in Python would run while an exception is
# on its way, and lose it: so what nobody has any more is looked for, here.
_exported: list[tuple[Any, object]] = []
_lock = Lock()
# References to a capsule that nobody else has: the tuple's, the variable's, the call's.
_OWN = 3


def release(structure: Any) -> None:
    """Release what a structure holds, if nobody has taken it."""
    if structure.release:
        structure.release(addressof(structure))


def capsule(structure: Structure) -> object:
    """A capsule whose structure is released after it, if nobody has taken it."""
    made = _new_capsule(addressof(structure), _NAMES[type(structure)], None)
    unused: list[tuple[Any, object]] = []
    with _lock:
        kept: list[tuple[Any, object]] = []
        for each, exported in _exported:
            (unused if getrefcount(exported) <= _OWN else kept).append((each, exported))
        _exported[:] = [*kept, (structure, made)]
    for each, _ in unused:
        release(each)
    return made


def address(capsule: object, kind: type[Structure]) -> int:
    """The address of the structure in a capsule.

    Raises ValueError for a capsule of something else.
    """
    return cast(int, _pointer_of(capsule, _NAMES[kind]))
