"""Identifiers of texts: a section and a key."""

from __future__ import annotations

from typing import Any

from calque.localization import split_identifier

from .system import System


def open_case(case: dict[str, Any]) -> System:
    """Splitting of identifiers."""
    return System({"split": lambda call: _listed(split_identifier(call["text"]))})


def _listed(parts: tuple[str, str] | None) -> list[str] | None:
    return None if parts is None else list(parts)
