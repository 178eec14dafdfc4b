"""Reads the tables of the generated modules into types and functions of ctypes.

A type is a letter, a name, `*` before one for a pointer to it, or the types of a
callback in parentheses, its result first. Each is made when it is first used.
"""

from __future__ import annotations

import ctypes
from functools import cache
from threading import RLock

from ._annotations import Any

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
# Members of structures and types of callbacks, by name, of all libraries.
_structures: dict[str, str] = {}
_callbacks: dict[str, str] = {}
# Each type is made once, whichever threads ask for it.
_lock = RLock()


def pointer(kind: Any) -> Any:
    """The type of a pointer, which stays the same.

    That of ctypes does not: its types are forgotten in all interpreters of the
    process when one more of them imports ctypes.
    """
    with _lock:
        return _pointer(kind)


_pointer = cache(ctypes.POINTER)


def register(structures: dict[str, str], callbacks: dict[str, str]) -> None:
    """Make the types of a library known to `member`.

    A callback among the members of a structure is a type of its own, named after
    both.
    """
    _structures.update(structures)
    _callbacks.update(callbacks)
    for name, members in structures.items():
        for label, code in map(_labelled, members.split()):
            if code.startswith("("):
                _callbacks[f"{name}_{label}"] = code


def member(name: str, functions: dict[str, str], library: ctypes.CDLL) -> Any:
    """The function of a library, or the type, with a name.

    Raises AttributeError when there is neither.
    """
    with _lock:
        if name not in functions:
            return _named(name)
        found = library[name]
        found.restype, *found.argtypes = map(_type, functions[name].split())
        return found


def _labelled(written: str) -> tuple[str, str]:
    label, _, code = written.partition(":")
    return label, code


@cache
def _named(name: str) -> Any:
    if name in _callbacks:
        return _type(_callbacks[name])
    if name not in _structures:
        raise AttributeError(name)
    fields = map(_labelled, _structures[name].split())
    made = [(label, _type(code)) for label, code in fields]
    return type(name, (ctypes.Structure,), {"_fields_": made})


def _type(code: str) -> Any:
    if code in _SCALARS:
        return _SCALARS[code]
    if code.startswith("*"):
        return pointer(_type(code[1:]))
    if code.startswith("("):
        import re

        # At commas between its types, not between those of one among them.
        types = re.split(r",(?![^(]*\))", code[1:-1])
        return ctypes.CFUNCTYPE(*map(_type, types))
    return _named(code)
