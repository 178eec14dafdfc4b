"""The facts of a locale, section by section, as flat lists of texts.

A section is a list of families, each a name and a number of texts. Its extractor
gives the texts of a locale in that order; None stands for a fact that CLDR does not
state. The same names and places are written for Swift, so that nothing is counted
by hand.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from locale_source import Source, parent_of

Texts = list[str | None]
Tree = dict[str, object]

PLURALS = ("zero", "one", "two", "few", "many", "other")
WIDTHS = ("", "-short", "-narrow")
MAGNITUDES = tuple("1" + "0" * zeros for zeros in range(3, 20))
UNITS = [
    "area-acre",
    "digital-bit",
    "digital-byte",
    "temperature-celsius",
    "length-centimeter",
    "duration-day",
    "angle-degree",
    "temperature-fahrenheit",
    "volume-fluid-ounce",
    "length-foot",
    "volume-gallon",
    "digital-gigabit",
    "digital-gigabyte",
    "mass-gram",
    "area-hectare",
    "duration-hour",
    "length-inch",
    "digital-kilobit",
    "digital-kilobyte",
    "mass-kilogram",
    "length-kilometer",
    "volume-liter",
    "digital-megabit",
    "digital-megabyte",
    "length-meter",
    "duration-microsecond",
    "length-mile",
    "length-mile-scandinavian",
    "volume-milliliter",
    "length-millimeter",
    "duration-millisecond",
    "duration-minute",
    "duration-month",
    "duration-nanosecond",
    "mass-ounce",
    "concentr-percent",
    "digital-petabyte",
    "mass-pound",
    "duration-second",
    "mass-stone",
    "digital-terabit",
    "digital-terabyte",
    "duration-week",
    "length-yard",
    "duration-year",
    "speed-kilometer-per-hour",
    "speed-meter-per-second",
    "speed-mile-per-hour",
    "consumption-liter-per-kilometer",
    "consumption-mile-per-gallon",
]
RELATIVE_UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]
DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
PERIODS = [
    "am",
    "pm",
    "midnight",
    "noon",
    "morning1",
    "morning2",
    "afternoon1",
    "afternoon2",
    "evening1",
    "evening2",
    "night1",
    "night2",
]
STYLES = ["full", "long", "medium", "short"]
APPENDED = [
    "Era",
    "Year",
    "Quarter",
    "Month",
    "Week",
    "Day-Of-Week",
    "Day",
    "Hour",
    "Minute",
    "Second",
    "Timezone",
]
APPENDED_NAMES = "era year quarter month week weekday day hour minute second zone"


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


def member(tree: object, *path: str) -> str | None:
    """A text deep in a tree."""
    for name in path:
        if not isinstance(tree, dict):
            return None
        tree = tree.get(name)
    return tree if isinstance(tree, str) else None


def branch(tree: Tree, *path: str) -> Tree:
    """A tree deep in another, empty when it is not there."""
    for name in path:
        found = tree.get(name)
        tree = found if isinstance(found, dict) else {}
    return tree


# Numbers


SYMBOLS = {
    "decimal": "decimal",
    "group": "group",
    "percent": "percentSign",
    "plus": "plusSign",
    "minus": "minusSign",
    "exponential": "exponential",
    "infinity": "infinity",
    "notANumber": "nan",
    "currencyDecimal": "currencyDecimal",
    "currencyGroup": "currencyGroup",
}
NUMBERS = [
    ("system", 1),
    ("leastGrouped", 1),
    *((name, 1) for name in SYMBOLS),
    ("decimalPattern", 1),
    ("percentPattern", 1),
    ("currencyPattern", 1),
    ("accountingPattern", 1),
    ("currencyUnit", len(PLURALS)),
]
# From here on for the digits of a locale's own, too.
OWN = 2


def other_system(source: Source, tag: str) -> str | None:
    """The numbering system besides `latn` for which a locale has symbols."""
    prefix = "symbols-numberSystem-"
    names = [name[len(prefix) :] for name in source.numbers(tag) if prefix in name]
    others = [name for name in names if name != "latn"]
    if len(others) > 1:
        raise ValueError(f"{tag} has more than two numbering systems: {others}")
    return others[0] if others else None


def stated_money(source: Source, tag: str, code: str) -> tuple[str, str, str] | None:
    """Pattern, decimal and group separator of a currency that has its own.

    The separators are those of the locale that states the pattern.
    """
    pattern = member(source.currencies(tag), code, "pattern")
    if pattern is None:
        return None
    parent = parent_of(source, tag)
    while member(source.currencies(parent), code, "pattern") == pattern:
        tag, parent = parent, parent_of(source, parent)
    symbols = branch(source.numbers(tag), "symbols-numberSystem-latn")
    return pattern, member(symbols, "decimal") or ".", member(symbols, "group") or ","


def own_money(source: Source, tag: str) -> tuple[str, str, str] | None:
    """How ICU writes all amounts of a locale whose own currency has a pattern.

    So do browsers: SEK in en-FR is written as EUR is there.
    """
    code = source.own_currency(tag)
    found = stated_money(source, tag, code) if code else None
    formats = branch(source.numbers(tag), "currencyFormats-numberSystem-latn")
    return found if found and found[0] != member(formats, "standard") else None


def numbers_of(source: Source, tag: str, system: str | None) -> Texts:
    tree = source.numbers(tag)
    if system is None:
        return [None] * sum(count for _, count in NUMBERS)

    def of(kind: str, *path: str) -> str | None:
        return member(tree, f"{kind}-numberSystem-{system}", *path)

    texts: Texts = [
        member(tree, "defaultNumberingSystem"),
        member(tree, "minimumGroupingDigits"),
    ]
    symbols = [of("symbols", name) for name in SYMBOLS.values()]
    own = own_money(source, tag) if system == "latn" else None
    if own:
        symbols[-2:] = own[1:]
    texts += symbols
    texts += [
        of("decimalFormats", "standard"),
        of("percentFormats", "standard"),
        own[0] if own else of("currencyFormats", "standard"),
        own[0] if own else of("currencyFormats", "accounting"),
    ]
    return texts + [of("currencyFormats", f"unitPattern-count-{p}") for p in PLURALS]


def compact(source: Source, tag: str, system: str | None) -> Texts:
    """Compact patterns: short, long, short currency; the last of seven is `=1`."""
    tree = source.numbers(tag)
    decimal = branch(tree, f"decimalFormats-numberSystem-{system}")
    currency = branch(tree, f"currencyFormats-numberSystem-{system}")
    trees = [
        branch(decimal, "short", "decimalFormat"),
        branch(decimal, "long", "decimalFormat"),
        branch(currency, "short", "standard"),
    ]
    return [
        member(patterns, f"{magnitude}-count-{plural}")
        for patterns in trees
        for magnitude in MAGNITUDES
        for plural in (*PLURALS, "1")
    ]


COMPACT = [
    ("short", len(MAGNITUDES) * 7),
    ("long", len(MAGNITUDES) * 7),
    ("currency", len(MAGNITUDES) * 7),
]


COMPACT_COUNT = sum(count for _, count in COMPACT)


def all_compact(source: Source, tag: str) -> Texts:
    """Those for Latin digits, and what differs for the locale's other digits."""
    latin = compact(source, tag, "latn")
    own = compact(source, tag, other_system(source, tag))
    other = [
        None if text == base else text for text, base in zip(own, latin, strict=True)
    ]
    return latin + other


