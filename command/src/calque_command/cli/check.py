"""`calque check`, and `calque rules`."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from ..checks import RULES, SEVERITIES, Finding, check_catalogs
from ..checks.facts import NAMES
from ..checks.files import write_file
from ..checks.source import reading
from . import parameters
from .console import BROKEN, counted, note
from .fix import KINDS, fix_project
from .git import in_changes, shown_path
from .parameters import choice, option
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
@choice("--format report", REPORTS, "Format of the report.", default="text")
@parameters.output
@choice("--rule only", RULES, "Report only these.", multiple=True, metavar="RULE")
@choice("--severity", SEVERITIES, "Report findings from this one on.", default="note")
@choice("--fail-on", SEVERITIES, "Exit with 1 for findings from this one on.")
@option("--baseline", "Leave out the findings in this file.", parameters.FILE)
@option("--write-baseline", "Write the findings to this file, and exit with 0.",
        parameters.NEW)  # fmt: skip
@option("--changed", "Report only keys that changed since a commit. [default: HEAD]",
        is_flag=False, flag_value="HEAD", metavar="[COMMIT]")  # fmt: skip
@choice("--fix fixes", ["all", *KINDS], "Sort keys, add missing keys or plural forms.",
        multiple=True)  # fmt: skip
@option("--code", "Report keys that this code uses and the source lacks.",
        parameters.EXISTING, multiple=True)  # fmt: skip
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
    findings = _findings(project, code, changed)
    wanted = SEVERITIES[SEVERITIES.index(severity) :]
    findings = project.broken + [
        each
        for each in project.strays + findings
        if each.severity in wanted and (not only or each.rule in only)
    ]
    for finding in findings:
        finding.file = shown_path(finding.file)
    if write_baseline is not None:
        _write_baseline(write_baseline, findings)
        note(f"{write_baseline}: {counted(len(findings), 'finding')}")
        return 0
    if baseline is not None:
        findings = _without_known(findings, baseline)
    summary = _summary(project, findings, time.monotonic() - started)
    write_report(report, findings, output, summary)
    if baseline is None and len(findings) > MANY:
        note(
            "calque check --write-baseline FILE records these findings; "
            "--baseline FILE then reports new ones alone"
        )
    fail_on = fail_on or project.settings.check.get("fail-on", "note")
    failing = SEVERITIES[SEVERITIES.index(fail_on) :]
    has_failed = any(finding.severity in failing for finding in findings)
    return BROKEN if project.broken else int(has_failed)


def _findings(
    project: Project, code: tuple[Path, ...], changed: str | None
) -> list[Finding]:
    catalogs = project.sources, project.targets
    findings = check_catalogs(*catalogs, project.options)
    # Texts of sources in files of translations have no place of their own.
    findings = [each for each in findings if each.file]
    if code:
        from .extract import absent_keys  # noqa: PLC0415

        findings += absent_keys(code, project)
    return in_changes(findings, *catalogs, changed) if changed else findings


def _summary(project: Project, findings: list[Finding], seconds: float) -> str:
    numbers = Counter(finding.severity for finding in findings)
    told = ", ".join(counted(numbers[each], each) for each in reversed(SEVERITIES))
    files = len(project.sources) + len(project.targets) + len(project.broken)
    return f"{counted(files, 'catalog')} in {seconds:.1f} s: {told}"


# Baselines: findings that are known and not reported again.


def _write_baseline(path: Path, findings: Iterable[Finding]) -> None:
    # One a line, and sorted, so that versions compare well.
    table = {"version": 1, "findings": sorted(map(_mark, findings))}
    write_file(path, json.dumps(table, ensure_ascii=False, indent=0) + "\n")


def _without_known(findings: list[Finding], path: Path) -> list[Finding]:
    """The findings that are not in a baseline; each of its lines covers one."""
    with reading(path):
        data = json.loads(path.read_text("utf-8"))
        if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
            raise ValueError("this is not a baseline")
        left: Counter[str] = Counter(data["findings"])
    new = []
    for finding in findings:
        mark = _mark(finding)
        left[mark] -= 1
        if left[mark] < 0:
            new.append(finding)
    return new


def _mark(finding: Finding) -> str:
    # Lines move, so they are not in it; the message tells two of a rule apart.
    told = hashlib.sha256(finding.message.encode()).hexdigest()[:8]
    return f"{finding.language}/{finding.namespace}/{finding.key} {finding.rule} {told}"


@click.command(epilog="\b\nExamples:\n  calque rules\n  calque rules plural-missing\n")
@click.argument("rule", required=False)
def rules(rule: str | None) -> None:
    """List the rules of `calque check`, or show the page of one."""
    if rule is None:
        for known in RULES.values():
            click.echo(f"{known.id:<22} {known.severity:<8} {known.title}")
        return
    found = RULES.get(rule)
    if found is None:
        raise click.UsageError(f"there is no rule {rule!r}; calque rules lists them")
    click.echo(f"{found.id} ({found.severity})\n\n{found.title}.\n")
    click.echo(click.wrap_text(found.page, 78))
    click.echo(f"\nExample: {found.example}")
    if found.fix:
        click.echo(f"calque check --fix {found.fix}.")
