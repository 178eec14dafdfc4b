"""Rules for catalogs beside the catalogs of the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from operator import attrgetter
from typing import Any

from calque.patterns import PluralForm

from .detect import with_format
from .facts import FactBook
from .finding import Finding
from .known import KnownSource
from .languages import NOTES
from .options import CheckOptions
from .parts import NOTHING
from .plurals import Family, Needs, families, listed, members, needs, shown
from .references import check_references
from .source import Source
from .texts import (
    BUILT_IN,
    Fault,
    Plural,
    Side,
    compare,
    inspect,
    is_even,
    length,
)


def check_catalogs(
    sources: Iterable[Source],
    targets: Iterable[Source],
    options: CheckOptions | None = None,
) -> list[Finding]:
    """Check catalogs of languages against those of the source language.

    A target is compared with the source of the same namespace. The sources are
    checked by themselves too. Findings come by language, file and place in it.
    """
    given, translated = list(sources), list(targets)
    options = with_format(options or CheckOptions(), given, translated)
    check = _Check(options, given, translated)
    findings: list[Finding] = []
    for catalog in given:
        findings += sorted(_once(check.source(catalog)), key=_PLACE)
    for catalog in translated:
        findings += sorted(_once(check.target(catalog)), key=_PLACE)
    return findings


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings without those that say the same of one key."""
    seen: set[tuple[str, str, str]] = set()
    for finding in findings:
        mark = finding.rule, finding.key, finding.message
        if finding.rule == "unchanged-text" or mark not in seen:
            seen.add(mark)
            yield finding


