"""Findings: what a check reports."""

from __future__ import annotations

from dataclasses import dataclass

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
