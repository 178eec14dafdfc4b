"""Rules for catalogs beside the catalogs of the source."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from operator import attrgetter
from typing import Any

from calque.patterns import PluralForm

from . import texts
from .detect import with_format
from .facts import NOTHING, FactBook, without_parts
from .known import KnownSource
from .places import NOTES, code_of
from .plurals import Family, Needs, Shown, families, listed, members, needs, shown
from .references import check_references
from .rules import CheckOptions, Finding
from .source import Source
from .texts import BUILT_IN, Fault, Plural, Side, fault_of

_Faults = Iterator[tuple[str, Fault]]
_UNCHANGED = Fault("unchanged-text", "the text is the same as in the source")


def check_pair(
    source_text: str,
    target_text: str,
    language: str,
    options: CheckOptions | None = None,
    *,
    source_language: str = "en",
    key: str = "text",
    source_forms: Mapping[str, str] | None = None,
    known_texts: Mapping[str, str] | None = None,
) -> list[Finding]:
    """Check one translation against its source; without options in format v4.

    `key` tells the plural form when it ends in one and `source_forms`, the texts of
    all forms of the source by key, are given. `known_texts` are the texts by key that
    references may name; without them references are not looked up. Faults that only a
    whole catalog can have are not reported, nor those of the source.
    """
    known = known_texts or {}
    tree = {**known, **(source_forms or {key: source_text})}
    source = Source(source_language, file="source", tree=tree)
    target = Source(language, tree={**known, key: target_text})
    found = check_catalogs([source], [target], options or CheckOptions("v4"))
    found = [each for each in found if each.key == key and not each.file]
    left = "reference-unknown" if known_texts is None else ""
    return [each for each in found if each.rule != left]


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
    check, findings = _Check(options, given, translated), list[Finding]()
    for number, catalog in enumerate(given + translated):
        found = check.findings(catalog, number < len(given))
        findings += sorted(found, key=attrgetter("line", "column"))
    return findings


class _Check:
    """The rules on catalogs, one at a time; each yields keys with their faults."""

    def __init__(
        self, options: CheckOptions, sources: list[Source], targets: list[Source]
    ) -> None:
        self.options, self.endings = options, options.endings
        self.languages: dict[str, list[Source]] = defaultdict(list)
        for catalog in sources + targets:
            self.languages[catalog.language].append(catalog)
        self.book = FactBook(options, sources + targets)
        self.nothing = KnownSource(Source(""), self.book)
        self.sources = {one.namespace: KnownSource(one, self.book) for one in sources}
        self.formatters = BUILT_IN | options.formatters
        for text in (text for each in sources for text in each.texts.values()):
            for part in self.book[text].placeholders.values():
                self.formatters |= {*part.formats}

    def findings(self, catalog: Source, is_source: bool) -> Iterator[Finding]:
        """The findings of a catalog, without those that say the same of one key."""
        self.catalog, self.language = catalog, catalog.language
        self.known = self.sources.get(catalog.namespace, self.nothing)
        seen: set[tuple[str, str, str]] = set()
        for key, fault in self.source() if is_source else self.target():
            severity = self.options.severity(fault.rule, fault.severity)
            mark = fault.rule, key, fault.message
            if severity == "off" or mark in seen:
                continue
            if any(fnmatchcase(key, pattern) for pattern in self.options.ignore):
                continue
            if fault is not _UNCHANGED:
                seen.add(mark)
            line, column = catalog.place(key, max(fault.start, 0))
            if fault.rule == "duplicate-member":
                line, column = catalog.duplicates[key]
            where = catalog.namespace, catalog.file, line, column
            about = fault.rule, severity, self.language, key, fault.message
            yield Finding(*about, *where, fault.start, fault.end)

    def structure(self) -> _Faults:
        catalog = self.catalog
        if catalog.has_mark:
            yield "", fault_of("byte-order-mark")
        for key in catalog.duplicates:
            differs = catalog.repeated.get(key.rpartition(catalog.separator)[2])
            kind = "" if differs else "warning"
            yield key, Fault("duplicate-member", f"{key!r} occurs more than once", kind)
        ending = self.endings.spelt("_plural")
        for key, value in catalog.texts.items() if self.endings.format == "v4" else ():
            base = key.removesuffix(ending)
            is_old = base != key and base in catalog.texts
            if is_old and "count" in self.book[value].placeholders:
                yield key, fault_of("plural-old", base)
        for key in catalog.ambiguous:
            yield key, fault_of("flat-and-nested", key)
        if self.book.has_references:
            sources = [known.source for known in self.sources.values()]
            around = [*self.languages[self.language], *sources]
            yield from check_references(catalog, self.book, around, self.options)

    def source(self) -> _Faults:
        """The faults of a catalog of the source language."""
        yield from self.structure()
        for key, value in self.catalog.texts.items():
            facts = self.book[value]
            faults = [*self._alone(key, value)]
            if facts.broken or facts.unbalanced:
                faults += texts.broken(NOTHING, Side(value, facts))
                faults += [fault for fault in texts.tags(NOTHING, facts)
                           if fault.rule == "tag-unbalanced"]  # fmt: skip
            yield from ((key, fault) for fault in faults)
        for family in self.known.families.values():
            yield from self._forms(family, family)

    def target(self) -> _Faults:
        """The faults of a translation, beside its source if it has one."""
        yield from self.structure()
        known, values, book = self.known, self.catalog.values, self.book
        if known is self.nothing:
            return
        if self.language == NOTES:
            yield from self._extra({})
            return
        mine = families(values, self.endings, self.language, known.families)
        is_other = code_of(self.language) != code_of(known.source.language)
        for key, expected, is_plain, is_worded in known.singles:
            value = values.get(key)
            if value == expected:
                # The most frequent finding by far.
                if is_worded and is_other:
                    yield key, _UNCHANGED
                continue
            is_even = isinstance(value, str) and texts.is_even(value)
            is_fine = is_plain and is_even and book[str(value)] is NOTHING
            if not is_fine or self.options.max_length:
                yield from self._single(key, expected)
        for name, family in known.families.items():
            empty = Family(family.base, family.ordinal)
            yield from self._forms(family, mine.get(name, empty))
        yield from self._extra(mine)

    def _single(self, key: str, expected: Any) -> _Faults:
        catalog = self.catalog
        if not isinstance(expected, str):
            return
        if key in catalog.values:
            if expected:
                yield from self._text(key, expected, catalog.values[key])
        elif key in catalog.containers:
            message = "the source has a text here, and this is an object"
            yield key, Fault("type-mismatch", message)
        elif not _lies_in_text(catalog, key):
            yield key, self.known.absence(key, catalog)

    def _text(
        self, key: str, expected: str, value: Any, plural: Plural | None = None
    ) -> _Faults:
        if value is None or (isinstance(value, str) and not value.strip()):
            kinds = {None: "is null", "": "is empty"}
            if expected.strip():
                what = kinds.get(value, "is white space alone")
                yield key, Fault("empty-text", f"the text {what}")
            return
        if not isinstance(value, str):
            message = f"the source has a text here, and this is {value!r}"
            yield key, Fault("type-mismatch", message)
            return
        book, defaults = self.book, self.options.default_variables
        left, right = Side(expected, book[expected]), Side(value, book[value])
        faults = [*texts.compare(left, right, plural, self.formatters, defaults)]
        faults += self._alone(key, value, expected)
        yield from ((key, fault) for fault in faults)

    def _alone(self, key: str, value: str, expected: str = "") -> Iterator[Fault]:
        """The faults of characters, length and intervals."""
        yield from texts.inspect(value, self.language, expected)
        for pattern, most in self.options.max_length.items():
            if fnmatchcase(key, pattern):
                shown = len(without_parts(value, self.book[value]).strip())
                if shown > most:
                    yield fault_of("text-too-long", shown, most)
        if key.endswith("_interval"):
            yield from _intervals(self.book[value].intervals)

    def _forms(self, family: Family, mine: Family) -> _Faults:
        format_, values = self.options.format, self.catalog.values
        required = needs(self.language, format_, family.ordinal)
        given = mine.keys.items()
        present = {suffix: key for suffix, key in given if values.get(key) is not None}
        there = {*present, ""} if family.base in self.catalog.texts else {*present}
        seen = shown(self.language, format_, frozenset(there), family.ordinal)
        for suffix in required.forms:
            if suffix not in present:
                fault = self._missing(family, required, suffix, seen, bool(present))
                if fault is not None:
                    yield family.base + self.endings.spelt(suffix), fault
        for suffix, key in present.items():
            numbers = [number for number, each in seen.items() if each == suffix]
            if suffix and not numbers:
                yield key, fault_of(f"{family.kind}-unreachable", self.language)
            elif mine is not family:
                if suffix in required.forms:
                    # Missing forms are reported there.
                    own = required.forms[suffix].samples
                    numbers = [each for each in numbers if each in own]
                yield from self._form(family, suffix, key, numbers)

    def _missing(
        self, family: Family, required: Needs, suffix: str, seen: Shown, has_forms: bool
    ) -> Fault | None:
        """The fault of a form that a language needs and lacks, if it is one."""
        form, rare = required.forms[suffix], required.is_rare(suffix)
        instead, rule = _first(seen, form), f"{family.kind}-missing"
        # One form may well be that of the other key; it cannot be several.
        sharing = [_first(seen, required.forms[each]) for each in required.common]
        is_shown = instead is not None and (rare or sharing.count(instead) < 2)
        is_nothing = rare and instead is None and not has_forms
        if is_shown or is_nothing or (rare and self.catalog.whole_numbers):
            return None
        verb = "show" if form.samples[1:] else "shows"
        numbers = f"{self.language}: {listed(form.samples)} {verb}"
        if instead is not None:
            key = family.base + self.endings.spelt(instead)
            return Fault(rule, f"{numbers} {key!r}, as other forms do", "warning")
        if has_forms:
            message = f"{numbers} the key or the text of a fallback language"
            return Fault(rule, message, "warning" if rare else "")
        return Fault("missing-text", f"the text is missing; {numbers} the key")

    def _form(self, family: Family, form: str, key: str, numbers: list[str]) -> _Faults:
        known = self.known
        if (expected := known.form(family, form)) is None:
            return
        names = known.placeholders[family.name]
        same = known.source.texts.get(family.keys.get(form, ""), "")
        says = "count" in self.book[same].placeholders
        plural = Plural(
            f"{self.language}: {listed(numbers)}" if numbers else "",
            single=sum("." not in number for number in numbers) < 2,
            few=not says or form.endswith(("_one", "_two", "_zero")) or not form,
            names=names,
        )
        yield from self._text(key, expected, self.catalog.values[key], plural)

    def _extra(self, mine: dict[str, Family]) -> _Faults:
        known, in_family = self.known, members(mine)
        for key in self.catalog.texts:
            if key in known.values:
                continue
            family = in_family.get(key)
            if family is None and key in known.source.containers:
                message = "the source has an object here, and this is a text"
                yield key, Fault("type-mismatch", message)
                continue
            names = (family.name, family.base) if family else ()
            if not known.families.keys().isdisjoint(names):
                continue
            if not known.is_context(key) and not _lies_in_text(known.source, key):
                yield key, fault_of("extra-text")


def _lies_in_text(catalog: Source, key: str) -> bool:
    """Whether what should be an object around the key is a text, which is reported."""
    parent = key
    while parent and parent not in catalog.containers:
        parent = parent.rpartition(catalog.separator)[0]
        if parent in catalog.values:
            return True
    return False


def _first(seen: Shown, form: PluralForm) -> str | None:
    """The text that the first number of a form shows."""
    return next((seen[each] for each in form.samples if each in seen), None)


def _intervals(intervals: list[dict[str, Any]]) -> Iterator[Fault]:
    expected = 1.0
    covered = []
    for part in intervals:
        start, end = part["from"], part["to"]
        if start is None or end is None or not part["text"]:
            yield Fault("interval-broken", "an interval cannot be read")
        else:
            covered.append((start, float("inf") if end == "inf" else end))
    for start, stop in sorted(covered):
        if start > expected:
            yield fault_of("interval-gap", int(expected))
        expected = max(expected, stop + 1)
    if not intervals:
        yield Fault("interval-broken", "there is no interval in the text")
