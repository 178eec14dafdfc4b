"""Reports of findings, in the formats of editors, forges and build servers."""

import hashlib
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from calque.version import __version__

from ..checks import RULES, SEVERITIES, Finding
from ..checks.files import visible, visible_json, write_file
from .console import note, styled

MANY = 100
"""More findings than this begin with a summary and with the errors."""
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_MEMBERS = ("rule", "severity", "language", "namespace", "key", "file", "line",
            "column", "message")  # fmt: skip
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def write_report(
    name: str, findings: list[Finding], output: Path | None, summary: str
) -> None:
    """Write a report to a file, or to standard output."""
    is_text = name == "text"
    if output is not None:
        end = [f"{summary}\n"] if is_text else []
        write_file(output, map(click.unstyle, [*REPORTS[name](findings), *end]))
        return
    if is_text and len(findings) > MANY:
        _note_overview(findings)
        findings = sorted(findings, key=lambda each: -_rank(each.severity))
    sys.stdout.writelines(REPORTS[name](findings))
    if is_text:
        note(summary)


def _rank(severity: str) -> int:
    return SEVERITIES.index(severity)


def _note_overview(findings: list[Finding]) -> None:
    """A line for each rule, the worst first, with the languages that have most."""
    rules: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for each in findings:
        rules[_rank(each.severity), each.rule][each.language or "-"] += 1
    rows = [(rank, languages.total(), rule, languages)
            for (rank, rule), languages in rules.items()]  # fmt: skip
    for rank, number, rule, languages in sorted(rows, key=lambda row: row[:2])[::-1]:
        listed = ", ".join(f"{lng} {n}" for lng, n in languages.most_common(6))
        more = f" and {len(languages) - 6} more" if len(languages) > 6 else ""
        note(f"{number:>7} {SEVERITIES[rank]:<8} {rule:<22} {listed}{more}")


def _line(finding: Finding) -> str:
    key = finding.key if len(finding.key) <= 60 else f"{finding.key[:59]}…"
    return visible(f"{key}: {finding.message}" if key else finding.message)


def _text(findings: list[Finding]) -> Iterator[str]:
    for finding in findings:
        where = f"{visible(finding.file)}:{finding.line}:{finding.column}"
        severity = styled(finding.severity, fg=_COLOURS[finding.severity])
        rule = styled(f"[{finding.rule}]", dim=True)
        yield f"{styled(where, bold=True)}: {severity}: {_line(finding)} {rule}\n"


def _rows(rows: Iterable[Any], end: str = "\n") -> Iterator[str]:
    """An array of JSON, one element a line; there may be a hundred thousand."""
    separator = "[\n"
    for row in rows:
        yield separator + visible_json(_encoded(row))
        separator = ",\n"
    yield ("[\n]" if separator == "[\n" else "\n]") + end


def members_of(finding: Finding) -> dict[str, Any]:
    """A finding as JSON has it."""
    return {name: getattr(finding, name) for name in _MEMBERS}


def _sarif(findings: list[Finding]) -> Iterator[str]:
    found = {finding.rule for finding in findings}
    rules = [
        {
            "id": rule.id,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": rule.page},
            "defaultConfiguration": {"level": rule.severity},
        }
        for rule in RULES.values()
        if rule.id in found
    ]
    places = {rule["id"]: at for at, rule in enumerate(rules)}

    def result(finding: Finding) -> dict[str, Any]:
        line, column = max(finding.line, 1), max(finding.column, 1)
        file = {
            "artifactLocation": {"uri": quote(os.fsencode(finding.file))},
            "region": {"startLine": line, "startColumn": column},
        }
        key = {"name": finding.key, "kind": "member"}
        parts = (finding.rule, finding.file, finding.key, finding.message)
        mark = hashlib.sha256("\0".join(parts).encode(errors="surrogateescape"))
        return {
            "ruleId": finding.rule,
            "ruleIndex": places[finding.rule],
            "level": finding.severity,
            "message": {"text": _line(finding)},
            "locations": [{"physicalLocation": file, "logicalLocations": [key]}],
            "partialFingerprints": {"calque/v1": mark.hexdigest()[:32]},
        }

    driver = {"name": "calque", "version": __version__, "rules": rules}
    driver["semanticVersion"] = __version__
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    document = {"$schema": schema, "version": "2.1.0", "runs": [run]}
    head, tail = _encoded(document).rsplit("[]", 1)
    yield head
    yield from _rows(map(result, findings), f"{tail}\n")


def _github(findings: list[Finding]) -> Iterator[str]:
    kinds = {"error": "error", "warning": "warning", "note": "notice"}
    escapes = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})
    for finding in findings:
        file = visible(finding.file).translate(escapes)
        place = f"file={file},line={finding.line},col={finding.column}"
        text = _line(finding).replace("%", "%25")
        yield f"::{kinds[finding.severity]} {place},title={finding.rule}::{text}\n"


REPORTS: dict[str, Callable[[list[Finding]], Iterator[str]]] = {
    "text": _text,
    "json": lambda findings: _rows(map(members_of, findings)),
    "sarif": _sarif,
    "github": _github,
}
