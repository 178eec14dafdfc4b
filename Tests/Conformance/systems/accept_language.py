"""The request header Accept-Language."""

from __future__ import annotations

from typing import Any

from calque.localization import accept_language

from .system import System


def open_case(case: dict[str, Any]) -> System:
    """Headers for an override and preferred languages."""
    return System(
        {"header": lambda call: accept_language(call["preferred"], call["override"])}
    )
