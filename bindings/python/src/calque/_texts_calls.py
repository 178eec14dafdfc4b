"""Calls and callbacks of versioned texts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from ctypes import sizeof
from typing import Any, NamedTuple, TypeVar
from weakref import ref

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._callbacks import reported, told_text, trampolines
from ._calls import FAILURES, lent_failure, text
from ._handles import Handle
from ._json import decode
from .errors import CalqueError, InvalidArgumentError
from .status import Status

_Result = TypeVar("_Result")
_LONGEST = (1 << 31) - 1
_PLACES = {
    "cache": k.TEXT_CACHE,
    "bundle": k.TEXT_BUNDLE,
    "remote": k.TEXT_REMOTE,
}

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

    def complete(self, status: int, result: str | None, error: Any) -> None:
        """End it with what C says."""
        if not self.set_running_or_notify_cancel():
            return
        if result is not None:
            self.set_result(self.convert(_told(decode(result), status, error)))
        elif status in _NOTHING:
            self.set_result(None)  # type: ignore[arg-type]
        else:
            self.set_exception(lent_failure(status, error))

    def cancel(self) -> bool:
        """Cancel the request; False when it has its answer."""
        cancelled = super().cancel()
        texts = self.texts()
        if cancelled and texts is not None and not texts.closed:
            c.calque_texts_cancel(texts._reference, self.number)
        return cancelled


class VersionsRequest(Future[None]):
    """A request for versions under way."""

    def complete(self, status: int, _result: str | None, error: Any) -> None:
        """End it with what C says."""
        if not self.set_running_or_notify_cancel():
            return
        if status >= FAILURES:
            self.set_exception(lent_failure(status, error))
        else:
            self.set_result(None)


def request(
    texts: Handle,
    identifier: str,
    flags: int,
    timeout: float | None,
    convert: Callable[[Told], _Result],
) -> Request[_Result | None]:
    """Ask for a text, which is converted for the future; None for none at all."""
    future: Request[_Result | None] = Request(convert)
    future.number = api.texts_request(
        texts._reference,
        identifier,
        flags,
        milliseconds(timeout),
        future,  # type: ignore[arg-type]
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


def _told(members: dict[str, Any], status: int, error: Any) -> Told:
    reason = Status(c.calque_error_status(error)) if status else Status.OK
    place = _PLACES[members["place"]]
    return Told(members["text"], parse_version(members["version"]), place, reason)


def _receive(receiver: Callable[[str, Numbers, Numbers], object], lent: Any) -> None:
    increase = lent.contents
    receiver(
        told_text(increase.identifier) or "",
        _numbers(increase.version),
        _numbers(increase.previous),
    )


trampolines["calque_text_receiver"] = c.calque_text_receiver(reported(_receive))
