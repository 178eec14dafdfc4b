"""The parts of a text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Part:
    """A placeholder, or another part; offsets are bytes in UTF-8."""

    name: str
    start: int
    end: int
    raw: bool = False
    formats: tuple[str, ...] = ()


@dataclass(slots=True)
class Facts:
    """The parts of a text."""

    placeholders: dict[str, Part] = field(default_factory=dict)
    references: list[Part] = field(default_factory=list)
    broken: list[Part] = field(default_factory=list)
    sprintf: list[Part] = field(default_factory=list)
    intervals: list[dict[str, Any]] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    unbalanced: tuple[str, ...] = ()


NOTHING = Facts()
