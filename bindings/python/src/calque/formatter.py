"""Numbers, dates, lists, relative times and names as a language writes them."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Sequence
from decimal import Decimal
from zoneinfo import ZoneInfo

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._annotations import Any
from ._arguments import fill_values
from ._calls import buffered_status, opened
from ._handles import Handle
from ._structs import failure
from .errors import CalqueError, InvalidArgumentError
from .status import Status

_KINDS = {
    name.removeprefix("FORMATTER_").lower(): value
    for name, value in vars(k).items()
    if name.startswith("FORMATTER_")
}
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


class LocaleData(Handle):
    """A file of locale data: the data of CLDR that the library does not contain.

    Raises FileError, CorruptError for a damaged file, UnsupportedError for another
    version of CLDR.
    """

    __slots__ = ()

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._own(api.locale_data_open(path))

    @classmethod
    def from_bytes(cls, data: bytes) -> LocaleData:
        """A file that is in memory; the bytes are copied.

        Raises as the constructor, except FileError.
        """
        return cls._of(opened("calque_locale_data", data, k.LOCALE_DATA_COPY))


class Formatter(Handle):
    """A formatter for a locale. Create it once for many values; thread-safe.

    `kind` is "number", "datetime", "relativetime", "list" or "displayname". Options
    have the names and values of ECMA-402: `Formatter("number", "de", style="percent")`.
    `timeZone` may also be a ZoneInfo. `data` has the facts that the library does not
    carry: see docs/formatting.md.

    Raises InvalidLocaleError, InvalidOptionError and UnsupportedError with the option's
    name as the path.

    >>> Formatter("number", "de", minimumFractionDigits=2).format(1234.5)
    '1.234,50'
    >>> Formatter("list", "pl").format(["a", "b", "c"])
    'a, b i c'
    """

    __slots__ = ("_kind", "_zone")

    def __init__(
        self,
        kind: str,
        locale: str,
        *,
        data: LocaleData | None = None,
        **options: object,
    ) -> None:
        number = _KINDS.get(kind)
        if number is None:
            message = f"there is no kind of formatter {kind!r}"
            raise failure(Status.INVALID_ARGUMENT, message)
        self._kind = kind
        self._zone = options.get("timeZone", "UTC")
        if isinstance(self._zone, ZoneInfo) and self._zone.key:
            options["timeZone"] = self._zone.key
        self._own(api.formatter_create(number, locale, options, data))

    def format(
        self, value: int | float | Decimal | str | dt.date | dt.time | Sequence[str]
    ) -> str:
        """The formatted text of a value.

        Numbers and relative times take an int, a float or (numbers only) a Decimal.
        Dates take a datetime, a date, a time, or milliseconds since 1970; a value
        without a time zone is shown as it is. Lists take texts, names a code.

        Raises InvalidArgumentError for a value of another kind.
        """
        is_single = isinstance(value, str) or not isinstance(value, Sequence)
        if is_single == (self._kind == "list"):
            raise _wrong(value)
        values: Any = [self._exact(value)] if is_single else value
        function, arguments = c.calque_formatter_format, fill_values(values)
        given = self._reference, arguments, len(values)
        try:
            return buffered_status(function, *given)[1]
        except InvalidArgumentError:
            raise _wrong(value) from None

    def _exact(self, value: Any) -> object:
        """A single value as the library takes it."""
        if self._kind == "datetime":
            return self._milliseconds(value)
        if isinstance(value, Decimal) and not value.is_finite():
            return float(value)
        is_wide = type(value) is int and not -(1 << 63) <= value < 1 << 63
        return Decimal(value) if is_wide else value

    def _milliseconds(self, value: object) -> int | float:
        if isinstance(value, (int, float)):
            return value
        if isinstance(value, dt.time):
            value = dt.datetime.combine(dt.date(1970, 1, 1), value)
        elif isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            value = dt.datetime.combine(value, dt.time())
        if not isinstance(value, dt.datetime):
            raise _wrong(value)
        if value.tzinfo is None:
            value = value.replace(tzinfo=_zone(self._zone))
        return (value - _EPOCH) // dt.timedelta(milliseconds=1)


def _zone(zone: object) -> dt.tzinfo:
    if isinstance(zone, dt.tzinfo):
        return zone
    name = str(zone)
    if name[:1] in "+-":
        digits = name[1:].replace(":", "").ljust(4, "0")
        offset = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        return dt.timezone(-offset if name[0] == "-" else offset)
    return dt.timezone.utc if name == "UTC" else ZoneInfo(name)


def _wrong(value: object) -> CalqueError:
    message = f"the formatter does not take {value!r}"
    return failure(Status.INVALID_ARGUMENT, message)
