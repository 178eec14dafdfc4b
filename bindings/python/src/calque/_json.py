"""Python values as the JSON that the library reads, and back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from os import PathLike, fsdecode

from ._annotations import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decimal import Decimal

_LEAST, _MOST = -(2**63), 2**63 - 1
_DIGITS, _EXPONENT, _BITS = 128, 308, 4096

# They have elements, but are neither arrays nor texts.
_NEITHER = (bytes, bytearray, memoryview, Set)
CONTAINERS = (Mapping, Sequence, *_NEITHER)
"""A value that the library takes as JSON, or a TypeError."""


def decode(text: str | bytes) -> Any:
    """The value of a JSON text."""
    import json

    return json.loads(text)


def encode(value: object) -> bytes:
    """JSON of a value; integers beyond 64 bits become doubles, as in JavaScript.

    Other objects are written as numbers or as their text (`plain`). Raises
    TypeError for bytes and sets, ValueError for what is not finite, is circular
    or is not Unicode.
    """
    import re

    text = _encoder()(value)
    # Three times as fast as `\d{19}`: a large text is searched with the GIL held.
    if re.search("[0-9][0-9]{18}", text):
        text = _encoder()(_narrowed(value))
    return text.encode()


@cache
def _encoder() -> Callable[[object], str]:
    from json import JSONEncoder

    return JSONEncoder(
        ensure_ascii=False, allow_nan=False, default=_other, separators=(",", ":")
    ).encode


def digits(value: object) -> str | None:
    """The digits of a Decimal as the library takes them; None for too many."""
    from decimal import Decimal

    if not isinstance(value, Decimal) or not value.is_finite():
        return None
    if abs(value.adjusted()) > _DIGITS:
        return None
    text = f"{value:f}"
    return text if len(text) <= _DIGITS else None


def number(value: Decimal) -> int | float:
    """A decimal as the number that JSON can say; ValueError for one beyond doubles."""
    if not value.is_finite():
        raise ValueError(f"{value} is not a finite number")
    # Before it is written out: its exponent may have a million digits.
    if value and value.adjusted() > _EXPONENT:
        raise ValueError(f"a number of {value.adjusted() + 1} digits is too large")
    if value == value.to_integral_value() and not is_wide(int(value)):
        return int(value)
    return float(value)


def wide(value: int) -> float | str:
    """An integer beyond 64 bits: a double, or its digits beyond a double.

    Raises ValueError for one of more than 4,096 bits.
    """
    if value.bit_length() > _BITS:
        raise ValueError(f"an integer of {value.bit_length()} bits is too large")
    try:
        return float(value)
    except OverflowError:
        return str(value)


def is_wide(value: int) -> bool:
    """Whether an integer does not fit into 64 bits."""
    # Not `in range`, which compares a subclass of int with each number there is.
    return not _LEAST <= value <= _MOST


def plain(value: object) -> int | float | str:
    """A value that is no JSON as the number that it is, or as its text."""
    # Imported where there may be one.
    from datetime import date, time
    from decimal import Decimal

    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, PathLike):
        return fsdecode(value)
    if hasattr(type(value), "__index__"):
        return operator.index(value)  # type: ignore[arg-type]
    if hasattr(type(value), "__float__"):
        return float(value)  # type: ignore[arg-type]
    return str(value)


def _other(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, _NEITHER):
        kind = type(value).__name__
        hint = "make it a list" if isinstance(value, Set) else "decode it"
        raise TypeError(f"cannot insert a value of type {kind}; {hint} first")
    return list(value) if isinstance(value, Sequence) else plain(value)


def _narrowed(value: object) -> object:
    if isinstance(value, int):
        return wide(value) if is_wide(value) else value
    if isinstance(value, Mapping):
        return {name: _narrowed(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_narrowed(element) for element in value]
    return value
