"""The shortest way through ctypes: two arguments in, bytes out, no callbacks.

The functions here keep the interpreter's lock: they take tens of nanoseconds, wait
for nothing and never call back. Because of the lock all threads can share one
scratch: ctypes copies its text before another thread can ask. Where Python runs
without the lock there is no scratch, and calls take the ordinary way.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from ctypes import CFUNCTYPE, PYFUNCTYPE, addressof, byref, c_char_p, c_size_t, c_void_p
from ctypes import string_at as bytes_at
from typing import Any

from . import _bindings as c
from ._calls import text
from ._flat import address

HAS_LOCK: bool = getattr(sys, "_is_gil_enabled", lambda: True)()
"""Whether only one thread at a time runs Python."""

# How many arguments there are, as the first character of a call says it.
_COUNTS = "0123456789:;<=>?@"
# Whole numbers of up to 18 digits are read as such; longer ones become doubles.
_WIDE = 10**18


# Without `argtypes`: ctypes hands bytes and references on as they are, and None as
# NULL, to which the library answers NULL.
text_of: Any = PYFUNCTYPE(c_char_p)(address(c.calque_view_text_nts))
text_of.__doc__ = "Bytes of a plain text of a view, or None."
translated: Any = PYFUNCTYPE(c_char_p)(address(c.calque_scratch_translate))
translated.__doc__ = "Bytes of the text of a call that `written` made, or None."

# To an address, because bytes would end at a NUL.
_text_with_length = CFUNCTYPE(c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)(
    address(c.calque_view_text)
)


class _Scratch:
    """A scratch that is bound to a view."""

    __slots__ = ("pointer",)

    def __init__(self, view: Any) -> None:
        self.pointer: Any = c.calque_scratch_create()
        c.calque_scratch_bind(self.pointer, view)

    def __del__(self, _release: Any = c.calque_scratch_release) -> None:
        _release(self.pointer)


def lent(pointer: Any, owner: object) -> Any:
    """A pointer as an argument that keeps its owner alive as long as it is used."""
    target = type(pointer)._type_.from_address(addressof(pointer.contents))
    target.owner = owner
    return byref(target)


def scratch_of(view: Any) -> Any:
    """What `translated` takes first; None where threads could not share it."""
    if not HAS_LOCK:
        return None
    scratch = _Scratch(view)
    return lent(scratch.pointer, scratch)


def whole_text(view: Any, key: str) -> str | None:
    """As `text_of`, for keys and texts with a NUL too."""
    length = c_size_t()
    start = _text_with_length(view, *text(key), addressof(length))
    return None if start is None else bytes_at(start, length.value).decode()


def written(key: str, variables: Mapping[str, object]) -> bytes:
    """A call as one text; an empty one, which is no call, when it cannot be said.

    What has a mark or a NUL in it is found by the library.
    """
    if len(variables) >= len(_COUNTS):
        return b""
    # Joined, not formatted: formatting asks subclasses of str what they look like.
    parts = [_COUNTS[len(variables)], key, "\x1e"]
    for name, value in variables.items():
        kind = type(value)
        if kind is str:
            parts += (name, "\x1f", value, "\x1e")  # type: ignore[arg-type]
        elif kind is int and -_WIDE < value < _WIDE:  # type: ignore[operator]
            parts += (name, "\x1c", str(value), "\x1e")
        else:
            return b""
    return "".join(parts).encode()
