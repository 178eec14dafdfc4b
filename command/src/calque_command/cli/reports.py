"""Reports of findings, in the formats of editors, forges and build servers."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from json.encoder import encode_basestring as _quoted
from pathlib import Path
from typing import Any

import click

from calque.version import __version__

from ..checks import RULES, Finding
from ..checks.files import visible, visible_json, write_file
from .console import note

MANY = 100
"""More findings than this begin with a summary and with the errors."""
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def write_report(
    name: str, findings: list[Finding], output: Path | None, summary: str
) -> None:
    """Write a report to a file, or to standard output."""
    report = REPORTS[name]
    if output is not None:
        write_file(output, report(findings, summary))
    elif name == "text":
        _write_text(findings, summary)
    else:
        sys.stdout.writelines(report(findings, summary))


def _write_text(findings: list[Finding], summary: str) -> None:
    if len(findings) > MANY:
        for line in _overview(findings):
            note(line)
        order = ("error", "warning", "note")
        findings = sorted(findings, key=lambda each: order.index(each.severity))
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        sys.stdout.writelines(_text(findings, ""))
    else:
        for finding in findings:
            severity = click.style(finding.severity, fg=_COLOURS[finding.severity])
            where = click.style(_where(finding), bold=True)
            rule = click.style(f"[{finding.rule}]", dim=True)
            click.echo(f"{where}: {severity}: {_line(finding)} {rule}")
    note(summary)


def _overview(findings: list[Finding]) -> Iterator[str]:
    """A line for each rule, the worst first, with the languages that have most."""
    rules: dict[str, Counter[str]] = defaultdict(Counter)
    severities: dict[str, str] = {}
    for finding in findings:
        rules[finding.rule][finding.language or "-"] += 1
        severities.setdefault(finding.rule, finding.severity)
    order = ("error", "warning", "note")
    for rule, languages in sorted(
        rules.items(),
        key=lambda each: (order.index(severities[each[0]]), -sum(each[1].values())),
    ):
        listed = ", ".join(f"{lng} {n}" for lng, n in languages.most_common(6))
        more = f" and {len(languages) - 6} more" if len(languages) > 6 else ""
        number = sum(languages.values())
        yield f"{number:>7} {severities[rule]:<8} {rule:<22} {listed}{more}"


def _where(finding: Finding) -> str:
    return f"{visible(finding.file)}:{finding.line}:{finding.column}"


def _line(finding: Finding) -> str:
    if not finding.key:
        return visible(finding.message)
    key = finding.key if len(finding.key) <= 60 else f"{finding.key[:59]}…"
    return visible(f"{key}: {finding.message}")


def _text(findings: list[Finding], summary: str) -> Iterator[str]:
    for finding in findings:
        yield f"{_where(finding)}: {finding.severity}: {_line(finding)} "
        yield f"[{finding.rule}]\n"
    if summary:
        yield f"{summary}\n"


def _json(findings: list[Finding], _summary: str) -> Iterator[str]:
    # There may be a hundred thousand: `json.dumps` takes twice as long for each.
    yield "["
    separator = "\n"
    for f in findings:
        yield separator
        yield visible_json(
            f'{{"rule": "{f.rule}", "severity": "{f.severity}", '
            f'"language": {_quoted(f.language)}, "namespace": {_quoted(f.namespace)}, '
            f'"key": {_quoted(f.key)}, "file": {_quoted(f.file)}, "line": {f.line}, '
            f'"column": {f.column}, "message": {_quoted(f.message)}}}'
        )
        separator = ",\n"
    yield "\n]\n"


def _sarif(findings: list[Finding], _summary: str) -> Iterator[str]:
    found = {finding.rule for finding in findings}
    used = [rule for rule in RULES if rule in found]
    places = {rule: place for place, rule in enumerate(used)}
    run = {
        "tool": {
            "driver": {
                "name": "calque",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_sarif_rule(name) for name in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [],
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    # The results one by one: there may be a hundred thousand.
    encode = json.JSONEncoder(ensure_ascii=False).encode
    head, tail = encode(document).rsplit("[]", 1)
    yield f"{head}["
    separator = "\n"
    for finding in findings:
        yield separator + visible_json(encode(_sarif_result(finding, places)))
        separator = ",\n"
    yield f"]{tail}\n"


def _sarif_rule(name: str) -> dict[str, Any]:
    rule = RULES[name]
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.page},
        "defaultConfiguration": {"level": rule.severity},
    }


def _sarif_result(finding: Finding, places: dict[str, int]) -> dict[str, Any]:
    return {
        "ruleId": finding.rule,
        "ruleIndex": places[finding.rule],
        "level": finding.severity,
        "message": {"text": _line(finding)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(finding.file)},
                    "region": {
                        "startLine": max(finding.line, 1),
                        "startColumn": max(finding.column, 1),
                    },
                },
                "logicalLocations": [{"name": finding.key, "kind": "member"}],
            }
        ],
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
    for finding in findings:
        properties = ",".join(
            f"{name}={_github_property(str(value))}"
            for name, value in (
                ("file", visible(finding.file)),
                ("line", finding.line),
                ("col", finding.column),
                ("title", finding.rule),
            )
        )
        text = _line(finding).replace("%", "%25")
        yield f"::{kinds[finding.severity]} {properties}::{text}\n"


def _github_property(text: str) -> str:
    for character, code in (("%", "%25"), (":", "%3A"), (",", "%2C")):
        text = text.replace(character, code)
    return text


def _gitlab(findings: list[Finding], _summary: str) -> Iterator[str]:
    severities = {"error": "major", "warning": "minor", "note": "info"}
    seen: dict[str, int] = defaultdict(int)
    issues = []
    for finding in findings:
        # Two equal findings of one key still need marks of their own.
        mark = _fingerprint(finding)
        seen[mark] += 1
        issues.append(
            {
                "description": _line(finding),
                "check_name": finding.rule,
                "fingerprint": mark if seen[mark] == 1 else f"{mark}-{seen[mark]}",
                "severity": severities[finding.severity],
                "location": {
                    "path": finding.file,
                    "lines": {"begin": max(finding.line, 1)},
                },
            }
        )
    yield visible_json(json.dumps(issues, ensure_ascii=False)) + "\n"


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _junit(findings: list[Finding], summary: str) -> Iterator[str]:
    """A suite for each file: a case for each finding, or one that passed."""
    suites: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        suites[finding.file].append(finding)
    failed = sum(finding.severity != "note" for finding in findings)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    total = max(len(findings), 1)
    yield f'<testsuites name="calque" tests="{total}" failures="{failed}" errors="0">\n'
    for file, inside in suites.items():
        failures = sum(finding.severity != "note" for finding in inside)
        yield (
            f'  <testsuite name={_attribute(file)} tests="{len(inside)}" '
            f'failures="{failures}" errors="0" skipped="0">\n'
        )
        for finding in inside:
            yield from _junit_case(finding)
        yield "  </testsuite>\n"
    if not findings:
        yield '  <testsuite name="calque" tests="1" failures="0" errors="0" '
        yield 'skipped="0">\n    <testcase classname="calque" '
        yield f"name={_attribute(summary)}/>\n  </testsuite>\n"
    yield "</testsuites>\n"


def _junit_case(finding: Finding) -> Iterator[str]:
    from xml.sax.saxutils import escape  # noqa: PLC0415

    name = _attribute(f"{finding.language} {finding.key} {finding.rule}")
    yield f'    <testcase classname="{finding.rule}" name={name}>\n'
    text = escape(_xml(f"{_where(finding)}: {_line(finding)}"))
    if finding.severity == "note":
        yield f"      <system-out>{text}</system-out>\n"
    else:
        yield f'      <failure type="{finding.severity}" '
        yield f"message={_attribute(finding.message)}>{text}</failure>\n"
    yield "    </testcase>\n"


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415

    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", visible(text))


REPORTS: dict[str, Callable[[list[Finding], str], Iterator[str]]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
}
