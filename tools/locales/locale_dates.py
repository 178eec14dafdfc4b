"""Dates, times, relative times and zones of a locale, as flat lists of texts."""

from __future__ import annotations

import itertools

from locale_facts import PLURALS, WIDTHS, Texts, Tree, branch, member
from locale_source import Source

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
