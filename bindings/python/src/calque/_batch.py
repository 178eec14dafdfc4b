"""Many translations in one call."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from ctypes import (
    byref,
    c_char,
    c_char_p,
    c_int32,
    c_int64,
    c_size_t,
    c_void_p,
    cast,
    sizeof,
)
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._calls import call
from ._json import CONTAINERS, digits, encode, is_wide, plain
from ._table import pointer
from .status import Status

_OFFSET = "i"
# Seldom in a text; where it is, offsets take its place.
_SEPARATOR = "\x1e"
_KINDS = {"q": k.ARG_KIND_INT, "l": k.ARG_KIND_INT, "d": k.ARG_KIND_DOUBLE}

_BASIC = {str, int, float, bool, type(None), Decimal}
# Whole numbers up to this are the same as doubles.
_EXACT = 2**53

Columns = Mapping[str, object]
Missing = Iterable[str]
"""Keys without a translation, each once."""


def batch(
    view: Any, keys: str | Sequence[str], columns: Columns
) -> tuple[memoryview, array[int], Missing]:
    """Bytes of the texts, their offsets, and the missing keys."""
    table = _Table(keys, columns)
    if not table.nullable:
        return _run(view, table, "")
    texts, missing = _grouped(view, table)
    data, offsets = _joined(texts)
    return memoryview(data), array("q", offsets), missing


def batch_texts(
    view: Any, keys: str | Sequence[str], columns: Columns
) -> tuple[list[str], Missing]:
    """The texts and the missing keys."""
    table = _Table(keys, columns)
    return _grouped(view, table) if table.nullable else _texts(view, table)


class _Table:
    """Keys and columns of a batch, as lists or as one value for all rows."""

    def __init__(self, keys: str | Sequence[str], columns: Columns) -> None:
        is_single = isinstance(keys, str)
        self.keys: Sequence[str] = [keys] if is_single else keys  # type: ignore[list-item]
        given = {
            name: _plainly(value) if _is_column(value) else _plainly([value])
            for name, value in columns.items()
        }
        self.columns: dict[str, Sequence[Any]] = given
        lengths = (len(column) for column in self.columns.values())
        self.rows = max(lengths, default=1) if is_single else len(self.keys)
        for name, column in self.columns.items():
            if len(column) not in (1, self.rows):
                raise ValueError(
                    f"{name} has {len(column)} values for {self.rows} rows"
                )
        self.kinds = {name: _types(column) for name, column in self.columns.items()}
        self.nullable = [
            name
            for name, kinds in self.kinds.items()
            if type(None) in kinds and len(kinds) > 1
        ]

    def split(self) -> Iterable[tuple[list[int], _Table]]:
        """Tables of the rows whose Nones are in the same columns, with their numbers.

        So a column has values of its own kind, or is null for all rows.
        """
        groups: dict[tuple[bool, ...], list[int]] = {}
        for row in range(self.rows):
            nulls = tuple(self._at(self.columns[n], row) is None for n in self.nullable)
            groups.setdefault(nulls, []).append(row)
        for rows in groups.values():
            columns = {
                name: [self._at(column, row) for row in rows]
                for name, column in self.columns.items()
            }
            yield rows, _Table([self._at(self.keys, row) for row in rows], columns)

    @staticmethod
    def _at(values: Sequence[Any], row: int) -> Any:
        return values[0] if len(values) == 1 else values[row]


def _grouped(view: Any, table: _Table) -> tuple[list[str], Missing]:
    texts = [""] * table.rows
    missing: dict[str, None] = {}
    for rows, part in table.split():
        found, absent = _texts(view, part)
        missing.update(dict.fromkeys(absent))
        for row, text in zip(rows, found, strict=True):
            texts[row] = text
    return texts, missing


def _texts(view: Any, table: _Table) -> tuple[list[str], Missing]:
    data, offsets, missing = _run(view, table, _SEPARATOR)
    # Splitting takes a third of the time of cutting by offsets.
    texts = str(data, "utf-8").split(_SEPARATOR)
    texts.pop()
    if len(texts) != len(offsets) - 1:
        # A text has a separator in it.
        texts = [
            str(data[start : end - 1], "utf-8") for start, end in pairwise(offsets)
        ]
    return texts, missing


def _run(
    view: Any, table: _Table, separator: str
) -> tuple[memoryview, array[int], Missing]:
    """As `batch`; a separator, one character or none, lies behind each text."""
    rows = table.rows
    # Memory that C reads must live until the call returns.
    made = [_column(name, table, rows) for name in table.columns]
    structures = (c.calque_column * len(made))(*(column for column, _ in made))
    offsets = array("q", bytes(8 * (rows + 1)))
    statuses = array(_OFFSET, bytes(4 * rows))
    key_data, key_offsets = _keys(table.keys, separator)
    request = c.calque_batch(
        struct_size=sizeof(c.calque_batch),
        rows=rows,
        keys=key_data,
        keys_length=len(key_data),
        key_offsets=_pointer(key_offsets, c_int32) if key_offsets else None,
        key_count=len(table.keys),
        columns=structures,
        column_count=len(made),
        large_offsets=_pointer(offsets, c_int64),
        statuses=_pointer(statuses, c_int32) if rows else None,
        separator=ord(separator or "\0"),
    )
    data = _filled(view, request, 64 * rows + 64)
    return data, offsets, _missing(table.keys, statuses)


def _filled(view: Any, request: Any, capacity: int) -> memoryview:
    length = c_size_t()
    while True:
        buffer = (c_char * capacity)()
        request.buffer = buffer
        request.capacity = capacity
        status = call(
            c.calque_view_translate_batch, view, byref(request), byref(length)
        )
        if status != Status.TRUNCATED:
            return memoryview(buffer)[: length.value]
        capacity = length.value + 1


def _missing(keys: Sequence[str], statuses: array[int]) -> Missing:
    number = int(Status.MISSING_KEY)
    if number not in statuses:
        return ()
    if len(keys) == 1:
        return keys
    found = (key for key, s in zip(keys, statuses, strict=True) if s == number)
    return dict.fromkeys(found)


def _keys(names: Sequence[str], separator: str) -> tuple[bytes, array[int] | None]:
    """Keys with separators between them, if that says where each begins."""
    if separator:
        whole = separator.join(names)
        if whole.count(separator) == len(names) - 1:
            return whole.encode(), None
    return _joined(names)


def _is_column(value: object) -> bool:
    return isinstance(value, (list, tuple, array, memoryview))


def _plainly(values: Any) -> Any:
    """Values with what is no JSON as a number or a text."""
    if _code(values) in _KINDS or _BASIC.issuperset(map(type, values)):
        return values
    return [
        value
        if type(value) in _BASIC or isinstance(value, CONTAINERS)
        else plain(value)
        for value in values
    ]


def _code(values: Sequence[Any]) -> object:
    return getattr(values, "typecode", None) or getattr(values, "format", None)


def _types(values: Sequence[Any]) -> set[type]:
    return set() if _code(values) in _KINDS else set(map(type, values))


def _column(name: str, table: _Table, rows: int) -> tuple[Any, object]:
    values = table.columns[name]
    data = name.encode()
    column = c.calque_column(name=data, name_length=len(data), count=len(values))
    column.kind, numbers = _numbers(values, table.kinds[name])
    if numbers is not None:
        column.values = numbers.buffer_info()[0]
        return column, numbers
    written, offsets = _joined(_written(column.kind, values))
    column.values = cast(c_char_p(written), c_void_p)
    column.offsets = _pointer(offsets, c_int32)
    return column, (written, offsets)


def _numbers(values: Sequence[Any], kinds: set[type]) -> tuple[int, array[Any] | None]:
    """The kind of a column, and its values where they are numbers."""
    code = _code(values)
    if code in _KINDS:
        return _KINDS[code], array("d" if code == "d" else "q", values)
    if kinds == {str}:
        return k.ARG_KIND_TEXT, None
    if kinds == {type(None)}:
        return k.ARG_KIND_NULL, array("B", bytes(len(values)))
    if kinds == {bool}:
        return k.ARG_KIND_BOOL, array("B", values)
    if kinds == {int} and not any(map(is_wide, values)):
        return k.ARG_KIND_INT, array("q", values)
    if kinds == {float} or (
        kinds == {int, float}
        and all(abs(value) <= _EXACT for value in values if type(value) is int)
    ):
        return k.ARG_KIND_DOUBLE, array("d", values)
    if kinds == {Decimal} and all(map(digits, values)):
        return k.ARG_KIND_DECIMAL, None
    return k.ARG_KIND_JSON, None


def _written(kind: int, values: Sequence[Any]) -> Iterable[str]:
    if kind == k.ARG_KIND_TEXT:
        return values
    if kind == k.ARG_KIND_DECIMAL:
        return (format(value, "f") for value in values)
    return (encode(value).decode() for value in values)


def _joined(values: Iterable[str]) -> tuple[bytes, array[int]]:
    """Texts one behind the other, and where each begins."""
    parts = list(values)
    whole = "".join(parts)
    data = whole.encode()
    if len(data) == len(whole):
        lengths = map(len, parts)
    else:
        lengths = (len(part.encode()) for part in parts)  # type: ignore[assignment]
    return data, array(_OFFSET, accumulate(lengths, initial=0))


def _pointer(numbers: array[int], kind: Any) -> Any:
    return cast(numbers.buffer_info()[0], pointer(kind))
