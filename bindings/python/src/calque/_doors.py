"""Plain calls through ctypes, with as little work for each as there can be.

The functions here keep the interpreter's lock: they take tens of nanoseconds, wait
for nothing and never call back.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE,
    PYFUNCTYPE,
    addressof,
    byref,
    c_char,
    c_char_p,
    c_int,
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
_HAS_LOCK: bool = getattr(sys, "_is_gil_enabled", lambda: True)()


def address(pointer: Any) -> int:
    """Where a pointer points."""
    return cast(pointer, c_void_p).value or 0


# Without `argtypes`: ctypes hands bytes and references on as they are, and None as
# NULL, to which the library answers NULL.
text_of: Any = PYFUNCTYPE(c_char_p)(address(c.calque_view_text_nts))
text_of.__doc__ = "Bytes of a plain text of a view, or None."
text_of_translator: Any = PYFUNCTYPE(c_char_p)(address(c.calque_translator_text_nts))
text_of_translator.__doc__ = (
    "Bytes of a plain text, or None; takes ROOM behind the key."
)

# Made into arguments once: ctypes hands these on faster than numbers.
_NTS_LENGTH = c_size_t(-1).value
_NTS = c_size_t.from_param(_NTS_LENGTH)
_ROOM_SIZE = c_size_t.from_param(_CAPACITY)
ROOM: tuple[Any, Any] = (
    # Shared by all threads: ctypes copies the text before it gives up the lock.
    (byref((c_char * _CAPACITY)()), _ROOM_SIZE)
    if _HAS_LOCK
    else (None, c_size_t.from_param(0))
)

try_view: Any = PYFUNCTYPE(c_int)(address(c.calque_view_try_translate))
try_translator: Any = PYFUNCTYPE(c_int)(address(c.calque_translator_try_translate))

# To an address, because bytes would end at a NUL.
_text_with_length = CFUNCTYPE(c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)(
    address(c.calque_view_text)
)


def lent(pointer: Any, owner: object) -> Any:
    """A pointer as an argument that keeps its owner alive as long as it is used."""
    target = type(pointer)._type_.from_address(addressof(pointer.contents))
    target.owner = owner
    return byref(target)


def whole_text(view: Any, key: str) -> str | None:
    """As `text_of`, for keys and texts with a NUL too."""
    length = c_size_t()
    start = _text_with_length(view, *text(key), addressof(length))
    return None if start is None else bytes_at(start, length.value).decode()


class _Prepared:
    """Arguments whose names and kinds are set, for one call at a time."""

    __slots__ = ("arguments", "buffer", "length", "rest")

    def __init__(self, names: tuple[str, ...], kinds: tuple[type, ...]) -> None:
        array = (c.calque_arg * len(names))()
        # Kept as they are: reading an element makes an object each time.
        self.arguments = tuple(array)
        for argument, name, kind in zip(self.arguments, names, kinds, strict=True):
            argument.name = name.encode()
            argument.name_length = _NTS_LENGTH
            argument.kind = _KINDS[kind]
            argument.length = _NTS_LENGTH
        self.buffer = (c_char * _CAPACITY)()
        self.length = c_size_t()
        self.rest = (
            byref(array),
            c_size_t.from_param(len(names)),
            byref(self.buffer),
            _ROOM_SIZE,
            byref(self.length),
        )


_LEAST, _MOST = -(2**63), 2**63 - 1
_MOST_SHAPES = 256
_KINDS: dict[type, int] = {
    str: k.ARG_KIND_TEXT,
    int: k.ARG_KIND_INT,
    bool: k.ARG_KIND_BOOL,
    float: k.ARG_KIND_DOUBLE,
}
# Arguments that no call is using, by names and kinds; taking one is atomic.
_free: dict[tuple[object, ...], list[_Prepared]] = {}


def tried(
    door: Any, target: Any, key: str, variables: Mapping[str, object]
) -> str | None:
    """The text of a call with plain variables; None for any other."""
    shape = (*variables, *map(type, variables.values()))
    try:
        free = _free[shape]
        prepared = free.pop()
    except (KeyError, IndexError):
        made = _prepare(shape, variables)
        if made is None:
            return None
        free, prepared = made
    for argument, value in zip(prepared.arguments, variables.values()):  # noqa: B905
        if type(value) is str:
            if "\0" in value:
                return None
            argument.text = value.encode()
        elif type(value) is float:
            argument.number = value
        elif _LEAST <= value <= _MOST:  # type: ignore[operator]
            argument.integer = value
        else:
            return None
    text = None
    if "\0" not in key and not door(target, key.encode(), _NTS, *prepared.rest):
        data = prepared.buffer.value
        if len(data) == prepared.length.value:
            text = data.decode()
    free.append(prepared)
    return text


def _prepare(
    shape: tuple[object, ...], variables: Mapping[str, object]
) -> tuple[list[_Prepared], _Prepared] | None:
    kinds = tuple(map(type, variables.values()))
    if not _KINDS.keys() >= {*kinds} or "\0" in "".join(variables):
        return None
    if len(_free) >= _MOST_SHAPES:
        _free.clear()
    return _free.setdefault(shape, []), _Prepared(tuple(variables), kinds)