def currency_symbols(source: Source, tag: str) -> Texts:
    """Symbol, narrow symbol, and `pattern|decimal|group` of those with their own."""
    texts: Texts = []
    currencies = source.currencies(tag)
    for code in source.currency_codes:
        tree = branch(currencies, code)
        symbol = member(tree, "symbol")
        texts.append(None if symbol == code else symbol)
        texts.append(member(tree, "symbol-alt-narrow"))
        own = [member(tree, name) or "" for name in ("pattern", "decimal", "group")]
        stated = stated_money(source, tag, code)
        if stated:
            usual = branch(source.numbers(tag), "symbols-numberSystem-latn")
            for place, name in enumerate(("decimal", "group"), start=1):
                if stated[place] != member(usual, name):
                    own[place] = own[place] or stated[place]
        texts.append("|".join(own) if any(own) else None)
    return texts


def currency_names(source: Source, tag: str) -> Texts:
    currencies = source.currencies(tag)
    keys = ("displayName", *(f"displayName-count-{plural}" for plural in PLURALS))
    texts = [
        [member(currencies, code, key) for key in keys]
        for code in source.currency_codes
    ]
    for code, names in zip(source.currency_codes, texts, strict=True):
        if names[0] == code:
            names[0] = None
        for place in range(1, len(names) - 1):
            # A form like that of `other` is found there.
            if names[place] == names[-1]:
                names[place] = None
        if names[-1] == names[0]:
            names[-1] = None
    return list(itertools.chain.from_iterable(texts))


# Lists, relative times, units


LIST_TYPES = [kind + width for kind in ("standard", "or", "unit") for width in WIDTHS]


def lists(source: Source, tag: str) -> Texts:
    tree = source.lists(tag)
    return [
        member(tree, f"listPattern-type-{kind}", part)
        for kind in LIST_TYPES
        for part in ("start", "middle", "end", "2")
    ]


def relative(source: Source, tag: str) -> Texts:
    fields = source.fields(tag)
    texts: Texts = []
    for unit, width in itertools.product(RELATIVE_UNITS, WIDTHS):
        tree = branch(fields, unit + width)
        texts += [member(tree, f"relative-type-{days}") for days in range(-2, 3)]
        for direction in ("future", "past"):
            forms = branch(tree, f"relativeTime-type-{direction}")
            texts += [
                member(forms, f"relativeTimePattern-count-{plural}")
                for plural in PLURALS
            ]
    return texts


