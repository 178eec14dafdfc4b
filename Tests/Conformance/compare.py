"""Equality of JSON values, exactly."""

from __future__ import annotations

from typing import Any

UNDEFINED = {"$undefined": True}


def same(expected: Any, got: Any) -> bool:
    """Whether two JSON values are equal: true is not 1, but 1 is 1.0.

    The binding answers None for undefined, too.
    """
    if expected == UNDEFINED and got is None:
        return True
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(
            same(value, got[name]) for name, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(same, expected, got))
    return bool(expected == got)
