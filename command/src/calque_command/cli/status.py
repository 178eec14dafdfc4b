"""`calque status`: how much of the source each language and namespace has."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from ..checks import NOTES, Finding, Source, check_catalogs
from ..checks.files import visible, write_file
from ..checks.plurals import families, members, needs
from . import parameters
from .console import BROKEN, json_text, styled
from .parameters import choice, flag, option
from .project import Project

_LOST = frozenset({"missing-text", "empty-text", "plural-missing", "ordinal-missing"})
_NUMBERS = ("translated", "same", "missing", "errors")
_COLOURS = {"same": "yellow", "errors": "red"}


@click.command(
    epilog="""\b
Examples:
  calque status locales
  calque status locales --format json --output status.json
  calque status locales --fail-under 80
"""
)
@parameters.of_project
@choice("--format report", ["table", "json"], default="table")
@parameters.output
@flag("--by-namespace", "Show a row for each namespace.")
@option("--fail-under", "Exit with 1 if a language is below this percentage.",
        click.FloatRange(0, 100), default=0)  # fmt: skip
def status(
    load: parameters.Load,
    report: str,
    output: Path | None,
    by_namespace: bool,
    fail_under: float,
) -> int:
    """Count the translated texts, by language and namespace.

    A text that is equal to the source counts as present, and is listed as "same". A
    catalog without others, as `-` has, is counted by itself.
    """
    project = load()
    totals = measure(project)
    if report == "json":
        languages = [_row(total) for total in totals]
        text = json_text({"source": project.language, "languages": languages})
    else:
        parts = [part for total in totals for part in total.parts]
        text = "".join(_table(parts if by_namespace else totals, output is None))
    write_file(output or Path("-"), text)
    if project.note_broken():
        return BROKEN
    return int(any(total.share * 100 < fail_under for total in totals))


@dataclass
class Coverage:
    """Texts of a language, in one namespace or in all (""), with its plural forms.

    `same` are equal to the source; `missing` are absent or empty.
    """

    language: str
    namespace: str
    total: int = 0
    same: int = 0
    missing: int = 0
    errors: int = 0
    parts: list["Coverage"] = field(default_factory=list)

    @property
    def translated(self) -> int:
        """Texts that are there and differ from the source."""
        return self.total - self.same - self.missing

    @property
    def share(self) -> float:
        """Part of the texts that are there, from 0 to 1."""
        return (self.total - self.missing) / self.total if self.total else 1.0


def _row(row: Coverage) -> dict[str, object]:
    """A language or namespace as JSON has it."""
    space = {"namespace": row.namespace} if row.namespace else {}
    numbers = {name: getattr(row, name) for name in ("language", "total", *_NUMBERS)}
    inner = {} if row.namespace else {"namespaces": [*map(_row, row.parts)]}
    return {**space, **numbers, "share": round(row.share, 4), **inner}


def _table(rows: list[Coverage], has_colours: bool) -> Iterator[str]:
    """The lines of a table; names are on the left and numbers on the right."""
    heads = ["Language", "Namespace", "Present", *map(str.title, _NUMBERS)]
    cells = [
        [visible(row.language), visible(row.namespace)]
        + [f"{int(row.share * 1000) / 10:.1f} %"]
        + [f"{getattr(row, name):,}" for name in _NUMBERS]
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    widths[1] = widths[1] if any(row.namespace for row in rows) else 0
    for line in (heads, *cells):
        shown = []
        for place, (cell, width) in enumerate(zip(line, widths, strict=True)):
            text = f"{cell:<{width}}" if place < 2 else f"{cell:>{width}}"
            colour = _COLOURS.get(heads[place].lower())
            if has_colours and line is not heads and colour and cell != "0":
                text = styled(text, fg=colour)
            shown += [text] if width else []
        yield "  ".join(shown).rstrip() + "\n"


def measure(project: Project) -> list[Coverage]:
    """Coverage by language, with its namespaces, in the order of names.

    A language that lacks a namespace lacks all of its texts.
    """
    found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in check_catalogs(project.sources, project.targets, project.options):
        found[finding.language, finding.namespace].append(finding)
    given = project.targets or project.sources
    there = {(each.language, each.namespace) for each in given}
    totals: list[Coverage] = []
    for language in sorted({language for language, _ in there} - {NOTES}):
        total = Coverage(language, "")
        for source in sorted(project.sources, key=lambda source: source.namespace):
            place = language, source.namespace
            part = Coverage(*place, total=_needed(source, language, project))
            part.missing = part.total
            if place in there:
                _count(part, found[place])
            total.parts.append(part)
            for name in ("total", "same", "missing", "errors"):
                setattr(total, name, getattr(total, name) + getattr(part, name))
        totals.append(total)
    return totals


def _count(part: Coverage, findings: list[Finding]) -> None:
    # A warning of plurals is about a form that only fractions or millions show.
    lost = {
        each.key
        for each in findings
        if each.rule in _LOST
        and not (each.rule.endswith("l-missing") and each.severity == "warning")
    }
    part.missing = min(len(lost), part.total)
    same = sum(each.rule == "unchanged-text" for each in findings)
    part.same = min(same, part.total - part.missing)
    part.errors = sum(each.severity == "error" for each in findings)


def _needed(source: Source, language: str, project: Project) -> int:
    """Texts that a language needs: of plural messages its own forms."""
    plurals = families(source.values, project.options.endings, source.language)
    in_family = members(plurals)
    single = sum(
        text != "" and key not in in_family for key, text in source.texts.items()
    )
    return single + sum(
        len(needs(language, project.options.format, family.ordinal).common)
        for family in plurals.values()
    )
