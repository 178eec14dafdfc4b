"""`calque check`."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import click

from ..checks import RULES, SEVERITIES, Finding, check_catalogs
from ..checks.braces import NAMES
from . import baseline as known
from . import parameters
from .console import BROKEN, counted, note
from .fix import KINDS, fix_project
from .git import in_changes, shown_path
from .project import Project
from .reports import MANY, REPORTS, write_report


@click.command(
    epilog="""\b
Examples:
  calque check locales --source en
  calque check locales --format sarif --output findings.sarif
  calque check locales --write-baseline known.json
  calque check locales --baseline known.json --fail-on warning
  calque check locales --fix missing --fix plurals
  calque check locales --changed origin/main --format github
"""
)
@parameters.of_project
@click.option(
    "--format",
    "report",
    type=click.Choice(list(REPORTS)),
    default="text",
    show_default=True,
    help="Format of the report.",
)
@parameters.output
@click.option(
    "--rule",
    "only",
    multiple=True,
    type=click.Choice(list(RULES)),
    metavar="RULE",
    help="Report only these rules; calque rules lists them.",
)
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
    type=parameters.FILE,
    help="Leave out the findings in this file.",
)
@click.option(
    "--write-baseline",
    type=parameters.NEW,
    help="Write the findings to a baseline file and exit with 0.",
)
@click.option(
    "--changed",
    is_flag=False,
    flag_value="HEAD",
    metavar="[COMMIT]",
    help="Report only keys that changed since a commit. [default: HEAD]",
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
@parameters.dry_run
def check(
    load: parameters.Load,
    report: str,
    output: Path | None,
    only: tuple[str, ...],
    severity: str,
    fail_on: str | None,
    baseline: Path | None,
    write_baseline: Path | None,
    changed: str | None,
    fixes: tuple[str, ...],
    code: tuple[Path, ...],
    dry_run: bool,
) -> int:
    """Check catalogs against those of the source language.

    FOLDER contains LANG.json, LANG/NAMESPACE.json, NAMESPACE/LANG.json or similar
    files, or files of another format that `calque convert` reads.
    """
    started = time.monotonic()
    project = load()
    if fixes:
        fix_project(project, KINDS if "all" in fixes else fixes, dry_run)
        project = load()
    if project.options.format in NAMES:
        note(f"{NAMES[project.options.format]}: placeholders and tags are checked")
    findings = check_catalogs(project.sources, project.targets, project.options)
    # Texts of sources in files of translations have no place of their own.
    findings = [each for each in findings if each.file]
    if code:
        from .extract import absent_keys  # noqa: PLC0415

        findings += absent_keys(code, project)
    if changed is not None:
        findings = in_changes(findings, project.sources, project.targets, changed)
    wanted = SEVERITIES[SEVERITIES.index(severity) :]
    findings = project.broken + [
        each
        for each in project.strays + findings
        if each.severity in wanted and (not only or each.rule in only)
    ]
    for finding in findings:
        finding.file = shown_path(finding.file)
    if write_baseline is not None:
        known.write_baseline(write_baseline, findings)
        note(f"{write_baseline}: {counted(len(findings), 'finding')}")
        return 0
    if baseline is not None:
        findings = known.without_known(findings, known.read_baseline(baseline))
    summary = _summary(project, findings, time.monotonic() - started)
    write_report(report, findings, output, summary)
    if baseline is None and len(findings) > MANY:
        note(
            "calque check --write-baseline FILE records these findings; "
            "--baseline FILE then reports new ones alone"
        )
    return _exit_code(
        project, findings, fail_on or project.settings.check.get("fail-on")
    )


def _summary(project: Project, findings: list[Finding], seconds: float) -> str:
    numbers = Counter(finding.severity for finding in findings)
    told = ", ".join(counted(numbers[each], each) for each in reversed(SEVERITIES))
    files = len(project.sources) + len(project.targets) + len(project.broken)
    return f"{counted(files, 'catalog')} in {seconds:.1f} s: {told}"


def _exit_code(project: Project, findings: list[Finding], fail_on: str | None) -> int:
    if project.broken:
        return BROKEN
    wanted = SEVERITIES[SEVERITIES.index(fail_on or "note") :]
    return int(any(finding.severity in wanted for finding in findings))
