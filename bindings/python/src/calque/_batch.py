"""Many translations in one call."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from ctypes import (
    POINTER,
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
from itertools import accumulate, pairwise
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._calls import call
from ._json import encode, is_wide
from .status import Status

_OFFSET = "i"
# Seldom in a text; where it is, offsets take its place.
_SEPARATOR = "\x1e"
_KINDS = {"q": k.ARG_KIND_INT, "l": k.ARG_KIND_INT, "d": k.ARG_KIND_DOUBLE}


def batch(
    view: Any,
    keys: str | Sequence[str],
    columns: Mapping[str, object],
    strict: bool,
    separator: str = "",
) -> tuple[memoryview, array[int], str | None]:
    """Bytes of the texts, their offsets, and a missing key when it is strict.

    A separator, one character or none, lies behind each text.
    """
    names = [keys] if isinstance(keys, str) else keys
    rows = _rows(columns) if isinstance(keys, str) else len(keys)
    # What C reads must live until the call is over.
    made = [_column(name, value, rows) for name, value in columns.items()]
    structures = (c.calque_column * len(made))(*(column for column, _ in made))
    offsets = array("q", bytes(8 * (rows + 1)))
    statuses = array(_OFFSET, bytes(4 * rows)) if strict else None
    key_data, key_offsets = _keys(names, separator)
    request = c.calque_batch(
        struct_size=sizeof(c.calque_batch),
        rows=rows,
        keys=key_data,
        keys_length=len(key_data),
        key_offsets=_pointer(key_offsets, c_int32) if key_offsets else None,
        key_count=len(names),
        columns=structures,
        column_count=len(made),
        large_offsets=_pointer(offsets, c_int64),
        statuses=_pointer(statuses, c_int32) if statuses else None,
        separator=ord(separator or "\0"),
    )
    data = _run(view, request, 64 * rows + 64)
    missing = None
    if statuses is not None and Status.MISSING_KEY in statuses:
        at = statuses.index(Status.MISSING_KEY)
        missing = names[at if len(names) > 1 else 0]
    return data, offsets, missing


def batch_texts(
    view: Any, keys: str | Sequence[str], columns: Mapping[str, object], strict: bool
) -> tuple[list[str], str | None]:
    """The texts, and a missing key when it is strict."""
    data, offsets, missing = batch(view, keys, columns, strict, _SEPARATOR)
    # Splitting takes a third of the time of cutting by offsets.
    texts = str(data, "utf-8").split(_SEPARATOR)
    texts.pop()
    if len(texts) != len(offsets) - 1:
        # A text has a separator in it.
        texts = [
            str(data[start : end - 1], "utf-8") for start, end in pairwise(offsets)
        ]
    return texts, missing


def _run(view: Any, request: c.calque_batch, capacity: int) -> memoryview:
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


def _keys(names: Sequence[str], separator: str) -> tuple[bytes, array[int] | None]:
    """Keys with separators between them, if that says where each begins."""
    if separator:
        whole = separator.join(names)
        if whole.count(separator) == len(names) - 1:
            return whole.encode(), None
    return _joined(names)


def _rows(columns: Mapping[str, object]) -> int:
    lengths = [len(value) for value in columns.values() if _is_column(value)]  # type: ignore[arg-type]
    return max(lengths, default=1)


def _is_column(value: object) -> bool:
    return isinstance(value, (list, tuple, array, memoryview))


def _column(name: str, value: object, rows: int) -> tuple[c.calque_column, object]:
    values: Sequence[Any] = value if _is_column(value) else [value]  # type: ignore[assignment]
    if len(values) not in (1, rows):
        raise ValueError(f"{name} has {len(values)} values for {rows} rows")
    data = name.encode()
    column = c.calque_column(name=data, name_length=len(data), count=len(values))
    column.kind, numbers = _numbers(values)
    if numbers is not None:
        column.values = numbers.buffer_info()[0]
        return column, numbers
    written, offsets = _joined(_written(column.kind, values))
    column.values = cast(c_char_p(written), c_void_p)
    column.offsets = _pointer(offsets, c_int32)
    return column, (written, offsets)


def _numbers(values: Sequence[Any]) -> tuple[int, array[Any] | None]:
    """The kind of a column, and its values where they are numbers."""
    code = getattr(values, "typecode", None) or getattr(values, "format", None)
    if code in _KINDS:
        return _KINDS[code], array("d" if code == "d" else "q", values)
    kinds = set(map(type, values))
    if kinds == {str}:
        return k.ARG_KIND_TEXT, None
    if kinds == {bool}:
        return k.ARG_KIND_BOOL, array("B", values)
    if kinds == {int} and not any(map(is_wide, values)):
        return k.ARG_KIND_INT, array("q", values)
    if kinds == {float}:
        return k.ARG_KIND_DOUBLE, array("d", values)
    return k.ARG_KIND_JSON, None


def _written(kind: int, values: Sequence[Any]) -> Iterable[str]:
    if kind == k.ARG_KIND_TEXT:
        return values
    return [encode(value).decode() for value in values]


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
    return cast(numbers.buffer_info()[0], POINTER(kind))
