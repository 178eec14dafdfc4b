"""Baselines: findings that are known and not reported again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ..checks import Finding
from ..checks.files import write_file
from ..checks.source import reading


def write_baseline(path: Path, findings: Iterable[Finding]) -> None:
    """Write the findings, one a line, sorted, so that versions compare well."""
    marks = sorted(map(_mark, findings))
    table = {"version": 1, "findings": marks}
    write_file(path, json.dumps(table, ensure_ascii=False, indent=0) + "\n")


def read_baseline(path: Path) -> Counter[str]:
    """The findings of a baseline. Raises BrokenFileError for another file."""
    with reading(path):
        data = json.loads(path.read_text("utf-8"))
        if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
            raise ValueError("this is not a baseline")
        return Counter(data["findings"])


def without_known(findings: Iterable[Finding], known: Counter[str]) -> list[Finding]:
    """The findings that are not in a baseline; each of its lines covers one."""
    left = Counter(known)
    new = []
    for finding in findings:
        mark = _mark(finding)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(finding)
    return new


def _mark(finding: Finding) -> str:
    # Lines move, so they are not in it; the message tells two of a rule apart.
    told = hashlib.sha256(finding.message.encode()).hexdigest()[:8]
    return f"{finding.language}/{finding.namespace}/{finding.key} {finding.rule} {told}"
