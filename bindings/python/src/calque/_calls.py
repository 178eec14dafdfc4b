"""Calls of the library: texts in, results out, statuses to exceptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import _SimpleCData, byref, c_char, c_size_t, string_at

from . import _bindings as c
from . import _callbacks as hooks
from ._annotations import Any, NoReturn
from ._json import decode
from ._pending import raise_pending
from ._structs import FAILURES, bare_failure, failure_of, from_id
from ._table import pointer
from .status import Status

_Buffer: Any = c_char * 256
_FREE = "calque_host_user_data_free"

_ErrorPointer = pointer(c.calque_error)


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Call a function that ends in `calque_error **`; its status.

    Raises what a callback raised meanwhile, else CalqueError for a failure.
    """
    error = _ErrorPointer()
    status = function(*arguments, byref(error))
    if status >= FAILURES:
        _raise(status, error)
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


_STRINGS: Any = {"bytes": bytes, "text": bytes.decode, "json": decode}


def _called(
    caller: Callable[..., Any],
    kinds: Sequence[Any],
    function: Callable[..., Any],
    arguments: Sequence[Any],
) -> tuple[Any, list[Any]]:
    """Call a function with outputs: types of ctypes, or what a string is read as."""
    values = [c.calque_string() if kind in _STRINGS else kind() for kind in kinds]
    status = caller(function, *arguments, *map(byref, values))
    return status, list(map(taken, values, kinds))


def taken(value: Any, kind: Any) -> Any:
    """The value of an output; a `calque_string` is disposed of, None when empty."""
    if isinstance(value, _SimpleCData):
        return value.value
    if not isinstance(value, c.calque_string):
        return from_id(value) if isinstance(value, c.calque_id) else value
    try:
        data = value.data
        return _STRINGS[kind](string_at(data, value.length)) if data else None
    finally:
        c.calque_string_dispose(byref(value))


def results(kinds: Sequence[Any], function: Callable[..., int], *arguments: Any) -> Any:
    """Call a function with outputs before its error; None when nothing was found."""
    status, read = _called(call, kinds, function, arguments)
    return read if found(status) else None


def result_status(kind: Any, function: Callable[..., int], *arguments: Any) -> Any:
    """Call a function with one output before its error: its status and the output."""
    status, (value,) = _called(call, [kind], function, arguments)
    return status, value


def result(kind: Any, function: Callable[..., int], *arguments: Any) -> Any:
    """As `result_status`, without the status."""
    return result_status(kind, function, *arguments)[1]


def bare_result(kind: Any, function: Callable[..., int], *arguments: Any) -> Any:
    """As `result`, for a function without an error; None when nothing was found."""
    status, (value,) = _called(bare, [kind], function, arguments)
    return value if found(status) else None


def opened(kind: str, data: bytes, flags: int) -> Any:
    """Pointer to an object of a file that is in memory, which is copied."""
    function = getattr(c, f"{kind}_open_memory")
    given = (data, len(data), flags, None, hooks.no_function(_FREE))
    return result(pointer(getattr(c, kind)), function, *given)


def call_void(function: Callable[..., None], *arguments: Any) -> None:
    """Call a function that returns nothing; raises what callbacks raised."""
    function(*arguments)
    raise_pending()


def buffered_status(
    function: Callable[..., int], *arguments: Any, after: int = 0
) -> tuple[int, str]:
    """Call a function that fills a buffer; its status and text.

    `after` is how many parameters follow the buffer, which get NULL.
    """
    length, buffer = c_size_t(), _Buffer()
    while True:
        rest = (buffer, len(buffer), byref(length), *[None] * after)
        status = bare(function, *arguments, *rest)
        if length.value < len(buffer):
            return status, buffer[: length.value].decode()
        buffer = (c_char * (length.value + 1))()


def buffered(function: Callable[..., int], *arguments: Any, after: int = 0) -> Any:
    """As `buffered_status`: the text, None when there is none."""
    status, value = buffered_status(function, *arguments, after=after)
    return value if found(status) else None


@contextmanager
def handler(kind: str, function: Callable[..., object] | None) -> Iterator[Any]:
    """Trampoline, number and free of a callback; NULLs for None.

    The function is forgotten when the call that it is handed to raises.
    """
    if function is None:
        yield hooks.no_function(kind), None, hooks.no_function(_FREE)
        return
    with hooks.handing_over(function) as number:
        yield hooks.trampoline(kind), number, hooks.user_data_free()


def _raise(status: int, error: Any) -> NoReturn:
    try:
        failure = failure_of(error) if error else bare_failure(status)
    finally:
        c.calque_error_release(error)
    try:
        raise_pending(failure)
        raise failure
    finally:
        del failure  # no cycle with the traceback
