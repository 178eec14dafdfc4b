from __future__ import annotations

import types
from collections import UserList
from datetime import date, datetime, timezone
from decimal import Decimal
from fractions import Fraction
from http import HTTPStatus
from pathlib import Path
from uuid import UUID

import pytest

from calque import _json


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": [1, 2.5, None, True, "ü"]}, '{"a":[1,2.5,null,true,"ü"]}'),
        (types.MappingProxyType({"a": (1, 2)}), '{"a":[1,2]}'),
        (UserList([1]), "[1]"),
        (2**63 - 1, "9223372036854775807"),
        (2**63, "9.223372036854776e+18"),
        ({"a": [-(2**64)]}, '{"a":[-1.8446744073709552e+19]}'),
        ("12345678901234567890", '"12345678901234567890"'),
        (Decimal("1.0"), "1"),
        (Decimal("1.25"), "1.25"),
        (Path("a/b"), '"a/b"'),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (Fraction(1, 2), "0.5"),
        (date(2024, 5, 17), '"2024-05-17"'),
        (
            datetime(2024, 5, 17, 13, 4, tzinfo=timezone.utc),
            '"2024-05-17T13:04:00+00:00"',
        ),
        ([HTTPStatus.OK, True], "[200,true]"),
    ],
)
def test_encode(value: object, expected: str) -> None:
    assert _json.encode(value).decode() == expected


def test_integers_beyond_doubles_are_digits() -> None:
    assert _json.encode([10**400]).decode() == f'["{10**400}"]'


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, bytearray(b"x")])
def test_values_without_json_form(value: object) -> None:
    with pytest.raises(TypeError, match="cannot insert a value of type"):
        _json.encode(value)
