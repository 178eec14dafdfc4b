"""Plural categories of CLDR."""

from __future__ import annotations

from typing import Any

from calque import plural_category

from .system import System


def open_case(case: dict[str, Any]) -> System:
    """The categories of one language, cardinal or ordinal."""
    locale, ordinal = case["locale"], bool(case.get("ordinal"))
    return System(
        {"category": lambda call: plural_category(locale, call["count"], ordinal)}
    )
