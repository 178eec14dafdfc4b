"""How much of the source each language and namespace has."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..checks import NOTES, Finding, Source, check_catalogs
from ..checks.plurals import families, members, needs
from .project import Project

_LOST = frozenset({"missing-text", "empty-text", "plural-missing", "ordinal-missing"})


@dataclass
class Coverage:
    """Texts of a language, in one namespace or in all.

    `total` are the texts that the language needs, with the plural forms that it has;
    `translated` are there and differ from the source; `same` are there and equal
    to it; `missing` are absent or empty.
    """

    language: str
    namespace: str
    total: int = 0
    same: int = 0
    missing: int = 0
    errors: int = 0
    lost: list[str] = field(default_factory=list)

    @property
    def translated(self) -> int:
        """Texts that are there and differ from the source."""
        return self.total - self.same - self.missing

    @property
    def share(self) -> float:
        """Part of the texts that are there, from 0 to 1."""
        return (self.total - self.missing) / self.total if self.total else 1.0

    def add(self, other: Coverage) -> None:
        """Add the numbers of another namespace."""
        self.total += other.total
        self.same += other.same
        self.missing += other.missing
        self.errors += other.errors
        self.lost += [f"{other.namespace}:{key}" for key in other.lost]


def measure(project: Project) -> tuple[list[Coverage], list[Coverage]]:
    """Coverage by language and namespace, and by language, in the order of names.

    A language that lacks a namespace lacks all of its texts.
    """
    findings = check_catalogs(project.sources, project.targets, project.options)
    by_place: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        place = finding.language, finding.namespace
        by_place.setdefault(place, []).append(finding)
    languages = sorted({target.language for target in project.targets} - {NOTES})
    there = {(target.language, target.namespace) for target in project.targets}
    parts = []
    for language in languages:
        for source in sorted(project.sources, key=lambda source: source.namespace):
            place = language, source.namespace
            found = by_place.get(place, []) if place in there else None
            parts.append(_measure(source, language, project, found))
    totals = []
    for language in languages:
        total = Coverage(language, "")
        for part in parts:
            if part.language == language:
                total.add(part)
        totals.append(total)
    return parts, totals


def _measure(
    source: Source, language: str, project: Project, findings: list[Finding] | None
) -> Coverage:
    total = _needed(source, language, project)
    coverage = Coverage(language, source.namespace, total)
    if findings is None:
        coverage.missing = total
        coverage.lost = list(source.values)
        return coverage
    lost = {
        finding.key: None
        for finding in findings
        if finding.rule in _LOST and not _is_rare(finding)
    }
    coverage.lost = list(lost)
    coverage.missing = min(len(lost), total)
    same = sum(finding.rule == "unchanged-text" for finding in findings)
    coverage.same = min(same, total - coverage.missing)
    coverage.errors = sum(finding.severity == "error" for finding in findings)
    return coverage


def _is_rare(finding: Finding) -> bool:
    """Whether only fractions or millions show the form that is missing."""
    return finding.rule.startswith(("plural", "ordinal")) and (
        finding.severity == "warning"
    )


def _needed(source: Source, language: str, project: Project) -> int:
    """Texts that a language needs: of plural messages its own forms."""
    format_ = project.options.format
    plurals = families(source.values, project.options.endings, source.language)
    in_family = members(plurals)
    single = sum(
        text != "" and key not in in_family for key, text in source.texts.items()
    )
    return single + sum(
        len(needs(language, format_, family.ordinal).common)
        for family in plurals.values()
    )
