"""Python values as the JSON that the library reads, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

JSONValue = Any
"""What a translation can be: str, int, float, bool, None, list or dict."""

_LONG_NUMBER = re.compile(r"\d{19}")
_INT64 = range(-(2**63), 2**63)

decode = json.loads


def encode(value: object) -> bytes:
    """JSON of a value; integers beyond 64 bits become doubles, as in JavaScript.

    Raises TypeError for a value that JSON has no form for, ValueError for one
    that is not finite, is circular or is not Unicode.
    """
    text = _encoder.encode(value)
    if _LONG_NUMBER.search(text):
        text = _encoder.encode(_narrowed(value))
    return text.encode()


def number(value: Decimal) -> int | float:
    """A decimal as the number that JSON can say."""
    if value == value.to_integral_value() and int(value) in _INT64:
        return int(value)
    return float(value)


def wide(value: int) -> float | str:
    """An integer beyond 64 bits: a double, or its digits beyond a double."""
    try:
        return float(value)
    except OverflowError:
        return str(value)


def is_wide(value: int) -> bool:
    """Whether an integer does not fit into 64 bits."""
    return value not in _INT64


def _other(value: object) -> object:
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"JSON has no form for a {type(value).__name__}")


def _narrowed(value: object) -> object:
    if isinstance(value, int):
        return wide(value) if is_wide(value) else value
    if isinstance(value, Mapping):
        return {name: _narrowed(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_narrowed(element) for element in value]
    return value


_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, default=_other, separators=(",", ":")
)
