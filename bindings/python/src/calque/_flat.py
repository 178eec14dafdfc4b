"""Translations whose arguments are one text: the fewest calls into ctypes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ctypes import CFUNCTYPE, addressof, c_char_p, c_size_t, c_void_p, cast
from ctypes import string_at as bytes_at
from typing import Any

from . import _bindings as c
from ._calls import bare_failure
from ._json import is_wide
from ._pending import raise_pending

_ARGUMENTS = (c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p)
_function: Any = c.calque_view_translate_flat
# With addresses as integers: ctypes takes them several times faster than objects.
_translate = CFUNCTYPE(c_char_p, *_ARGUMENTS)(cast(_function, c_void_p).value or 0)
_translate_to_address = CFUNCTYPE(c_void_p, *_ARGUMENTS)(
    cast(_function, c_void_p).value or 0
)

_MARKS = re.compile("[\x1b-\x1f]")


class _Scratch:
    """A scratch of the library, and where calls put the length of their text."""

    __slots__ = ("address", "length", "length_address", "pointer")

    def __init__(self) -> None:
        self.pointer: Any = c.calque_scratch_create()
        self.address = address(self.pointer)
        self.length = c_size_t()
        self.length_address = addressof(self.length)

    def __del__(self, _release: Any = c.calque_scratch_release) -> None:
        _release(self.pointer)


# Scratches that no call is using; taking and giving back are atomic.
_free: list[_Scratch] = []


def address(pointer: Any) -> int:
    """Where a pointer points."""
    return cast(pointer, c_void_p).value or 0


def flattened(arguments: Mapping[str, object]) -> bytes | None:
    """Arguments as one text; None when one is neither str, int nor bool."""
    parts: list[str] = []
    for name, value in arguments.items():
        kind = type(value)
        if kind is str:
            text: str = value  # type: ignore[assignment]
            if not text.isprintable():
                text = _MARKS.sub(_escape, text)
            part = f"\x1f{text}"
        elif kind is int:
            if is_wide(value):  # type: ignore[arg-type]
                return None
            part = f"\x1c{value}"
        elif kind is bool:
            part = "\x1ctrue" if value else "\x1cfalse"
        else:
            return None
        parts.append((name if name.isprintable() else _MARKS.sub(_escape, name)) + part)
    return "\x1e".join(parts).encode()


def translate_flat(
    view: int, key: str, flat: bytes, wants_status: bool
) -> tuple[int, str]:
    """Translate through the view at an address: status, if wanted, and text.

    Raises what a callback raised, CalqueError for a failure.
    """
    data = key.encode()
    try:
        scratch = _free.pop()
    except IndexError:
        scratch = _Scratch()
    text = _translate(
        view,
        scratch.address,
        data,
        len(data),
        flat,
        len(flat),
        scratch.length_address,
    )
    raise_pending()
    status = 0
    if text is None or wants_status:
        status = c.calque_scratch_status(scratch.pointer)
    if text is None:
        _free.append(scratch)
        raise bare_failure(status)
    length = scratch.length.value
    if len(text) != length:
        # There is a NUL in it.
        text = _whole(view, scratch, data, flat)
    _free.append(scratch)
    return status, text.decode()


def _whole(view: int, scratch: _Scratch, key: bytes, flat: bytes) -> bytes:
    start = _translate_to_address(
        view,
        scratch.address,
        key,
        len(key),
        flat,
        len(flat),
        scratch.length_address,
    )
    return bytes_at(start, scratch.length.value)


def _escape(mark: re.Match[str]) -> str:
    return "\x1b" + chr(ord(mark[0]) + 0x40)
