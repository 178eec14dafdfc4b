"""Findings: what a check reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SEVERITIES = ("note", "warning", "error")


@dataclass(slots=True)
class Finding:
    """One fault of a catalog or a text.

    `line` and `column` (in code points) count from 1 and are 0 without a file.
    `start` and `end` are offsets in code points of the text that is at fault, and -1
    when the finding is about the text as a whole.
    """

    rule: str
    severity: str
    language: str
    key: str
    message: str
    namespace: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    start: int = -1
    end: int = -1

    def as_dict(self) -> dict[str, Any]:
        """The members that `calque check --format json` prints."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "language": self.language,
            "namespace": self.namespace,
            "key": self.key,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "message": self.message,
        }
