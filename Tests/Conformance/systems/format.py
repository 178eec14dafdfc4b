"""Formatters by the options of ECMA-402."""

from __future__ import annotations

from typing import Any

from calque import Formatter

from .system import System, locale_data


def open_case(case: dict[str, Any]) -> System:
    """One formatter."""
    formatter = Formatter(
        case["kind"], case["locale"], data=locale_data(), **case["options"]
    )
    system = System({"format": lambda call: formatter.format(_value(call["value"]))})
    system.callback(formatter.close)
    return system


def _value(value: Any) -> Any:
    return -0.0 if value == "-0" else value
