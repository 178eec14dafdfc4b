"""Reports of findings, in the formats of editors, forges and build servers."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from calque.version import __version__

from ..checks import RULES, SEVERITIES, Finding
from ..checks.files import visible, visible_json, write_file
from .console import note, styled

MANY = 100
"""More findings than this begin with a summary and with the errors."""
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def write_report(
    name: str, findings: list[Finding], output: Path | None, summary: str
) -> None:
    """Write a report to a file, or to standard output."""
    if output is not None:
        write_file(output, map(click.unstyle, REPORTS[name](findings, summary)))
    elif name != "text":
        sys.stdout.writelines(REPORTS[name](findings, summary))
    else:
        if len(findings) > MANY:
            for line in _overview(findings):
                note(line)
            findings = sorted(
                findings, key=lambda each: -SEVERITIES.index(each.severity)
            )
        sys.stdout.writelines(_text(findings, ""))
        note(summary)


def _overview(findings: list[Finding]) -> Iterator[str]:
    """A line for each rule, the worst first, with the languages that have most."""
    rules: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for finding in findings:
        rules[finding.severity, finding.rule][finding.language or "-"] += 1
    for (severity, rule), languages in sorted(
        rules.items(),
        key=lambda each: (-SEVERITIES.index(each[0][0]), -sum(each[1].values())),
    ):
        listed = ", ".join(f"{lng} {n}" for lng, n in languages.most_common(6))
        more = f" and {len(languages) - 6} more" if len(languages) > 6 else ""
        number = sum(languages.values())
        yield f"{number:>7} {severity:<8} {rule:<22} {listed}{more}"


def _where(finding: Finding) -> str:
    return f"{visible(finding.file)}:{finding.line}:{finding.column}"


def _line(finding: Finding) -> str:
    if not finding.key:
        return visible(finding.message)
    key = finding.key if len(finding.key) <= 60 else f"{finding.key[:59]}…"
    return visible(f"{key}: {finding.message}")


def _text(findings: list[Finding], summary: str) -> Iterator[str]:
    for finding in findings:
        where = styled(_where(finding), bold=True)
        severity = styled(finding.severity, fg=_COLOURS[finding.severity])
        rule = styled(f"[{finding.rule}]", dim=True)
        yield f"{where}: {severity}: {_line(finding)} {rule}\n"
    if summary:
        yield f"{summary}\n"


def _rows(rows: Iterable[Any]) -> Iterator[str]:
    """An array of JSON, one element a line; there may be a hundred thousand."""
    yield "["
    separator = "\n"
    for row in rows:
        yield separator + visible_json(_encoded(row))
        separator = ",\n"
    yield "\n]"


_MEMBERS = ("rule", "severity", "language", "namespace", "key", "file", "line",
            "column", "message")  # fmt: skip


def members_of(finding: Finding) -> dict[str, Any]:
    """A finding as JSON has it."""
    return {name: getattr(finding, name) for name in _MEMBERS}


def _json(findings: list[Finding], _summary: str) -> Iterator[str]:
    yield from _rows(map(members_of, findings))
    yield "\n"


def _sarif(findings: list[Finding], _summary: str) -> Iterator[str]:
    found = {finding.rule for finding in findings}
    places = {
        rule: at for at, rule in enumerate(each for each in RULES if each in found)
    }
    driver = {
        "name": "calque",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_sarif_rule(name) for name in places],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    document = {"$schema": schema, "version": "2.1.0", "runs": [run]}
    head, tail = _encoded(document).rsplit("[]", 1)
    yield head
    yield from _rows(_sarif_result(finding, places) for finding in findings)
    yield f"{tail}\n"


def _sarif_rule(name: str) -> dict[str, Any]:
    rule = RULES[name]
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.page},
        "defaultConfiguration": {"level": rule.severity},
    }


def _sarif_result(finding: Finding, places: dict[str, int]) -> dict[str, Any]:
    line, column = max(finding.line, 1), max(finding.column, 1)
    file = {
        "artifactLocation": {"uri": _uri(finding.file)},
        "region": {"startLine": line, "startColumn": column},
    }
    key = {"name": finding.key, "kind": "member"}
    return {
        "ruleId": finding.rule,
        "ruleIndex": places[finding.rule],
        "level": finding.severity,
        "message": {"text": _line(finding)},
        "locations": [{"physicalLocation": file, "logicalLocations": [key]}],
        "partialFingerprints": {"calque/v1": _fingerprint(finding)},
    }


@lru_cache(maxsize=4096)
def _uri(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415

    return quote(os.fsencode(Path(path).as_posix()))


def _fingerprint(finding: Finding) -> str:
    parts = (finding.rule, finding.file, finding.key, finding.message)
    data = "\0".join(parts).encode(errors="surrogateescape")
    return hashlib.sha256(data).hexdigest()[:32]


def _github(findings: list[Finding], _summary: str) -> Iterator[str]:
    kinds = {"error": "error", "warning": "warning", "note": "notice"}
    escapes = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})
    for finding in findings:
        file = visible(finding.file).translate(escapes)
        place = f"file={file},line={finding.line},col={finding.column}"
        text = _line(finding).replace("%", "%25")
        yield f"::{kinds[finding.severity]} {place},title={finding.rule}::{text}\n"


def _gitlab(findings: list[Finding], _summary: str) -> Iterator[str]:
    severities = {"error": "major", "warning": "minor", "note": "info"}
    seen: Counter[str] = Counter()

    def issue(finding: Finding) -> dict[str, Any]:
        # Two equal findings of one key still need marks of their own.
        mark = _fingerprint(finding)
        seen[mark] += 1
        return {
            "description": _line(finding),
            "check_name": finding.rule,
            "fingerprint": mark if seen[mark] == 1 else f"{mark}-{seen[mark]}",
            "severity": severities[finding.severity],
            "location": {"path": finding.file, "lines": {"begin": finding.line or 1}},
        }

    yield from _rows(map(issue, findings))
    yield "\n"


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _junit(findings: list[Finding], summary: str) -> Iterator[str]:
    """A suite for each file: a case for each finding, or one that passed."""
    from xml.etree.ElementTree import Element, SubElement, tostring  # noqa: PLC0415

    def shown(text: str) -> str:
        return _NOT_XML.sub("\ufffd", visible(text))

    def counts(inside: list[Finding]) -> dict[str, str]:
        failed = sum(finding.severity != "note" for finding in inside)
        tests = max(len(inside), 1)
        return {"tests": str(tests), "failures": str(failed), "errors": "0"}

    root = Element("testsuites", {"name": "calque", **counts(findings)})
    files: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        files[finding.file].append(finding)
    for file, inside in (files or {"calque": []}).items():
        about = {"name": shown(file), "skipped": "0", **counts(inside)}
        suite = SubElement(root, "testsuite", about)
        for each in inside:
            name = shown(f"{each.language} {each.key} {each.rule}")
            about = {"classname": each.rule, "name": name}
            case = SubElement(suite, "testcase", about)
            text = shown(f"{_where(each)}: {_line(each)}")
            if each.severity == "note":
                SubElement(case, "system-out").text = text
            else:
                told = {"type": each.severity, "message": shown(each.message)}
                SubElement(case, "failure", told).text = text
        if not inside:
            passed = {"classname": "calque", "name": shown(summary)}
            SubElement(suite, "testcase", passed)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield tostring(root, "unicode") + "\n"


REPORTS: dict[str, Callable[[list[Finding], str], Iterator[str]]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
}
