"""`calque check`, and `calque rules`."""

import hashlib
import json
import time
from collections import Counter
from pathlib import Path

import click

from ..checks import RULES, SEVERITIES, Finding, check_catalogs
from ..checks.facts import NAMES
from ..checks.files import write_file
from ..checks.source import reading
from . import parameters
from .console import BROKEN, counted, note
from .extract import absent_keys
from .fix import KINDS, fix_project
from .git import in_changes, shown_path
from .parameters import EXISTING, argument, choice, command, option
from .reports import MANY, REPORTS, write_report

_RULE = argument(click.Choice([*RULES]), required=False, metavar="[RULE]")


@command(
    "locales --source en",
    "locales --format sarif --output findings.sarif",
    "locales --write-baseline known.json",
    "locales --baseline known.json --fail-on warning",
    "locales --fix missing --fix plurals",
    "locales --changed origin/main --format github",
)
def check(
    load: parameters.Load = parameters.PROJECT,
    format: str = choice(REPORTS, "Format of the report.", default="text"),
    output: Path | None = parameters.OUTPUT,
    rule: tuple[str, ...] = choice(RULES, "Only these.", multiple=True, metavar="RULE"),
    severity: str = choice(SEVERITIES, "Report these and worse.", default="note"),
    fail_on: str | None = choice(SEVERITIES, "Exit with 1 for these and worse."),
    baseline: Path | None = option("Leave out what this file has.", parameters.FILE),
    write_baseline: Path | None = option("Record all, exit with 0.", parameters.NEW),
    changed: str | None = option(
        "Only keys changed since.", is_flag=False, flag_value="HEAD", metavar="[COMMIT]"
    ),
    fix: tuple[str, ...] = choice(
        ["all", *KINDS], "Sort keys, add missing keys or plural forms.", multiple=True
    ),
    code: tuple[Path, ...] = option(
        "Report what this code uses and the source lacks.", EXISTING, multiple=True
    ),
    dry_run: bool = parameters.DRY_RUN,
) -> int:
    """Check catalogs against those of the source language.

    FOLDER contains LANG.json, LANG/NAMESPACE.json, NAMESPACE/LANG.json or similar
    files, or files of another format that `calque convert` reads.
    """
    started = time.monotonic()
    project = load()
    if fix:
        fix_project(project, KINDS if "all" in fix else fix, dry_run)
        project = load()
    if project.options.format in NAMES:
        note(f"{NAMES[project.options.format]}: placeholders and tags are checked")
    catalogs = project.sources, project.targets
    # Texts of sources in files of translations have no place of their own.
    findings = [one for one in check_catalogs(*catalogs, project.options) if one.file]
    if code:
        findings += absent_keys(code, project)
    if changed:
        findings = in_changes(findings, *catalogs, changed)
    wanted = SEVERITIES[SEVERITIES.index(severity) :]
    findings = [one for one in project.strays + findings if one.severity in wanted]
    findings = project.broken + [one for one in findings if one.rule in (rule or RULES)]
    for finding in findings:
        finding.file = shown_path(finding.file)
    if write_baseline is not None:
        # One a line, and sorted, so that versions compare well.
        table = {"version": 1, "findings": sorted(map(_mark, findings))}
        text = json.dumps(table, ensure_ascii=False, indent=0)
        write_file(write_baseline, f"{text}\n")
        note(f"{write_baseline}: {counted(len(findings), 'finding')}")
        return 0
    if baseline is not None:
        findings = _without_known(findings, baseline)
    numbers = Counter(finding.severity for finding in findings)
    listed = ", ".join(counted(numbers[each], each) for each in reversed(SEVERITIES))
    files = len(project.sources) + len(project.targets) + len(project.broken)
    took = f"{counted(files, 'catalog')} in {time.monotonic() - started:.1f} s"
    write_report(format, findings, output, f"{took}: {listed}")
    if baseline is None and len(findings) > MANY:
        note(
            "calque check --write-baseline FILE records these findings; "
            "--baseline FILE then reports new ones alone"
        )
    fail_on = fail_on or project.settings.check.get("fail-on", "note")
    failing = SEVERITIES[SEVERITIES.index(fail_on) :]
    has_failed = any(finding.severity in failing for finding in findings)
    return BROKEN if project.broken else int(has_failed)


def _without_known(findings: list[Finding], path: Path) -> list[Finding]:
    """The findings that a baseline lacks; each of its lines covers one."""
    with reading(path):
        data = json.loads(path.read_text("utf-8"))
        if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
            raise ValueError("this is not a baseline")
        left: Counter[str] = Counter(data["findings"])

    def is_new(finding: Finding) -> bool:
        mark = _mark(finding)
        left[mark] -= 1
        return left[mark] < 0

    return list(filter(is_new, findings))


def _mark(finding: Finding) -> str:
    # Lines move, so they are not in it; the message tells two of a rule apart.
    mark = hashlib.sha256(finding.message.encode()).hexdigest()[:8]
    return f"{finding.language}/{finding.namespace}/{finding.key} {finding.rule} {mark}"


@command("", "plural-missing")
def rules(rule: str | None = _RULE) -> None:
    """List the rules of `calque check`, or show the page of one."""
    if rule is None:
        for known in RULES.values():
            click.echo(f"{known.id:<22} {known.severity:<8} {known.title}")
        return
    found = RULES[rule]
    click.echo(f"{found.id} ({found.severity})\n\n{found.title}.\n")
    click.echo(click.wrap_text(found.page, 78))
    click.echo(f"\nExample: {found.example}")
    if found.fix:
        click.echo(f"calque check --fix {found.fix}.")
