"""Typed arguments and a buffer, reused from call to call on each thread."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_char, c_size_t
from decimal import Decimal
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._calls import bare_failure
from ._json import CONTAINERS as _CONTAINERS
from ._json import digits, encode, is_wide, number, plain, wide
from ._pending import raise_pending
from .status import Status

_FAILURES = int(Status.INVALID_ARGUMENT)
_ARGUMENTS = 16
_CAPACITY = 1024


class _Scratch:
    """Memory of one call that is under way."""

    __slots__ = ("arguments", "buffer", "capacity", "length", "length_reference")

    def __init__(self) -> None:
        self.arguments = (c.calque_arg * _ARGUMENTS)()
        self.length = c_size_t()
        self.length_reference = byref(self.length)
        self.reserve(_CAPACITY)

    def reserve(self, capacity: int) -> None:
        self.buffer: Any = (c_char * capacity)()
        self.capacity = capacity


class _Pool(threading.local):
    """Free scratches; a callback that translates takes one of its own."""

    def __init__(self) -> None:
        self.free: list[_Scratch] = []


_pool = _Pool()


def translate(
    function: Callable[..., int], target: Any, key: str, options: Mapping[str, object]
) -> tuple[int, str]:
    """Call `calque_translator_translate` or `calque_view_translate`: status and text.

    Raises what a callback raised, CalqueError for a failure.
    """
    data = key.encode()
    free = _pool.free
    scratch = free.pop() if free else _Scratch()
    try:
        arguments = _fill(scratch, options) if options else None
        while True:
            status = function(
                target,
                data,
                len(data),
                arguments,
                len(options),
                scratch.buffer,
                scratch.capacity,
                scratch.length_reference,
            )
            raise_pending()
            if status >= _FAILURES:
                raise bare_failure(status)
            length = scratch.length.value
            if status != Status.TRUNCATED:
                text: str = scratch.buffer[:length].decode()
                return status, text
            scratch.reserve(length + 1)
    finally:
        free.append(scratch)


def _fill(scratch: _Scratch, options: Mapping[str, object]) -> Any:
    if len(options) > len(scratch.arguments):
        scratch.arguments = (c.calque_arg * len(options))()
    for argument, (name, value) in zip(
        scratch.arguments, options.items(), strict=False
    ):
        data = name.encode()
        argument.name = data
        argument.name_length = len(data)
        _set(argument, value)
    return scratch.arguments


def fill_values(values: Sequence[object]) -> Any:
    """Values in order as an array of arguments; None when there are none."""
    if not values:
        return None
    arguments = (c.calque_arg * len(values))()
    for argument, value in zip(arguments, values, strict=True):
        _set(argument, value)
    return arguments


def _set(argument: c.calque_arg, value: object) -> None:
    if isinstance(value, str):
        _set_text(argument, k.ARG_KIND_TEXT, value.encode())
    elif isinstance(value, bool):
        argument.kind = k.ARG_KIND_BOOL
        argument.integer = value
    elif isinstance(value, int):
        _set_integer(argument, operator.index(value))
    elif isinstance(value, float):
        argument.kind = k.ARG_KIND_DOUBLE
        argument.number = value
    elif value is None:
        argument.kind = k.ARG_KIND_NULL
    elif isinstance(value, Decimal):
        _set_decimal(argument, value)
    elif isinstance(value, _CONTAINERS):
        _set_text(argument, k.ARG_KIND_JSON, encode(value))
    else:
        _set(argument, plain(value))


def _set_integer(argument: c.calque_arg, value: int) -> None:
    if is_wide(value):
        _set(argument, wide(value))
        return
    argument.kind = k.ARG_KIND_INT
    argument.integer = value


def _set_decimal(argument: c.calque_arg, value: Decimal) -> None:
    if not value.is_finite():
        raise ValueError(f"{value} is not a finite number")
    written = digits(value)
    if written is None:
        _set(argument, number(value))
    else:
        _set_text(argument, k.ARG_KIND_DECIMAL, written.encode())


def _set_text(argument: c.calque_arg, kind: int, data: bytes) -> None:
    argument.kind = kind
    argument.text = data
    argument.length = len(data)