class _Check:
    """One run: what is known of the sources, and the rules on each target."""

    def __init__(
        self, options: CheckOptions, sources: list[Source], targets: list[Source]
    ) -> None:
        self.options = options
        self.endings = options.endings
        self.all = sources + targets
        self.book = FactBook(options, self.all)
        self.sources = {
            source.namespace: KnownSource(source, self.book, options)
            for source in sources
        }
        self.families = {name: known.families for name, known in self.sources.items()}
        self.defaults = options.default_variables
        self.formatters = BUILT_IN.union(
            options.formatters,
            (
                name
                for source in sources
                for text in source.texts.values()
                for part in self.book[text].placeholders.values()
                for name in part.formats
            ),
        )

    def is_source(self, catalog: Source) -> bool:
        """Whether a catalog is one of the source language."""
        known = self.sources.get(catalog.namespace)
        return known is not None and known.source is catalog

    # Findings

    def make(self, catalog: Source, key: str, fault: Fault) -> Iterator[Finding]:
        severity = self.options.severity(fault.rule, fault.severity)
        if severity != "off" and not self.options.is_ignored(key):
            yield _finding(catalog, key, fault, severity)

    # The rules of a file by itself

    def structure(self, catalog: Source) -> Iterator[Finding]:
        if catalog.has_mark:
            message = "the file begins with a byte order mark, which parsers refuse"
            yield from self.make(catalog, "", Fault("byte-order-mark", message))
        if catalog.has_duplicates:
            for key, line, column in catalog.duplicates:
                name = key.rpartition(catalog.separator)[2]
                fault = Fault(
                    "duplicate-member",
                    f"{key!r} is there more than once",
                    "" if name in catalog.unequal else "warning",
                )
                for finding in self.make(catalog, key, fault):
                    finding.line, finding.column = line, column
                    yield finding
        _ = catalog.values
        yield from self._old_forms(catalog)
        for key in catalog.ambiguous:
            message = f"{key!r} is spelt flat and nested"
            yield from self.make(catalog, key, Fault("flat-and-nested", message))
        around = [
            other
            for other in self.all
            if other.language == catalog.language or self.is_source(other)
        ]
        for key, fault in check_references(catalog, around, self.book, self.options):
            yield from self.make(catalog, key, fault)

    def _old_forms(self, catalog: Source) -> Iterator[Finding]:
        """Plural forms of older formats in a catalog of v4."""
        if self.endings.format != "v4":
            return
        ending = self.endings.spelt("_plural")
        for key, value in catalog.texts.items():
            base = key.removesuffix(ending)
            if base == key or base not in catalog.texts:
                continue
            if "count" in self.book[value].placeholders:
                message = f"format v4 shows {base!r} for every number, not this form"
                yield from self.make(catalog, key, Fault("plural-old", message))

    def source(self, catalog: Source) -> Iterator[Finding]:
        yield from self.structure(catalog)
        known = self.sources[catalog.namespace]
        for key, value in catalog.texts.items():
            facts = self.book[value]
            faults = list(inspect(value, catalog.language))
            if facts.broken or facts.unbalanced:
                nothing = Side("", self.book[""])
                faults += [
                    fault
                    for fault in compare(nothing, Side(value, facts))
                    if fault.rule in {"pattern-broken", "tag-unbalanced"}
                ]
            faults += self._length(key, value)
            faults += _intervals(key, facts.intervals)
            for fault in faults:
                yield from self.make(catalog, key, fault)
        for family in known.families.values():
            yield from self._forms(catalog, family, family, known)

    # The rules of a translation

    def target(self, catalog: Source) -> Iterator[Finding]:
        yield from self.structure(catalog)
        known = self.sources.get(catalog.namespace)
        if known is None:
            return
        if catalog.language == NOTES:
            yield from self._extra(catalog, known, {})
            return
        values = catalog.values
        mine = families(values, self.endings, catalog.language, known.families)
        told = _code(catalog.language) != _code(known.source.language)
        unchanged = self.options.severity("unchanged-text") if told else "off"
        facts = self.book
        for key, expected, is_plain, is_worded in known.singles:
            value = values.get(key)
            if value == expected:
                # The most frequent finding by far.
                if is_worded and unchanged != "off":
                    yield _finding(catalog, key, _UNCHANGED, unchanged)
            elif (
                not is_plain
                or not isinstance(value, str)
                or not is_even(value)
                or facts[value] is not NOTHING
                or self.options.max_length
            ):
                yield from self._single(catalog, known, key, expected)
        for name, family in known.families.items():
            yield from self._forms(
                catalog,
                family,
                mine.get(name, Family(family.base, family.ordinal)),
                known,
            )
        yield from self._extra(catalog, known, mine)

    def _single(
        self, catalog: Source, known: KnownSource, key: str, expected: Any
    ) -> Iterator[Finding]:
        if key not in catalog.values:
            if key in catalog.containers:
                if isinstance(expected, str):
                    message = "the source has a text here, and this is an object"
                    yield from self.make(catalog, key, Fault("type-mismatch", message))
                return
            if isinstance(expected, str) and not self._lies_in_text(catalog, key):
                yield from self.make(catalog, key, known.absence(key, catalog))
            return
        value = catalog.values[key]
        if isinstance(expected, str) and expected:
            if isinstance(value, str):
                yield from self._text(catalog, known, key, expected, value)
            elif value is None:
                yield from self.make(
                    catalog, key, Fault("empty-text", "the text is null")
                )
            else:
                message = f"the source has a text here, and this is {value!r}"
                yield from self.make(catalog, key, Fault("type-mismatch", message))

    def _lies_in_text(self, catalog: Source, key: str) -> bool:
        """Whether an object around the key is a text here, which is told there."""
        parent = key.rpartition(catalog.separator)[0]
        while parent:
            if parent in catalog.values:
                return True
            if parent in catalog.containers:
                return False
            parent = parent.rpartition(catalog.separator)[0]
        return False

    def _text(
        self,
        catalog: Source,
        known: KnownSource,
        key: str,
        expected: str,
        value: str,
        plural: Plural | None = None,
        allowed: frozenset[str] | None = None,
    ) -> Iterator[Finding]:
        if not value.strip():
            if expected.strip():
                told = "is white space alone" if value else "is empty"
                fault = Fault("empty-text", f"the text {told}")
                yield from self.make(catalog, key, fault)
            return
        faults = [
            *compare(
                Side(expected, self.book[expected]),
                Side(value, self.book[value]),
                allowed,
                plural,
                self.formatters,
                self.defaults,
            ),
            *inspect(value, catalog.language, expected),
        ]
        if self.options.max_length:
            faults += self._length(key, value)
        if key.endswith("_interval"):
            faults += _intervals(key, self.book[value].intervals)
        if not self.options.sprintf:
            faults = [fault for fault in faults if fault.rule != "sprintf-mismatch"]
        for fault in faults:
            yield from self.make(catalog, key, fault)

    def _length(self, key: str, value: str) -> Iterator[Fault]:
        for pattern, most in self.options.max_length.items():
            if fnmatchcase(key, pattern):
                shown = length(value, self.book[value])
                if shown > most:
                    message = f"the text has {shown} characters, {most} are allowed"
                    yield Fault("text-too-long", message)

    # Plural forms

    def _forms(
        self, catalog: Source, family: Family, mine: Family, known: KnownSource
    ) -> Iterator[Finding]:
        format_, language = self.options.format, catalog.language
        required = needs(language, format_, family.ordinal)
        kind = "ordinal" if family.ordinal else "plural"
        present = {
            suffix: key
            for suffix, key in mine.keys.items()
            if catalog.values.get(key) is not None
        }
        there = {*present, ""} if family.base in catalog.texts else {*present}
        seen = shown(language, format_, frozenset(there), family.ordinal)
        for suffix in required.forms:
            if suffix not in present:
                fault = self._missing(catalog, family, required, suffix, seen, present)
                key = family.base + self.endings.spelt(suffix)
                if fault is not None:
                    yield from self.make(catalog, key, fault)
        by_suffix: dict[str | None, list[str]] = {}
        for number, suffix_ in seen.items():
            by_suffix.setdefault(suffix_, []).append(number)
        for suffix, key in present.items():
            if suffix and suffix not in by_suffix:
                message = f"no number shows this form in {language}"
                yield from self.make(
                    catalog, key, Fault(f"{kind}-unreachable", message)
                )
            elif mine is not family:
                numbers = by_suffix.get(suffix, [])
                if suffix in required.forms:
                    # Those of forms that are missing are told there.
                    own = required.forms[suffix].samples
                    numbers = [each for each in numbers if each in own]
                yield from self._form(catalog, known, family, suffix, key, numbers)

    def _missing(
        self,
        catalog: Source,
        family: Family,
        required: Needs,
        suffix: str,
        seen: Mapping[str, str | None],
        present: Mapping[str, str],
    ) -> Fault | None:
        """The fault of a form that a language needs and lacks, if it is one."""
        rule = "ordinal-missing" if family.ordinal else "plural-missing"
        form = required.forms[suffix]
        rare = required.is_rare(suffix)
        if rare and catalog.whole_numbers:
            return None
        instead = _first(seen, form)
        verb = "show" if form.samples[1:] else "shows"
        told = f"{catalog.language}: {listed(form.samples)} {verb}"
        if instead is not None:
            # One form may well be that of the other key; it cannot be several.
            sharing = sum(
                _first(seen, other) == instead
                for name, other in required.forms.items()
                if not required.is_rare(name)
            )
            if rare or sharing < 2:
                return None
            key = family.base + self.endings.spelt(instead)
            return Fault(rule, f"{told} {key!r}, as other forms do", "warning")
        if present:
            message = f"{told} the key or the text of a fallback language"
            return Fault(rule, message, "warning" if rare else "")
        if rare:
            return None
        return Fault("missing-text", f"the text is missing; {told} the key")

    def _form(
        self,
        catalog: Source,
        known: KnownSource,
        family: Family,
        suffix: str,
        key: str,
        numbers: list[str],
    ) -> Iterator[Finding]:
        value = catalog.values[key]
        expected = known.form(family, suffix)
        if expected is None:
            return
        if not isinstance(value, str):
            message = f"the source has a text here, and this is {value!r}"
            yield from self.make(catalog, key, Fault("type-mismatch", message))
            return
        has_count, allowed = known.placeholders(family)
        same = family.keys.get(suffix)
        says = (
            same is not None and "count" in self.book[known.values[same]].placeholders
        )
        plural = Plural(
            f"{catalog.language}: {listed(numbers)}" if numbers else "",
            single=sum("." not in number for number in numbers) < 2,
            few=not says or suffix.endswith(("_one", "_two", "_zero")) or not suffix,
            shown=has_count,
        )
        yield from self._text(catalog, known, key, expected, value, plural, allowed)

    def _extra(
        self, catalog: Source, known: KnownSource, mine: dict[str, Family]
    ) -> Iterator[Finding]:
        in_family = members(mine)
        for key in catalog.texts:
            if key in known.values:
                continue
            if key in in_family:
                base, suffix = self.endings.split(key)
                name = f"{base}_ordinal" if "_ordinal" in suffix else base
                if name in known.families or base in known.families:
                    continue
            elif key in known.source.containers:
                message = "the source has an object here, and this is a text"
                yield from self.make(catalog, key, Fault("type-mismatch", message))
                continue
            if known.is_context(key) or self._lies_in_text(known.source, key):
                continue
            message = "the source has no such key"
            yield from self.make(catalog, key, Fault("extra-text", message))


