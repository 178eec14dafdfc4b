"""Plain calls through ctypes, with as little work for each as there can be.

The functions here keep the interpreter's lock: they take tens of nanoseconds, wait
for nothing and never call back.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from ctypes import (
    PYFUNCTYPE,
    addressof,
    byref,
    c_char,
    c_char_p,
    c_size_t,
    c_void_p,
    cast,
)
from ctypes import string_at as bytes_at
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._calls import text

_CAPACITY = 512
_NTS = c_size_t(-1).value
_HAS_LOCK: bool = getattr(sys, "_is_gil_enabled", lambda: True)()


def address(pointer: Any) -> int:
    """Where a pointer points."""
    return cast(pointer, c_void_p).value or 0


def _text(function: Any, doc: str) -> Any:
    # Without `argtypes`: ctypes hands bytes and references on as they are, and None as
    # NULL, to which the library answers NULL.
    made = PYFUNCTYPE(c_char_p)(address(function))
    made.__doc__ = doc
    return made


try_view = _text(c.calque_view_try_nts, "Bytes of a text of a view, or None.")
try_translator = _text(c.calque_translator_try_nts, "Bytes of a text, or None.")

# To an address, because bytes would end at a NUL.
_text_with_length = PYFUNCTYPE(c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)(
    address(c.calque_view_text)
)


def lent(pointer: Any, owner: object) -> Any:
    """A pointer as an argument that keeps its owner alive as long as it is used."""
    target = type(pointer)._type_.from_address(addressof(pointer.contents))
    target.owner = owner
    return byref(target)


def whole_text(view: Any, key: str) -> str | None:
    """A plain text of a view, or None."""
    length = c_size_t()
    start = _text_with_length(view, *text(key), addressof(length))
    return None if start is None else bytes_at(start, length.value).decode()


def _call(arguments: Any = None, count: int = 0, capacity: int = _CAPACITY) -> Any:
    """A call as an argument; ctypes keeps what is in it."""
    buffer = (c_char * capacity)()
    return byref(c.calque_prepared_call(arguments, count, buffer, capacity))


# Shared by all threads: ctypes copies the text before it gives up the lock.
PLAIN = _call() if _HAS_LOCK else _call(capacity=0)
"""A call without variables."""

_LEAST, _MOST = -(2**63), 2**63 - 1
_MOST_SHAPES = 256
_KINDS: dict[type, int] = {
    str: k.ARG_KIND_TEXT,
    int: k.ARG_KIND_INT,
    bool: k.ARG_KIND_BOOL,
    float: k.ARG_KIND_DOUBLE,
}


class _Prepared:
    """Arguments whose names are set, for one call at a time."""

    __slots__ = ("arguments", "call", "kinds")

    def __init__(self, names: tuple[str, ...]) -> None:
        array = (c.calque_arg * len(names))()
        # Kept as they are: reading an element makes an object each time.
        self.arguments = tuple(array)
        for argument, name in zip(self.arguments, names, strict=True):
            argument.name = name.encode()
            argument.name_length = _NTS
            argument.length = _NTS
        self.kinds: list[type | None] = [None] * len(names)
        self.call = _call(array, len(names))

    def takes(self, values: Collection[object]) -> bool:
        """Set the kinds of these values, which the next calls often have too."""
        kinds = [*map(type, values)]
        if not _KINDS.keys() >= {*kinds}:
            return False
        for argument, kind in zip(self.arguments, kinds, strict=True):
            argument.kind = _KINDS[kind]
        self.kinds[:] = kinds
        return True


# Arguments that no call is using, by their names; taking one is atomic.
_free: dict[tuple[str, ...], list[_Prepared]] = {}


def tried(
    door: Any, target: Any, key: str, variables: Mapping[str, object]
) -> str | None:
    """The text of a call with plain variables; None for any other."""
    names = tuple(variables)
    try:
        free = _free[names]
        prepared = free.pop()
    except (KeyError, IndexError):
        if "\0" in "".join(names):
            return None
        free, prepared = _place(names), _Prepared(names)
    values, data = variables.values(), None
    for argument, last, value in zip(prepared.arguments, prepared.kinds, values):  # noqa: B905
        kind = type(value)
        if kind is not last and not prepared.takes(values):
            break
        if kind is str:
            if "\0" in value:  # type: ignore[operator]
                break
            argument.text = value.encode()  # type: ignore[attr-defined]
        elif kind is float:
            argument.number = value
        elif _LEAST <= value <= _MOST:  # type: ignore[operator]
            argument.integer = value
        else:
            break
    else:
        if "\0" not in key:
            data = door(target, key.encode(), prepared.call)
    free.append(prepared)
    return None if data is None else data.decode()


def _place(names: tuple[str, ...]) -> list[_Prepared]:
    if len(_free) >= _MOST_SHAPES:
        _free.clear()
    return _free.setdefault(names, [])
