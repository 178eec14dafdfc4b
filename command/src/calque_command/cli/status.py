"""`calque status`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..checks import with_format
from ..checks.files import visible, write_file
from . import parameters
from .console import table_console, visible_text
from .coverage import Coverage, measure
from .project import Project, load_project

if TYPE_CHECKING:
    from rich.text import Text


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
    project.options = with_format(project.options, project.sources, project.targets)
    parts, totals = measure(project)
    shown = parts if by_namespace else totals
    if report == "table" and output is None:
        _print(shown, by_namespace)
    else:
        text = _report(report, project, parts, totals)
        if output is None:
            click.echo(text, nl=False)
        else:
            write_file(output, text)
    if project.broken:
        return 3
    return int(
        fail_under is not None
        and any(total.share * 100 < fail_under for total in totals)
    )


def _report(
    report: str,
    project: Project,
    parts: list[Coverage],
    totals: list[Coverage],
) -> str:
    if report == "table":
        return "".join(
            f"{visible(total.language)}\t{total.translated}\t{total.same}\t{total.missing}\t"
            f"{total.share:.1%}\n"
            for total in totals
        )
    document = {
        "source": project.language,
        "languages": [
            {
                **_numbers(total),
                "namespaces": [
                    {"namespace": part.namespace, **_numbers(part)}
                    for part in parts
                    if part.language == total.language
                ],
            }
            for total in totals
        ],
    }
    return visible_text(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _numbers(coverage: Coverage) -> dict[str, object]:
    return {
        "language": coverage.language,
        "total": coverage.total,
        "translated": coverage.translated,
        "same": coverage.same,
        "missing": coverage.missing,
        "errors": coverage.errors,
        "share": round(coverage.share, 4),
    }


def _print(rows: list[Coverage], by_namespace: bool) -> None:
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Language")
    if by_namespace:
        table.add_column("Namespace")
    table.add_column("", min_width=24)
    for name in ("Present", "Translated", "Same", "Missing", "Errors"):
        table.add_column(name, justify="right")
    for row in rows:
        errors = Text(f"{row.errors:,}", "red" if row.errors else "dim")
        table.add_row(
            visible(row.language),
            *([visible(row.namespace)] if by_namespace else []),
            _bar(row),
            f"{int(row.share * 1000) / 10:.1f} %",
            f"{row.translated:,}",
            Text(f"{row.same:,}", "yellow" if row.same else "dim"),
            Text(f"{row.missing:,}", "" if row.missing else "dim"),
            errors,
        )
    table_console().print(table)


def _bar(row: Coverage, width: int = 24) -> Text:
    from rich.text import Text  # noqa: PLC0415

    done = round(width * row.translated / row.total) if row.total else width
    same = min(round(width * row.same / row.total), width - done) if row.total else 0
    bar = Text()
    bar.append("█" * done, "green")
    bar.append("▓" * same, "yellow")
    bar.append("░" * (width - done - same), "dim")
    return bar
