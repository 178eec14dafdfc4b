"""The exceptions of the package that do not stand for a status of a failure."""

from __future__ import annotations

from ._annotations import TYPE_CHECKING, Any
from .status import Status

if TYPE_CHECKING:
    from .loading import LoadReport


class CalqueError(Exception):
    """A call of the library failed.

    `message` names place and path too; `code` is the status; `path` the JSON path of
    the offending value; `line` and `column` count from 1, in bytes of the text named
    by `source`. `report` is that of a load; `text` is what `Messages.format` could
    insert. Unknown values are None.
    """

    path: str | None = None
    line: int | None = None
    column: int | None = None
    source: str | None = None
    detail: int | None = None
    report: LoadReport | None = None
    text: str = ""

    def __init__(
        self, message: str, code: Status = Status.UNKNOWN, **details: Any
    ) -> None:
        super().__init__(message)
        self.message, self.code = message, code
        vars(self).update(details)

    def __str__(self) -> str:
        return self.message


class MissingKeyError(CalqueError, KeyError):
    """A key has no translation; `key` is that key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no translation for {key!r}", Status.MISSING_KEY)
        self.key = key
