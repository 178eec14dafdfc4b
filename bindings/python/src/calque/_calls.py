"""Calls of the library: text in, text out, statuses to exceptions."""

from __future__ import annotations

import os
from collections.abc import Callable
from ctypes import (
    POINTER,
    Array,
    byref,
    c_bool,
    c_char,
    c_int32,
    c_size_t,
    c_uint64,
    create_string_buffer,
)
from ctypes import string_at as bytes_at
from typing import Any, NoReturn

from . import _bindings as c
from ._json import JSONValue, decode
from ._pending import raise_pending
from .errors import CalqueError, error_class
from .status import Status

_FAILURES = int(Status.INVALID_ARGUMENT)
_BUFFER = 256

_ErrorPointer = POINTER(c.calque_error)


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Call a function that ends in `calque_error **`.

    Raises what a callback raised meanwhile, else CalqueError for a failure.
    """
    error = _ErrorPointer()
    status = function(*arguments, byref(error))
    if status >= _FAILURES:
        _raise(_failure(status, error))
    raise_pending()
    return status


def call_for_bytes(
    function: Callable[..., int], *arguments: Any
) -> tuple[int, bytes | None]:
    """Call a function that yields a `calque_string` before its error."""
    string = c.calque_string()
    try:
        status = call(function, *arguments, byref(string))
        data = string.data
        return status, bytes_at(data, string.length) if data else None
    finally:
        c.calque_string_dispose(byref(string))


def call_for_json(
    function: Callable[..., int], *arguments: Any
) -> tuple[int, JSONValue]:
    """As `call_for_bytes`, for JSON; no text at all is None."""
    status, text = call_for_bytes(function, *arguments)
    return status, None if text is None else decode(text)


def call_for_pointer(function: Callable[..., int], kind: Any, *arguments: Any) -> Any:
    """Call a function that yields an object of a structure type."""
    pointer = POINTER(kind)()
    call(function, *arguments, byref(pointer))
    return pointer


def call_for_bool(function: Callable[..., int], *arguments: Any) -> bool:
    """Call a function that yields a truth value before its error."""
    answer = c_bool()
    call(function, *arguments, byref(answer))
    return answer.value


def call_for_number(function: Callable[..., int], *arguments: Any) -> int:
    """Call a function that yields a 64-bit number before its error."""
    answer = c_uint64()
    call(function, *arguments, byref(answer))
    return answer.value


def call_for_size(function: Callable[..., int], *arguments: Any) -> int:
    """Call a function that yields a size before its error."""
    answer = c_size_t()
    call(function, *arguments, byref(answer))
    return answer.value


def call_for_text(function: Callable[..., int], *arguments: Any) -> str:
    """Call a function that ends in buffer, capacity and length."""
    return call_for_text_and_status(function, *arguments)[1]


def call_for_text_and_status(
    function: Callable[..., int], *arguments: Any
) -> tuple[int, str]:
    """As `call_for_text`, with the status, which is not TRUNCATED."""
    length = c_size_t()
    capacity = _BUFFER
    while True:
        buffer: Array[c_char] = create_string_buffer(capacity)
        status = function(*arguments, buffer, capacity, byref(length))
        raise_pending()
        if status >= _FAILURES:
            raise bare_failure(status)
        if length.value < capacity:
            return status, buffer.raw[: length.value].decode()
        capacity = length.value + 1


def plural(locale: str, count: str, kind: int) -> int:
    """Number of the plural category of a count."""
    category = c_int32()
    call(c.calque_plural_category, *text(locale), *text(count), kind, byref(category))
    return category.value


def plural_rule(locale: str, kind: int) -> c.calque_plural_rule:
    """The plural rule of a language."""
    rule = c.calque_plural_rule()
    call(c.calque_plural_rule_find, *text(locale), kind, byref(rule))
    return rule


def plural_of_rule(rule: c.calque_plural_rule, count: str) -> int:
    """Number of the plural category of a count by a rule."""
    category = c_int32()
    call(c.calque_plural_rule_select_text, rule, *text(count), byref(category))
    return category.value


def text(value: str | None) -> tuple[bytes | None, int]:
    """A text as pointer and length; None is NULL."""
    if value is None:
        return None, 0
    data = value.encode()
    return data, len(data)


def file_name(path: str | os.PathLike[str]) -> bytes:
    """A path as the library takes it.

    Raises ValueError for a path with a NUL in it.
    """
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError("a path has a NUL in it")
    return name


def bare_failure(status: int) -> CalqueError:
    """The exception of a call that has no error object."""
    code = Status(status)
    return error_class(code)(code.name.replace("_", " ").lower(), code)


def _raise(failure: CalqueError) -> NoReturn:
    try:
        raise_pending(failure)
        raise failure
    finally:
        del failure  # no cycle with the traceback


def lent_failure(status: int, error: Any) -> CalqueError:
    """The exception of an error object that C keeps."""
    if not error:
        return bare_failure(status)
    line, column, offset = c_size_t(), c_size_t(), c_size_t()
    found = c.calque_error_position(error, byref(line), byref(column), byref(offset))
    code = Status(status)
    message = _text(c.calque_error_message(error))
    # The exception puts the place beside the name of the source.
    message = message.removesuffix(f" (line {line.value}, column {column.value})")
    return error_class(code)(
        message,
        code,
        path=_text(c.calque_error_path(error)) or None,
        line=line.value if found else None,
        column=column.value if found else None,
        offset=offset.value if found else None,
        source=_text(c.calque_error_source(error)) or None,
        detail=c.calque_error_detail(error) or None,
    )


def _failure(status: int, error: Any) -> CalqueError:
    try:
        return lent_failure(status, error)
    finally:
        c.calque_error_release(error)


def _text(data: bytes | None) -> str:
    return (data or b"").decode(errors="replace")