def units(source: Source, tag: str) -> Texts:
    tree = source.units(tag)
    texts: Texts = []
    for width in ("long", "short", "narrow"):
        texts.append(member(tree, width, "per", "compoundUnitPattern"))
        for unit in UNITS:
            facts = branch(tree, width, unit)
            texts.append(member(facts, "perUnitPattern"))
            texts += [member(facts, f"unitPattern-count-{p}") for p in PLURALS]
    return texts


# Dates


def day_periods(source: Source, tag: str) -> str | None:
    """The rules of a language: letter of the period, first and last minute."""
    rules = source.day_period_rules(tag)
    if not rules:
        return None
    texts = []
    for name, rule in sorted(rules.items()):
        if "_at" in rule:
            continue
        start, end = (int(rule[key][:2]) for key in ("_from", "_before"))
        texts.append(f"{chr(0x61 + PERIODS.index(name))}{start:02}{end:02}")
    exact = [name for name, rule in rules.items() if "_at" in rule]
    return "".join(
        [chr(0x61 + PERIODS.index(name)) + "----" for name in sorted(exact)] + texts
    )


DATES = [
    ("months", 2 * 3 * 12),
    ("days", 2 * 3 * 7),
    ("periods", 2 * 3 * len(PERIODS)),
    ("eras", 3 * 2),
    ("datePatterns", 4),
    ("timePatterns", 4),
    ("joinedAt", 4),
    ("appended", len(APPENDED)),
    ("fieldNames", len(APPENDED)),
    ("offsetPattern", 1),
    ("hourOffset", 1),
    ("periodRules", 1),
]
TEXT_WIDTHS = ("wide", "abbreviated", "narrow")


def dates(source: Source, tag: str) -> Texts:
    tree = source.calendar(tag)
    texts: Texts = []
    contexts = ("format", "stand-alone")
    pairs = list(itertools.product(contexts, TEXT_WIDTHS))
    for context, width in pairs:
        months = branch(tree, "months", context, width)
        texts += [member(months, str(month)) for month in range(1, 13)]
    for context, width in pairs:
        days = branch(tree, "days", context, width)
        texts += [member(days, day) for day in DAYS]
    for context, width in pairs:
        periods = branch(tree, "dayPeriods", context, width)
        texts += [member(periods, period) for period in PERIODS]
    for width in ("eraNames", "eraAbbr", "eraNarrow"):
        texts += [member(tree, "eras", width, era) for era in ("0", "1")]
    for kind in ("dateFormats", "timeFormats"):
        texts += [plain(branch(tree, kind), style) for style in STYLES]
    at_time = branch(tree, "dateTimeFormats-atTime", "standard")
    texts += [member(at_time, style) for style in STYLES]
    items = branch(tree, "dateTimeFormats", "appendItems")
    texts += [member(items, name) for name in APPENDED]
    fields = source.fields(tag)
    texts += [member(fields, name, "displayName") for name in APPENDED_NAMES.split()]
    zones = source.zones(tag)
    texts += [member(zones, name) for name in ("gmtFormat", "hourFormat")]
    return [text and spaced(text) for text in texts] + [day_periods(source, tag)]


def spaced(text: str) -> str:
    """U+0020 for the narrow space before AM and PM, as browsers have it."""
    return text.replace("\u202f", " ")


def plain(tree: Tree, name: str) -> str | None:
    """A pattern of dates or times."""
    found = tree.get(name)
    if not isinstance(found, dict):
        return member(tree, name)
    # The months of Hawaiian are Roman numerals; `r` stands for those.
    pattern = member(found, "_value") or ""
    return pattern.replace("M", "r") if found["_numbers"] == "M=romanlow" else pattern


def skeletons(source: Source, tag: str) -> Texts:
    tree = branch(source.calendar(tag), "dateTimeFormats", "availableFormats")
    patterns = [plain(tree, name) for name in source.skeletons]
    return [pattern and spaced(pattern) for pattern in patterns]


# Names


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


# Time zones


ZONE_FORMS = ("generic", "standard", "daylight")


def zone_names(source: Source, tag: str) -> Texts:
    """Names of metazones, then those of single zones."""
    metazones = branch(source.zones(tag), "metazone")
    texts = [
        member(metazones, zone, width, form)
        for zone in source.metazones
        for width in ("long", "short")
        for form in ZONE_FORMS
    ]
    zones = branch(source.zones(tag), "zone")
    return texts + [
        member(branch(zones, *zone.split("/")), width, form)
        for zone in source.named_zones
        for width in ("long", "short")
        for form in ZONE_FORMS
    ]


def skeleton_base(name: str) -> bool:
    """Whether an available format is a plain one, of fields that are offered."""
    return not re.search(r"-|[QWw]", name)


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
