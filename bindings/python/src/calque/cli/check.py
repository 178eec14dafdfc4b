"""`calque check`."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import click

from ..checks import SEVERITIES, Finding, check_catalogs
from . import baseline as known
from . import parameters
from .console import counted, note
from .fix import KINDS, fix_project
from .project import Project, load_project
from .reports import REPORTS, write_report
from .settings import read_settings


@click.command(
    epilog="""\b
Examples:
  calque check locales --source en
  calque check locales --format sarif --output findings.sarif
  calque check locales --write-baseline known.json
  calque check locales --baseline known.json --fail-on warning
  calque check locales --fix missing --fix plurals
"""
)
@parameters.project_folder
@parameters.source_language
@click.option("--lang", "languages", multiple=True, help="Check only these languages.")
@click.option(
    "--format",
    "report",
    type=click.Choice(list(REPORTS)),
    default="text",
    show_default=True,
    help="Format of the report.",
)
@parameters.output
@parameters.catalog_format
@parameters.load_path
@click.option("--rule", "only", multiple=True, help="Report only these rules.")
@click.option(
    "--severity",
    type=click.Choice(SEVERITIES),
    default="note",
    show_default=True,
    help="Report findings of at least this severity.",
)
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    help="Exit with 1 for findings of at least this severity. [default: note]",
)
@click.option(
    "--baseline",
    type=parameters.CATALOG,
    help="Leave out the findings in this file.",
)
@click.option(
    "--write-baseline",
    type=parameters.NEW,
    help="Write the findings to a baseline file and exit with 0.",
)
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    type=click.Choice(["all", *KINDS]),
    help="Sort keys, add missing keys, or add missing plural forms.",
)
@click.option(
    "--code",
    multiple=True,
    type=parameters.EXISTING,
    help="Report keys that this code uses and the source lacks.",
)
def command(
    folder: Path | None,
    source: str | None,
    languages: tuple[str, ...],
    report: str,
    output: Path | None,
    catalog_format: str | None,
    load_path: str | None,
    only: tuple[str, ...],
    severity: str,
    fail_on: str | None,
    baseline: Path | None,
    write_baseline: Path | None,
    fixes: tuple[str, ...],
    code: tuple[Path, ...],
) -> int:
    """Check catalogs against those of the source language.

    FOLDER contains LANG.json, LANG/NAMESPACE.json, NAMESPACE/LANG.json or similar
    files.
    """
    started = time.monotonic()
    settings = read_settings(folder or Path())

    def load() -> Project:
        return load_project(
            folder, source, catalog_format, load_path, languages, settings
        )

    project = load()
    if fixes:
        kinds = KINDS if "all" in fixes else fixes
        for path in fix_project(project, kinds):
            note(f"fixed {path}")
        project = load()
    findings = project.broken + check_catalogs(
        project.sources, project.targets, project.options
    )
    if code:
        from .extract import absent_keys  # noqa: PLC0415

        findings += absent_keys(code, project)
    findings = _selected(findings, only, severity)
    if write_baseline is not None:
        _write(write_baseline, findings)
        return 0
    if baseline is not None:
        findings = known.without_known(findings, known.read_baseline(baseline))
    summary = _summary(project, findings, time.monotonic() - started)
    write_report(report, findings, output, summary)
    return _exit_code(project, findings, fail_on or settings.check.get("fail-on"))


def _write(path: Path, findings: list[Finding]) -> None:
    known.write_baseline(path, findings)
    note(f"{path}: {counted(len(findings), 'finding')}")


def _selected(
    findings: list[Finding], only: tuple[str, ...], severity: str
) -> list[Finding]:
    if only:
        findings = [finding for finding in findings if finding.rule in only]
    if severity == "note":
        return findings
    wanted = SEVERITIES[SEVERITIES.index(severity) :]
    return [finding for finding in findings if finding.severity in wanted]


def _summary(project: Project, findings: list[Finding], seconds: float) -> str:
    numbers = Counter(finding.severity for finding in findings)
    told = ", ".join(
        counted(numbers[severity], severity) for severity in reversed(SEVERITIES)
    )
    files = len(project.sources) + len(project.targets) + len(project.broken)
    return f"{counted(files, 'catalog')} in {seconds:.1f} s: {told}"


def _exit_code(project: Project, findings: list[Finding], fail_on: str | None) -> int:
    if project.broken:
        return 3
    wanted = SEVERITIES[SEVERITIES.index(fail_on or "note") :]
    return int(any(finding.severity in wanted for finding in findings))
