"""`calque status`: how much of the source each language and namespace has."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..checks import NOTES, Finding, Source, check_catalogs
from ..checks.files import visible, write_file
from ..checks.plurals import families, members, needs
from . import parameters
from .console import BROKEN, json_text
from .parameters import choice, command, flag, option
from .project import Project

_LOST = frozenset({"missing-text", "empty-text", "plural-missing", "ordinal-missing"})
_NUMBERS = ("translated", "same", "missing", "errors")
_SHARE = click.FloatRange(0, 100)


@command("locales", "locales --format json", "locales --fail-under 80")
def status(
    load: parameters.Load = parameters.PROJECT,
    format: str = choice(["table", "json"], default="table"),
    output: Path | None = parameters.OUTPUT,
    by_namespace: bool = flag("Show a row for each namespace."),
    fail_under: float = option("Exit with 1 below this per cent.", _SHARE, default=0),
) -> int:
    """Count the translated texts, by language and namespace.

    A text that is equal to the source counts as present, and is listed as "same". A
    catalog without others, as `-` has, is counted by itself.
    """
    project = load()
    languages, spaces = [], []
    for language, parts in measure(project).items():
        rows = [_row(language, numbers, name) for name, numbers in parts.items()]
        total = _row(language, sum(parts.values(), Counter()))
        languages.append({**total, "namespaces": rows})
        spaces += rows
    is_low = any(row["share"] * 100 < fail_under for row in languages)
    if format == "json":
        for row in (*languages, *spaces):
            row["share"] = round(row["share"], 4)
        text = json_text({"source": project.language, "languages": languages})
    else:
        text = "".join(_table(spaces if by_namespace else languages))
    write_file(output or Path("-"), text)
    return BROKEN if project.note_broken() else int(is_low)


def _row(language: str, numbers: Counter[str], namespace: str = "") -> dict[str, Any]:
    """The numbers of a language, in one namespace or in all, as JSON has them."""
    space = {"namespace": namespace} if namespace else {}
    total = numbers["total"]
    share = (total - numbers["missing"]) / total if total else 1.0
    named = {name: numbers[name] for name in ("total", *_NUMBERS)}
    return {**space, "language": language, **named, "share": share}


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of a table; names are on the left and numbers on the right."""
    heads = ["Language", "Namespace", "Present", *map(str.title, _NUMBERS)]
    cells = [
        [visible(row["language"]), visible(row.get("namespace", ""))]
        + [f"{int(row['share'] * 1000) / 10:.1f} %"]
        + [f"{row[name]:,}" for name in _NUMBERS]
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    widths[1] = widths[1] if any(cell[1] for cell in cells) else 0
    for line in (heads, *cells):
        columns = zip(line, "<<>>>>>", widths, strict=True)
        shown = [f"{cell:{side}{width}}" for cell, side, width in columns if width]
        yield "  ".join(shown).rstrip() + "\n"


def measure(project: Project) -> dict[str, dict[str, Counter[str]]]:
    """The numbers of texts by language and namespace, in the order of names.

    `total` are the texts that a language needs, with the plural forms that it has,
    `same` those equal to the source, `missing` those absent or empty. A language that
    lacks a namespace lacks all of its texts.
    """
    found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in check_catalogs(project.sources, project.targets, project.options):
        found[finding.language, finding.namespace].append(finding)
    given = project.targets or project.sources
    there = {(each.language, each.namespace) for each in given}
    made: dict[str, dict[str, Counter[str]]] = defaultdict(dict)
    for language in sorted({language for language, _ in there} - {NOTES}):
        for source in sorted(project.sources, key=lambda source: source.namespace):
            place = language, source.namespace
            total = _needed(source, language, project)
            numbers = Counter(total=total, missing=total)
            if place in there:
                numbers = _numbers(total, found[place])
            made[language][source.namespace] = numbers
    return made


def _numbers(total: int, findings: list[Finding]) -> Counter[str]:
    """Numbers by what is found in a catalog."""
    # A warning of plurals is about a form that only fractions or millions show.
    lost = {
        each.key
        for each in findings
        if each.rule in _LOST
        and not (each.rule.endswith("l-missing") and each.severity == "warning")
    }
    missing = min(len(lost), total)
    same = sum(each.rule == "unchanged-text" for each in findings)
    same = min(same, total - missing)
    errors = sum(each.severity == "error" for each in findings)
    named = {"translated": total - same - missing, "errors": errors}
    return Counter(total=total, same=same, missing=missing, **named)


def _needed(source: Source, language: str, project: Project) -> int:
    """Texts that a language needs: of plural messages its own forms."""
    options = project.options
    plurals = families(source.values, options.endings, source.language)
    texts = {key for key, text in source.texts.items() if text}
    forms = (needs(language, options.format, each.ordinal) for each in plurals.values())
    return len(texts - members(plurals).keys()) + sum(len(one.common) for one in forms)
