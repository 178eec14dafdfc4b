"""How much of the source each language and namespace has."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ..checks import NOTES, Finding, Source, check_catalogs
from ..checks.plurals import families, members, needs
from .project import Project

_LOST = frozenset({"missing-text", "empty-text", "plural-missing", "ordinal-missing"})


@dataclass
class Coverage:
    """Texts of a language, in one namespace or in all ("").

    `total` are the texts that the language needs, with the plural forms that it has;
    `same` are equal to the source; `missing` are absent or empty.
    """

    language: str
    namespace: str
    total: int = 0
    same: int = 0
    missing: int = 0
    errors: int = 0

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


def measure(project: Project) -> tuple[list[Coverage], list[Coverage]]:
    """Coverage by language and namespace, and by language, in the order of names.

    A language that lacks a namespace lacks all of its texts.
    """
    found: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in check_catalogs(project.sources, project.targets, project.options):
        found[finding.language, finding.namespace].append(finding)
    there = {(target.language, target.namespace) for target in project.targets}
    parts: list[Coverage] = []
    totals: list[Coverage] = []
    for language in sorted({language for language, _ in there} - {NOTES}):
        totals.append(Coverage(language, ""))
        for source in sorted(project.sources, key=lambda source: source.namespace):
            place = language, source.namespace
            part = Coverage(*place, _needed(source, language, project))
            if place in there:
                _count(part, found[place])
            else:
                part.missing = part.total
            parts.append(part)
            totals[-1].add(part)
    return parts, totals


def _count(part: Coverage, findings: list[Finding]) -> None:
    lost = {each.key for each in findings if each.rule in _LOST and not _is_rare(each)}
    part.missing = min(len(lost), part.total)
    same = sum(each.rule == "unchanged-text" for each in findings)
    part.same = min(same, part.total - part.missing)
    part.errors = sum(each.severity == "error" for each in findings)


def _is_rare(finding: Finding) -> bool:
    """Whether only fractions or millions show the form that is missing."""
    is_form = finding.rule.startswith(("plural", "ordinal"))
    return is_form and finding.severity == "warning"


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
