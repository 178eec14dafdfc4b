"""Versions of texts."""

from __future__ import annotations

from typing import Any

from calque import InvalidArgumentError
from calque.texts import Version

from .system import System


def open_case(case: dict[str, Any]) -> System:
    """Reading a version, which needs no setting up."""
    return System({"parse": _parse})


def _parse(call: dict[str, Any]) -> str | None:
    try:
        return str(Version(call["text"]))
    except InvalidArgumentError:
        return None