_UNCHANGED = Fault("unchanged-text", "the text is the same as in the source")
_PLACE = attrgetter("line", "column")


def _finding(catalog: Source, key: str, fault: Fault, severity: str) -> Finding:
    line, column = catalog.place(key, max(fault.start, 0))
    return Finding(
        fault.rule,
        severity,
        catalog.language,
        key,
        fault.message,
        catalog.namespace,
        catalog.file,
        line,
        column,
        fault.start,
        fault.end,
    )


@lru_cache(maxsize=4096)
def _code(language: str) -> str:
    return re.split("[-_]", language)[0].lower()


def _first(seen: Mapping[str, str | None], form: PluralForm) -> str | None:
    """The text that a number of a form shows. A count has no 1.0, which is 1."""
    plain = (each for each in form.samples if "." not in each or each[-1] != "0")
    return next((seen[each] for each in plain if each in seen), None)


def _intervals(key: str, intervals: list[dict[str, Any]]) -> Iterator[Fault]:
    if not key.endswith("_interval"):
        return
    covered: list[tuple[int, float]] = []
    for part in intervals:
        start, end = part["from"], part["to"]
        if start is None or end is None or not part["text"]:
            yield Fault("interval-broken", "an interval cannot be read")
            continue
        covered.append((start, float("inf") if end == "inf" else end))
    expected = 1.0
    for start, stop in sorted(covered):
        if start > expected:
            message = f"{int(expected)} lies in no interval"
            yield Fault("interval-gap", message)
        expected = max(expected, stop + 1)
    if not intervals:
        yield Fault("interval-broken", "there is no interval in the text")
