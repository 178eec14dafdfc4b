"""Numbers, currencies and units of a locale, as flat lists of texts."""

from __future__ import annotations

import itertools

from locale_facts import PLURALS, Texts, branch, member
from locale_source import Source, parent_of

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
    """Patterns for Latin digits, and what differs in the locale's other digits."""
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
