"""Calls and callbacks of versioned texts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from ctypes import sizeof
from typing import Any, NamedTuple, TypeVar
from weakref import ref

from . import _api as api
from . import _bindings as c
from ._callbacks import kept, told_text, trampolines
from ._calls import text
from ._handles import Handle
from ._pending import report
from .errors import CalqueError, InvalidArgumentError, error_class
from .status import Status

_Result = TypeVar("_Result")
_LONGEST = (1 << 31) - 1

Numbers = tuple[int, int, int, int, int, int]


class Told(NamedTuple):
    """A text, with its version as numbers and widths."""

    text: str
    version: Numbers
    place: int
    reason: Status


def milliseconds(seconds: float | None) -> int:
    """A time as C takes it; None is its default."""
    return 0 if seconds is None else min(max(round(seconds * 1000), 1), _LONGEST)


def parse_version(written: str) -> Numbers:
    """The numbers and widths of a version."""
    try:
        return _numbers(api.text_version_parse(written))
    except InvalidArgumentError as error:
        raise InvalidArgumentError(f"{written!r} is no version", error.code) from None


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
    api.texts_register(texts, source)


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
        return told(*api.texts_await(texts, identifier, milliseconds(timeout)))
    except CalqueError as error:
        if error.code in _NOTHING:
            return None
        raise


def told(words: str, info: Any) -> Told:
    """A text, and what is known of it."""
    return Told(words, _numbers(info.version), info.place, Status(info.reason))


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
    future.number = function(
        texts._reference, identifier, milliseconds(timeout), future
    )
    future.texts = ref(texts)
    return future


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
        except BaseException as exception:  # any of them must not reach C
            report(exception)

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
    future.set_result(future.convert(told(words, result.info)))


def _versions(future: Future[None], status: int, message: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if status:
        future.set_exception(_failure(status, message))
    else:
        future.set_result(None)


def _receive(receiver: Callable[[str, Numbers, Numbers], object], lent: Any) -> None:
    increase = lent.contents
    receiver(
        told_text(increase.identifier) or "",
        _numbers(increase.version),
        _numbers(increase.previous),
    )


trampolines.update(
    calque_text_handler=c.calque_text_handler(_reported(_answer)),
    calque_text_versions_handler=c.calque_text_versions_handler(_reported(_versions)),
    calque_text_receiver=c.calque_text_receiver(_reported(_receive)),
)
