from __future__ import annotations

import types
from collections import UserList
from decimal import Decimal

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
    ],
)
def test_encode(value: object, expected: str) -> None:
    assert _json.encode(value).decode() == expected


def test_integers_beyond_doubles_are_digits() -> None:
    assert _json.encode([10**400]).decode() == f'["{10**400}"]'


@pytest.mark.parametrize("value", [object(), b"bytes", {1, 2}, bytearray(b"x")])
def test_values_without_json_form(value: object) -> None:
    with pytest.raises(TypeError, match="JSON has no form"):
        _json.encode(value)
