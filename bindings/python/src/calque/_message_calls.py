"""Calls on message tables that have a visitor or an array of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_char, c_size_t
from typing import Any

from . import _bindings as c
from ._arguments import fill_values
from ._callbacks import drop, keep, message_visitor
from ._calls import call
from ._pending import raise_pending
from .errors import InvalidPlaceholderError


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
    length, capacity = c_size_t(), 256
    while True:
        buffer = (c_char * capacity)()
        try:
            call(
                c.calque_messages_format,
                *(table, data, len(data), arguments, len(values)),
                *(buffer, capacity, byref(length)),
            )
        except InvalidPlaceholderError as error:
            if length.value < capacity:
                error.text = buffer.raw[: length.value].decode()
                raise
        if length.value < capacity:
            return buffer.raw[: length.value].decode()
        capacity = length.value + 1
