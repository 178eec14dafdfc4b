"""Calls and callbacks of versioned texts."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from ctypes import byref, c_uint64, sizeof
from typing import Any, NamedTuple, TypeVar
from weakref import ref

from . import _bindings as c
from ._callbacks import handing_over, kept, told_text, user_data_free
from ._calls import bare_failure, call, call_for_bytes, call_for_pointer, text
from ._calls import call_for_text as _call_for_text
from ._handles import Handle
from ._transport_calls import Dispatch, with_services
from .errors import CalqueError, error_class
from .status import Status

_Result = TypeVar("_Result")
_FAILURES = int(Status.INVALID_ARGUMENT)
_LONGEST = (1 << 31) - 1

Numbers = tuple[int, int, int, int, int, int]


class Told(NamedTuple):
    """A text, with its version as numbers and widths."""

    text: str
    version: Numbers
    place: int
    reason: Status


def open_texts(options: str, transport: Any, dispatch: Dispatch | None) -> Any:
    """Pointer to new texts."""
    return with_services(
        transport,
        dispatch,
        lambda services: call_for_pointer(
            c.calque_texts_create, c.calque_texts, *text(options), services
        ),
    )


def milliseconds(seconds: float | None) -> int:
    """A time as C takes it; None is its default."""
    return 0 if seconds is None else min(max(round(seconds * 1000), 1), _LONGEST)


def parse_version(written: str) -> Numbers:
    """The numbers and widths of a version."""
    version = c.calque_text_version()
    status = c.calque_text_version_parse(*text(written), byref(version))
    if status >= _FAILURES:
        code = Status(status)
        raise error_class(code)(f"{written!r} is no version", code)
    return _numbers(version)


def format_version(numbers: Numbers) -> str:
    """A version as it is shown."""
    version = c.calque_text_version(*numbers, 0)
    return _call_for_text(c.calque_text_version_format, byref(version))


def register(
    texts: Any,
    identifier: str,
    bundle_file: str | None,
    remote_file: str | None,
    sha256: str | None,
) -> None:
    """Register a source."""
    source = c.calque_text_source(struct_size=sizeof(c.calque_text_source))
    source.identifier = _lent(identifier)
    source.bundle_file = _lent(bundle_file)
    source.remote_file = _lent(remote_file)
    source.sha256 = _lent(sha256)
    call(c.calque_texts_register, texts, byref(source))


def find(
    function: Callable[..., int], texts: Any, identifier: str, *rest: Any
) -> Told | None:
    """Call a function that yields a text and what is known of it."""
    info = c.calque_text_info()
    data = call_for_bytes(_swapped(function, info), texts, *text(identifier), *rest)[1]
    if data is None:
        return None
    return Told(data.decode(), _numbers(info.version), info.place, Status(info.reason))


# Why there may be no text at all, without a mistake of the program.
_NOTHING = (
    Status.REFUSED,
    Status.LOAD_FAILED,
    Status.TIMEOUT,
    Status.UNREACHABLE,
    Status.INSECURE,
    Status.HTTP_STATUS,
    Status.BAD_RESPONSE,
    Status.INVALID_UTF8,
    Status.LIMIT_EXCEEDED,
    Status.IO_ERROR,
    Status.CORRUPT,
)


def latest(texts: Any, identifier: str, timeout: float | None) -> Told | None:
    """The latest text; None when nothing can be had."""
    try:
        return find(c.calque_texts_await, texts, identifier, milliseconds(timeout))
    except CalqueError as error:
        if error.code in _NOTHING:
            return None
        raise


def _swapped(function: Callable[..., int], info: Any) -> Callable[..., int]:
    def run(*arguments: Any) -> int:
        *front, error = arguments
        return function(*front, byref(info), error)

    return run


class Request(Future[_Result]):
    """A request under way; cancelling it cancels it in the library too.

    It does not keep the texts open, which end it when they are closed.
    """

    def __init__(self, convert: Callable[[Told], _Result]) -> None:
        super().__init__()
        self.convert = convert
        self.texts: Callable[[], Handle | None] = lambda: None
        self.number = 0

    def cancel(self) -> bool:
        """Cancel the request; False when it has its answer."""
        cancelled = super().cancel()
        texts = self.texts()
        if cancelled and texts is not None and not texts.closed:
            c.calque_texts_cancel(texts._reference, self.number)
        return cancelled


def request(
    function: Callable[..., int],
    texts: Handle,
    identifier: str,
    timeout: float | None,
    convert: Callable[[Told], _Result],
) -> Request[_Result | None]:
    """Ask for a text, which is converted for the future; None for none at all."""
    future: Request[_Result | None] = Request(convert)
    answer = c_uint64()
    with handing_over(future) as number:
        call(
            function,
            texts._reference,
            *text(identifier),
            milliseconds(timeout),
            _text_handler,
            number,
            user_data_free,
            byref(answer),
        )
    future.number = answer.value
    future.texts = ref(texts)
    return future


def versions_call(function: Callable[..., int], *arguments: Any) -> Future[None]:
    """Call a function that tells when the versions have come."""
    future: Future[None] = Future()
    with handing_over(future) as number:
        call(function, *arguments, _versions_handler, number, user_data_free)
    return future


def on_increase(texts: Any, receiver: Callable[[str, Numbers, Numbers], object]) -> int:
    """Subscribe a function of identifier, version and version before."""
    answer = c_uint64()
    with handing_over(receiver) as number:
        call(
            c.calque_texts_on,
            texts,
            _receiver,
            number,
            user_data_free,
            byref(answer),
        )
    return answer.value


def found(status: int) -> bool:
    """Whether a call without an error object found what it is about."""
    if status >= _FAILURES:
        raise bare_failure(status)
    return status != Status.NOT_FOUND


def _lent(value: str | None) -> Any:
    data, length = text(value)
    return c.calque_str(data, length)


def _numbers(version: Any) -> Numbers:
    return (
        version.major,
        version.minor,
        version.patch,
        version.major_width,
        version.minor_width,
        version.patch_width,
    )


def _failure(status: int, message: Any) -> CalqueError:
    code = Status(status)
    return error_class(code)(told_text(message) or code.name, code)


def _reported(body: Callable[..., None]) -> Callable[..., None]:
    """Run a callback on a thread of the library.

    Nobody waits there for what it raises: that is reported as from any thread.
    """

    def run(number: int, *arguments: Any) -> None:
        try:
            body(kept(number), *arguments)
        except BaseException:  # any of them must not reach C
            kind, value, traceback = sys.exc_info()
            threading.excepthook(
                threading.ExceptHookArgs(
                    (kind, value, traceback, threading.current_thread())
                )
            )

    return run


def _answer(future: Request[Any], answer: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    result = answer.contents
    words = told_text(result.text)
    if words is None:
        if result.status in _NOTHING:
            future.set_result(None)
        else:
            future.set_exception(_failure(result.status, result.message))
        return
    info = result.info
    told = Told(words, _numbers(info.version), info.place, Status(info.reason))
    future.set_result(future.convert(told))


def _versions(future: Future[None], status: int, message: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if status:
        future.set_exception(_failure(status, message))
    else:
        future.set_result(None)


def _receive(receiver: Callable[[str, Numbers, Numbers], object], told: Any) -> None:
    increase = told.contents
    receiver(
        told_text(increase.identifier) or "",
        _numbers(increase.version),
        _numbers(increase.previous),
    )


_text_handler = c.calque_text_handler(_reported(_answer))
_versions_handler = c.calque_text_versions_handler(_reported(_versions))
_receiver = c.calque_text_receiver(_reported(_receive))
