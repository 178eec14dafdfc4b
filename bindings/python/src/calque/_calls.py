"""Calls of the library: texts in, results out, statuses to exceptions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import byref, c_char, c_size_t, string_at
from typing import Any, NoReturn, TypeAlias
from uuid import UUID

from . import _bindings as c
from . import _callbacks as hooks
from ._json import decode, encode
from ._pending import raise_pending
from ._table import pointer
from .errors import CalqueError, error_class
from .status import Status

Path: TypeAlias = "str | os.PathLike[str]"
Text: TypeAlias = "str | bytes | Mapping[str, Any] | Sequence[object] | None"
"""A text; a mapping or a list is written as JSON, None is NULL."""

FAILURES = int(Status.INVALID_ARGUMENT)
_CAPACITY = 256
_HALF = 64

_ErrorPointer = pointer(c.calque_error)


class Scalar:
    """An output of a scalar type."""

    def __init__(self, kind: Any) -> None:
        self.make = kind

    @staticmethod
    def read(value: Any) -> Any:
        """The value that the library has set."""
        return value.value


class Struct:
    """An output that is a structure, or a pointer to one."""

    def __init__(self, kind: Any) -> None:
        self.make = kind

    @staticmethod
    def read(value: Any) -> Any:
        """The structure itself."""
        return value


def Pointer(kind: Any) -> Struct:  # noqa: N802 (one of the outputs)
    """An output that is a pointer to an object."""
    return Struct(pointer(kind))


class _String:
    """An output that is a `calque_string`; None when it is empty."""

    make = c.calque_string

    def __init__(self, convert: Callable[[bytes], Any]) -> None:
        self.convert = convert

    def read(self, value: Any) -> Any:
        """The text, which is disposed of."""
        try:
            data = value.data
            return self.convert(string_at(data, value.length)) if data else None
        finally:
            c.calque_string_dispose(byref(value))


class _Id:
    """An output that is an identifier."""

    make = c.calque_id

    @staticmethod
    def read(value: Any) -> UUID | None:
        """The identifier; None when it is all zero."""
        return from_id(value)


BYTES, TEXT, JSON, ID = _String(bytes), _String(bytes.decode), _String(decode), _Id()


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Call a function that ends in `calque_error **`; its status.

    Raises what a callback raised meanwhile, else CalqueError for a failure.
    """
    error = _ErrorPointer()
    status = function(*arguments, byref(error))
    if status >= FAILURES:
        _raise(_failure(status, error))
    raise_pending()
    return status


def bare(function: Callable[..., int], *arguments: Any) -> int:
    """As `call`, for a function without an error."""
    status = function(*arguments)
    raise_pending()
    if status >= FAILURES:
        raise bare_failure(status)
    return status


def found(status: int) -> bool:
    """Whether a call found what it was about."""
    return status != Status.NOT_FOUND


def results(
    outputs: Sequence[Any], function: Callable[..., int], *arguments: Any
) -> Any:
    """Call a function with outputs before its error; None when nothing was found."""
    values = [output.make() for output in outputs]
    status = call(function, *arguments, *map(byref, values))
    read = [output.read(value) for output, value in zip(outputs, values, strict=True)]
    return read if found(status) else None


def result_status(
    output: Any, function: Callable[..., int], *arguments: Any
) -> tuple[int, Any]:
    """Call a function with one output before its error: its status and the output."""
    value = output.make()
    status = call(function, *arguments, byref(value))
    return status, output.read(value)


def result(output: Any, function: Callable[..., int], *arguments: Any) -> Any:
    """As `result_status`, without the status."""
    return result_status(output, function, *arguments)[1]


def bare_result(output: Any, function: Callable[..., int], *arguments: Any) -> Any:
    """As `result`, for a function without an error; None when nothing was found."""
    value = output.make()
    status = bare(function, *arguments, byref(value))
    return output.read(value) if found(status) else None


def tell(function: Callable[..., None], *arguments: Any) -> None:
    """Call a function that returns nothing; raises what callbacks raised."""
    function(*arguments)
    raise_pending()


def told(outputs: Sequence[Any], function: Callable[..., None], *arguments: Any) -> Any:
    """As `tell`, for a function with outputs."""
    values = [output.make() for output in outputs]
    tell(function, *arguments, *map(byref, values))
    return [output.read(value) for output, value in zip(outputs, values, strict=True)]


def buffered_status(
    function: Callable[..., int], *arguments: Any, after: int = 0
) -> tuple[int, str]:
    """Call a function that fills a buffer; its status and text.

    `after` is how many parameters follow the buffer, which get NULL.
    """
    length, capacity = c_size_t(), _CAPACITY
    while True:
        buffer = (c_char * capacity)()
        rest = (buffer, capacity, byref(length), *[None] * after)
        status = bare(function, *arguments, *rest)
        if length.value < capacity:
            return status, buffer.raw[: length.value].decode()
        capacity = length.value + 1


def buffered(function: Callable[..., int], *arguments: Any, after: int = 0) -> Any:
    """As `buffered_status`: the text, None when there is none."""
    status, value = buffered_status(function, *arguments, after=after)
    return value if found(status) else None


@contextmanager
def handler(
    kind: str, function: Callable[..., object] | None
) -> Iterator[tuple[Any, ...]]:
    """Trampoline, number and free of a callback; NULLs for None.

    The function is forgotten when the call that it is handed to raises.
    """
    trampoline = hooks.trampolines[kind]
    if function is None:
        yield type(trampoline)(), None, hooks.no_free
        return
    with hooks.handing_over(function) as number:
        yield trampoline, number, hooks.user_data_free


def text(value: Text) -> tuple[bytes | None, int]:
    """A text as pointer and length."""
    if value is None:
        return None, 0
    if isinstance(value, str):
        data = value.encode()
    else:
        data = value if isinstance(value, bytes) else encode(value)
    return data, len(data)


def lent(data: bytes | None) -> str | None:
    """A text that C lends."""
    return None if data is None else data.decode(errors="replace")


def path(value: Path | None) -> bytes | None:
    """A path as the library takes it.

    Raises ValueError for a path with a NUL in it.
    """
    name = None if value is None else os.fsencode(value)
    if name is not None and b"\0" in name:
        raise ValueError("a path contains a NUL")
    return name


def to_id(value: UUID | None) -> Any:
    """An identifier as C takes it; None is all zero."""
    number = 0 if value is None else value.int
    return c.calque_id(number >> _HALF, number & (1 << _HALF) - 1)


def from_id(value: Any) -> UUID | None:
    """An identifier from C; all zero is None."""
    number = value.high << _HALF | value.low
    return UUID(int=number) if number else None


def bare_failure(status: int) -> CalqueError:
    """The exception of a call that has no error object."""
    code = Status(status)
    return error_class(code)(code.name.replace("_", " ").lower(), code)


def lent_failure(status: int, error: Any) -> CalqueError:
    """The exception of an error object that C keeps."""
    if not error:
        return bare_failure(status)
    line = c.calque_error_line(error)
    code = Status(status)
    return error_class(code)(
        lent(c.calque_error_message(error)) or "",
        code,
        path=lent(c.calque_error_path(error)) or None,
        line=line or None,
        column=c.calque_error_column(error) or None,
        source=lent(c.calque_error_source(error)) or None,
        detail=c.calque_error_detail(error) or None,
    )


def _failure(status: int, error: Any) -> CalqueError:
    try:
        return lent_failure(status, error)
    finally:
        c.calque_error_release(error)


def _raise(failure: CalqueError) -> NoReturn:
    try:
        raise_pending(failure)
        raise failure
    finally:
        del failure  # no cycle with the traceback
