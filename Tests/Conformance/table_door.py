"""Asks a question as a table of two rows through `calque_renderer_render`."""

from __future__ import annotations

from ctypes import (
    POINTER,
    byref,
    c_double,
    c_int32,
    c_int64,
    c_uint8,
    c_void_p,
    cast,
    pointer,
    string_at,
)
from typing import Any

from calque.arrow import Renderer
from calque.arrow._capsules import _RELEASE, Array, Schema
from calque.view import View

ROWS = 2
KEY = "the key"
# Structures of Python's memory have nothing to release.
NOTHING = _RELEASE(lambda structure: None)


def texts(value: str) -> list[Any]:
    """The buffers of a column whose rows are all this text."""
    data = value.encode()
    offsets = [row * len(data) for row in range(ROWS + 1)]
    # The last byte is there so that an empty buffer has an address.
    bytes_ = (c_uint8 * (ROWS * len(data) + 1))(*(data * ROWS), 0)
    return [None, (c_int32 * (ROWS + 1))(*offsets), bytes_]


def column(value: Any) -> tuple[bytes, list[Any]]:
    """The format and the buffers of a column of one value."""
    if isinstance(value, str):
        return b"u", texts(value)
    if isinstance(value, bool):
        return b"b", [None, (c_uint8 * 1)(0xFF if value else 0)]
    if isinstance(value, int):
        return b"l", [None, (c_int64 * ROWS)(*[value] * ROWS)]
    if isinstance(value, float):
        return b"g", [None, (c_double * ROWS)(*[value] * ROWS)]
    return b"n", []


class TableDoor:
    """A renderer of a view of catalogs of a format.

    The second row of a table finds its text prepared.
    """

    def __init__(self, view: View, catalogs: str) -> None:
        language = "lang" if catalogs == "ios" else "lng"
        self._renderer = Renderer(view, key=KEY, lng=language, statuses=True)

    def close(self) -> None:
        self._renderer.close()

    def answers(self, key: str, args: dict[str, Any]) -> list[tuple[int, bytes]] | None:
        """The answers of the rows; None for arguments that are no columns."""
        if any(isinstance(value, dict | list) for value in args.values()):
            return None
        schemas: list[Any] = []
        arrays: list[Any] = []
        kept: list[Any] = []
        for name, value in {KEY: key, **args}.items():
            layout, buffers = column(value)
            places = (c_void_p * 3)(*(cast(each, c_void_p) for each in buffers))
            kept += [buffers, places]
            schemas.append(Schema(format=layout, name=name.encode(), release=NOTHING))
            arrays.append(
                Array(
                    length=ROWS,
                    n_buffers=len(buffers),
                    buffers=cast(places, POINTER(c_void_p)),
                    release=NOTHING,
                )
            )
        return self._render(schemas, arrays)

    def _render(self, schemas: list[Any], arrays: list[Any]) -> list[tuple[int, bytes]]:
        count = len(schemas)
        schema = Schema(
            format=b"+s",
            n_children=count,
            children=(POINTER(Schema) * count)(*map(pointer, schemas)),
            release=NOTHING,
        )
        table = Array(
            length=ROWS,
            n_children=count,
            children=(POINTER(Array) * count)(*map(pointer, arrays)),
            release=NOTHING,
        )
        result = self._renderer._array(_address(schema), _address(table))
        out_schema, out = result._take()
        text, status = (out.children[at].contents for at in range(2))
        present = cast(text.buffers[0], POINTER(c_uint8)) if text.buffers[0] else None
        offsets = cast(text.buffers[1], POINTER(c_int32))
        statuses = cast(status.buffers[1], POINTER(c_int32))
        answers = []
        for row in range(ROWS):
            shown = b""
            if present is None or present[0] >> row & 1:
                start = text.buffers[2] + offsets[row]
                shown = string_at(start, offsets[row + 1] - offsets[row])
            answers.append((statuses[row], shown))
        for structure in (out_schema, out):
            structure.release(_address(structure))
        return answers


def _address(structure: Any) -> int:
    return cast(byref(structure), c_void_p).value or 0
