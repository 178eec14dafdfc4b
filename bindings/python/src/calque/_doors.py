"""Texts without variables through ctypes, with as few arguments as there can be.

The functions here keep the interpreter's lock: they take tens of nanoseconds, wait
for nothing and never call back.
"""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    PYFUNCTYPE,
    addressof,
    byref,
    c_char_p,
    c_size_t,
    c_void_p,
    cast,
)
from ctypes import string_at as bytes_at
from typing import Any

from . import _bindings as c
from ._calls import text


def address(pointer: Any) -> int:
    """Where a pointer points."""
    return cast(pointer, c_void_p).value or 0


# Without `argtypes`: ctypes hands bytes and references on as they are, and None as
# NULL, to which the library answers NULL.
text_of: Any = PYFUNCTYPE(c_char_p)(address(c.calque_view_text_nts))
text_of.__doc__ = "Bytes of a plain text of a view, or None."

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
