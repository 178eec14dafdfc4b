"""`calque status`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ..checks.files import visible, write_file
from . import parameters
from .console import json_text, styled
from .coverage import Coverage, measure
from .project import Project, load_project

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
@parameters.project_folder
@parameters.source_language
@click.option("--lang", "languages", multiple=True, help="Count only these languages.")
@click.option(
    "--format",
    "report",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
)
@parameters.output
@click.option("--by-namespace", is_flag=True, help="Show a row for each namespace.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    help="Exit with 1 if a language is below this percentage.",
)
@parameters.catalog_format
@parameters.load_path
def command(
    folder: Path | None,
    source: str | None,
    languages: tuple[str, ...],
    report: str,
    output: Path | None,
    by_namespace: bool,
    fail_under: float | None,
    catalog_format: str | None,
    load_path: str | None,
) -> int:
    """Count the translated texts, by language and namespace.

    A text that is equal to the source counts as present, and is listed as "same".
    """
    project = load_project(folder, source, catalog_format, load_path, languages)
    parts, totals = measure(project)
    if report == "json":
        text = json_text(_document(project, parts, totals))
    else:
        text = "".join(_table(parts if by_namespace else totals, output is None))
    write_file(output or Path("-"), text)
    if project.broken:
        return 3
    return int(any(total.share * 100 < (fail_under or 0) for total in totals))


def _document(
    project: Project, parts: list[Coverage], totals: list[Coverage]
) -> dict[str, object]:
    def numbers(row: Coverage) -> dict[str, object]:
        found = {name: getattr(row, name) for name in ("language", "total", *_NUMBERS)}
        return {**found, "share": round(row.share, 4)}

    languages = [
        {**numbers(total), "namespaces": [
            {"namespace": part.namespace, **numbers(part)}
            for part in parts if part.language == total.language
        ]}
        for total in totals
    ]  # fmt: skip
    return {"source": project.language, "languages": languages}


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
