"""Exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .status import Status

if TYPE_CHECKING:
    from .loading import LoadReport


class CalqueError(Exception):
    """A call of the library failed.

    `message` names place and path too. `code` is the status; `path` the JSON path of
    the offending value; `line` and `column` count from 1, in bytes of the text named
    by `source`. `report` is that of a load. Unknown values are None.
    """

    report: LoadReport | None = None

    def __init__(
        self,
        message: str,
        code: Status = Status.UNKNOWN,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        detail: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.source = source
        self.detail = detail

    def __str__(self) -> str:
        return self.message


class InvalidArgumentError(CalqueError, ValueError):
    """An argument is out of range or of an unknown kind."""


class InvalidUTF8Error(CalqueError, ValueError):
    """A text is not well-formed UTF-8."""


class InvalidJSONError(CalqueError, ValueError):
    """A text is not JSON."""


class InvalidTypeError(CalqueError, ValueError):
    """A JSON value has another type than the call expects."""


class InvalidOptionError(CalqueError, ValueError):
    """An option has a value of the wrong type or out of range."""


class InvalidLocaleError(CalqueError, ValueError):
    """A locale is not a language tag, or is not known."""


class InvalidPlaceholderError(CalqueError, ValueError):
    """The placeholders of a text do not match the arguments.

    `text` is the text all the same, with what could be put in.
    """

    text: str = ""


class LimitExceededError(CalqueError, ValueError):
    """A limit on bytes, depth or members was exceeded."""


class FileError(CalqueError, OSError):
    """A file could not be read or written."""


class CorruptError(CalqueError, OSError):
    """A file is damaged, or does not have the expected format."""


class UnsupportedError(CalqueError):
    """Not supported by this build, this version or this format."""


class RefusedError(CalqueError):
    """Not possible in the current state, or refused by the host."""


class ConflictError(CalqueError):
    """It conflicts with existing data."""


class CancelledError(CalqueError):
    """It was cancelled before it was done."""


class DeadlineError(CalqueError, TimeoutError):
    """The time limit was exceeded."""


class UnreachableError(CalqueError, ConnectionError):
    """No connection could be made, or it broke."""


class InsecureError(CalqueError, ConnectionError):
    """The server could not prove its identity."""


class HTTPStatusError(CalqueError, OSError):
    """The server responded with an HTTP status of failure: `detail`."""


class BadResponseError(CalqueError, ValueError):
    """The server's response is invalid, for example cut short."""


class LoadFailedError(CalqueError, OSError):
    """Nothing could be loaded."""


class MissingKeyError(CalqueError, KeyError):
    """A key has no translation; `key` is that key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no translation for {key!r}", Status.MISSING_KEY)
        self.key = key


_CLASSES: dict[Status, type[CalqueError]] = {
    Status.INVALID_ARGUMENT: InvalidArgumentError,
    Status.INVALID_UTF8: InvalidUTF8Error,
    Status.INVALID_JSON: InvalidJSONError,
    Status.INVALID_TYPE: InvalidTypeError,
    Status.INVALID_OPTION: InvalidOptionError,
    Status.INVALID_LOCALE: InvalidLocaleError,
    Status.INVALID_PLACEHOLDER: InvalidPlaceholderError,
    Status.LIMIT_EXCEEDED: LimitExceededError,
    Status.IO_ERROR: FileError,
    Status.CORRUPT: CorruptError,
    Status.UNSUPPORTED: UnsupportedError,
    Status.REFUSED: RefusedError,
    Status.CONFLICT: ConflictError,
    Status.CANCELLED: CancelledError,
    Status.TIMEOUT: DeadlineError,
    Status.UNREACHABLE: UnreachableError,
    Status.INSECURE: InsecureError,
    Status.HTTP_STATUS: HTTPStatusError,
    Status.BAD_RESPONSE: BadResponseError,
    Status.LOAD_FAILED: LoadFailedError,
}


def error_class(code: Status) -> type[CalqueError]:
    """The class that a failure with this status is raised as."""
    return _CLASSES.get(code, CalqueError)
