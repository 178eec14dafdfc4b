"""Calls on message tables that need ctypes."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_char, c_size_t, pointer
from typing import Any

from . import _bindings as c
from ._arguments import fill_values
from ._callbacks import drop, keep, message_visitor
from ._calls import call, call_for_pointer
from ._pending import raise_pending
from .errors import InvalidPlaceholderError

Load = tuple[int, int]


def create(options: bytes) -> Any:
    """A new table."""
    return call_for_pointer(
        c.calque_messages_create, c.calque_messages, options, len(options)
    )


def shared() -> Any:
    """One more reference to the table that the process shares."""
    return c.calque_messages_retain(c.calque_messages_shared())


def load(function: Any, table: Any, kind: int, prefix: str, *source: Any) -> Load:
    """Load from JSON or a file: how many were stored, how many left out."""
    counts = c.calque_messages_counts()
    before = prefix.encode()
    call(function, table, kind, before, len(before), *source, byref(counts))
    return counts.stored, counts.skipped


def entries(table: Any) -> list[tuple[int, str, str]]:
    """Kind, key and text of all entries."""
    found: list[tuple[int, str, str]] = []
    number = keep(found)
    try:
        c.calque_messages_each(table, message_visitor, number)
        raise_pending()
    finally:
        drop(number)
    return found


def format_text(table: Any, text: str, values: Sequence[object]) -> str:
    """Decode a text and put values in.

    Raises InvalidPlaceholderError with the text.
    """
    data = text.encode()
    arguments = fill_values(values)
    length = c_size_t()
    capacity = 256
    while True:
        buffer = (c_char * capacity)()
        try:
            call(
                c.calque_messages_format,
                *(table, data, len(data), arguments, len(values)),
                *(buffer, capacity, pointer(length)),
            )
        except InvalidPlaceholderError as error:
            if length.value < capacity:
                error.text = buffer.raw[: length.value].decode()
                raise
        if length.value < capacity:
            return buffer.raw[: length.value].decode()
        capacity = length.value + 1
