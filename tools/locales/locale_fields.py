"""The facts of a locale, section by section, as flat lists of texts.

A section is a list of families, each a name and a number of texts. Its extractor
gives the texts of a locale in that order; None stands for a fact that CLDR does not
state. The same names and places are written for Swift, so that nothing is counted
by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from locale_dates import DATES, RELATIVE_UNITS, dates, relative, skeletons, zone_names
from locale_facts import WIDTHS, Texts, branch, member
from locale_numbers import (
    COMPACT,
    COMPACT_COUNT,
    NUMBERS,
    OWN,
    UNITS,
    all_compact,
    currency_names,
    currency_symbols,
    numbers_of,
    other_system,
    units,
)
from locale_source import Source

LIST_TYPES = [kind + width for kind in ("standard", "or", "unit") for width in WIDTHS]


@dataclass
class Section:
    """A part of a locale's facts that is stored and shared as one."""

    name: str
    families: list[tuple[str, int]]
    extract: Callable[[Source, str], Texts]

    @property
    def count(self) -> int:
        """Texts in the section."""
        return sum(count for _, count in self.families)


def lists(source: Source, tag: str) -> Texts:
    tree = source.lists(tag)
    return [
        member(tree, f"listPattern-type-{kind}", part)
        for kind in LIST_TYPES
        for part in ("start", "middle", "end", "2")
    ]


def names(source: Source, tag: str, kind: str, variants: Iterable[str]) -> Texts:
    """Names by code, then those of each variant; None where a name is its code."""
    tree = source.names(tag, kind)
    texts: Texts = []
    for code in source.name_codes(kind):
        base = member(tree, code)
        texts.append(None if base == code else base)
        for variant in variants:
            found = member(tree, f"{code}-alt-{variant}")
            texts.append(None if found == base else found)
    return texts


def name_patterns(source: Source, tag: str) -> Texts:
    tree = branch(source.display(tag), "localeDisplayPattern")
    return [member(tree, "localePattern"), member(tree, "localeSeparator")]


def variant_names(source: Source, tag: str) -> Texts:
    tree = source.names(tag, "variants")
    return [member(tree, code.upper()) for code in source.variant_codes]


def core(source: Source, tag: str) -> Texts:
    """Numbers in Latin digits, what differs in the locale's other digits, lists."""
    latin = numbers_of(source, tag, "latn")
    system = other_system(source, tag)
    own = numbers_of(source, tag, system)
    other = [
        None if text == base else text for text, base in zip(own, latin, strict=True)
    ]
    return [*latin, system, *other[OWN:], *lists(source, tag)]


def core_sections() -> list[Section]:
    """The tables that are built into the library."""
    families = [
        *NUMBERS,
        ("ownSystem", 1),
        ("own", sum(count for _, count in NUMBERS[OWN:])),
        ("lists", len(LIST_TYPES) * 4),
    ]
    return [Section("Core", families, core)]


def file_sections(source: Source) -> list[Section]:
    """The tables of the file: formats first, then those that `--names` adds."""
    codes = len(source.currency_codes)
    unit_count = 1 + len(UNITS) * 7
    return [
        Section("Compact", [*COMPACT, ("own", COMPACT_COUNT)], all_compact),
        Section("Currencies", [("symbols", codes * 3)], currency_symbols),
        Section(
            "Units",
            [("long", unit_count), ("short", unit_count), ("narrow", unit_count)],
            units,
        ),
        Section("Relative", [("units", len(RELATIVE_UNITS) * 3 * 17)], relative),
        Section("Dates", DATES, dates),
        Section("Skeletons", [("patterns", len(source.skeletons))], skeletons),
    ]


def name_sections(source: Source) -> list[Section]:
    """The tables that `--names` adds to the file."""
    languages = len(source.name_codes("languages"))
    territories = len(source.name_codes("territories"))
    scripts = len(source.name_codes("scripts"))
    zones = (len(source.metazones) + len(source.named_zones)) * 6
    return [
        Section(
            "CurrencyNames",
            [("names", len(source.currency_codes) * 7)],
            currency_names,
        ),
        Section(
            "Languages",
            [("names", languages * 2)],
            lambda source, tag: names(source, tag, "languages", ["short"]),
        ),
        Section(
            "Regions",
            [("names", territories * 2)],
            lambda source, tag: names(source, tag, "territories", ["short"]),
        ),
        Section(
            "Scripts",
            [("names", scripts * 2)],
            lambda source, tag: names(source, tag, "scripts", ["stand-alone"]),
        ),
        Section(
            "NamePatterns",
            [("locale", 1), ("separator", 1)],
            name_patterns,
        ),
        Section("Variants", [("names", len(source.variant_codes))], variant_names),
        Section("Zones", [("names", zones)], zone_names),
    ]
