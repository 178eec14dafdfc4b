#!/usr/bin/env python3
"""Generates locale data from CLDR's JSON.

usage: generate_locales.py --cldr SOURCE [--check]
       generate_locales.py --cldr SOURCE --out FILE [--locales TAGS] [--names]

SOURCE is CLDR's JSON, as an archive or unpacked. Without --out the tables that are
built into the library are written: numbers, currency patterns and lists of all
locales; with --check nothing is written, and the exit code is 1 when the committed
files differ. With --out a file for calque_locale_data_open() is written: compact
numbers, currency symbols, units, relative times and dates of all locales or of those
named, with --names also the names of currencies, languages, regions, scripts and time
zones. TAGS are separated by commas; `en-*` stands for `en` and all that is below it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from generated_source import ROOT, emit, header
from locale_dates import APPENDED, DATES, PERIODS
from locale_fields import Section, core_sections, file_sections, name_sections
from locale_numbers import COMPACT, UNITS
from locale_pack import MAGIC, Block
from locale_source import Source, parent_of
from locale_squeeze import squeezed
from locale_zones import zone_table

SAMPLES = ROOT / "samples" / "locales.ctd"
SAMPLE_LOCALES = "ar,de,en,ja,pl,ru"
GENERATED = ROOT / "Sources" / "CalqueFormat" / "Generated"
SCRIPT = "locales/generate_locales.py"


def numbering_systems(source: Source) -> str:
    """Name and digit zero of each system; the digits follow, but in `hanidec`."""
    systems = source.supplemental("numberingSystems")["numberingSystems"]
    digits = {
        name: system["_digits"]
        for name, system in systems.items()
        if system["_type"] == "numeric"
    }
    for name, text in digits.items():
        follows = [ord(digit) - ord(text[0]) for digit in text] == list(range(10))
        if not follows and name != "hanidec":
            raise ValueError(f"the digits of {name} do not follow each other")
    return " ".join(f"{name} {text[0]}" for name, text in sorted(digits.items()))


def currency_digits(source: Source) -> str:
    """Codes and digits of the currencies that have not two."""
    fractions = source.supplemental("currencyData")["currencyData"]["fractions"]
    return "".join(
        code + fraction["_digits"]
        for code, fraction in sorted(fractions.items())
        if fraction["_digits"] != "2" and code != "DEFAULT"
    )


def hour_cycles(source: Source) -> str:
    """The hour that a region prefers; a few languages differ there."""
    data = source.supplemental("timeData")["timeData"]
    return " ".join(
        f"{region.replace('_', '-')}:{hours['_preferred']}"
        for region, hours in sorted(data.items())
    )


def likely_regions(source: Source, tags: list[str]) -> str:
    """The region of languages, and of those with a script, for hour cycles."""
    regions = []
    for tag, full in sorted(source.likely.items()):
        parts = tag.split("-")
        if (
            len(parts) <= 2
            and (len(parts) == 1 or len(parts[1]) == 4)
            and parts[0] != "und"
            and tag in tags
        ):
            regions.append(f"{tag}:{full.rpartition('-')[2]}")
    return " ".join(regions)


def core_lists(source: Source) -> list[str]:
    """Texts of the block in the library that belong to all locales."""
    units = " ".join(unit.partition("-")[2] for unit in UNITS)
    return [numbering_systems(source), currency_digits(source), units]


def file_lists(source: Source, tags: list[str], has_names: bool) -> list[str]:
    """Texts of the file that belong to all locales."""
    lists = [
        "".join(source.currency_codes),
        " ".join(source.skeletons),
        hour_cycles(source),
        likely_regions(source, tags),
    ]
    if has_names:
        lists += [
            " ".join(source.name_codes("languages")),
            " ".join(source.name_codes("territories")),
            " ".join(source.name_codes("scripts")),
            " ".join(source.variant_codes),
            zone_table(source),
        ]
    return lists


def numbers(words: list[int]) -> str:
    """Numbers as a Swift literal of many lines."""
    lines = [
        "    " + " ".join(f"0x{word:X}," for word in words[place : place + 5])
        for place in range(0, len(words), 5)
    ]
    body = "\n".join(lines)
    return f"[\n{body}\n  ]"


def data_source(source: Source) -> str:
    """CoreLocaleData.swift: the block in the library."""
    block = Block(source, source.tags, core_sections())
    data = block.packed(core_lists(source), lambda name, size: None)
    version = data[len(MAGIC) : len(MAGIC) + 4].decode()
    return (
        header(SCRIPT, f"CLDR {source.version}").replace(
            "\n\n", "\n// swift-format-ignore-file\n\n"
        )
        + "/// Numbers, currency patterns and lists of all locales.\n"
        + "enum CoreLocaleData {\n"
        + "  /// CLDR's version, as in a block.\n"
        + f'  static let version: StaticString = "{version}"\n'
        + "  /// Bytes of the block.\n"
        + f"  static let size = {len(data)}\n"
        + "  /// The block as tools/locales/locale_squeeze.py squeezes it.\n"
        + f"  static let squeezed: [UInt64] = {numbers(squeezed(data))}\n"
        + "}\n"
    )


def places(name: str, families: list[tuple[str, int]]) -> list[str]:
    """Where the families of a section begin."""
    lines = [f"  enum {name} {{"]
    place = 0
    for family, count in families:
        lines.append(f"    static let {family} = {place}")
        place += count
    return [*lines, f"    static let count = {place}", "  }"]


def fields_source(source: Source) -> str:
    """LocaleFields.swift: the position of each fact in its section."""

    def names(sections: list[Section]) -> list[str]:
        return [
            f"    static let {section.name[0].lower()}{section.name[1:]} = {place}"
            for place, section in enumerate(sections)
        ]

    core = core_sections()[0].families
    unit_place = [("compound", 1), ("first", len(UNITS) * 7)]
    lines = [
        "/// The places of facts in the sections of a block.",
        "enum LocaleFields {",
        "  enum Section {",
        "    static let core = 0",
        *names([*file_sections(source), *name_sections(source)]),
        "  }",
        *places("Core", core),
        *places("Compact", [*COMPACT, ("own", sum(c for _, c in COMPACT))]),
        *places("Dates", DATES),
        *places("Units", unit_place),
        f"  static let periods = {len(PERIODS)}",
        f"  static let appended = {len(APPENDED)}",
        "}",
        "",
    ]
    return header(SCRIPT, f"CLDR {source.version}") + "\n".join(lines)


def chosen(source: Source, wanted: str) -> list[str]:
    """The tags of a file, with the parents that they need."""
    if not wanted:
        return source.tags
    tags = {"und"}
    for name in wanted.split(","):
        base = name.removesuffix("-*")
        found = {
            tag
            for tag in source.tags
            if tag == base or (name != base and tag.startswith(base + "-"))
        }
        if not found:
            raise SystemExit(f"CLDR {source.version} has no locale {name}")
        tags |= found
    for tag in list(tags):
        parent = parent_of(source, tag)
        while parent != "und":
            if parent in source.tags:
                tags.add(parent)
            parent = parent_of(source, parent)
    return sorted(tags)


def file(source: Source, wanted: str, has_names: bool, is_told: bool) -> bytes:
    """The bytes of a file; with `is_told` the size of each section is printed."""
    sections = file_sections(source) + (name_sections(source) if has_names else [])
    tags = chosen(source, wanted)
    block = Block(source, tags, sections)

    def tell(name: str, size: int) -> None:
        if is_told:
            print(f"{size:9} {name}")

    return block.packed(file_lists(source, tags, has_names), tell)


def sources(cldr: Path) -> dict[Path, str]:
    """The generated Swift, by path."""
    source = Source(cldr)
    return {
        GENERATED / "CoreLocaleData.swift": data_source(source),
        GENERATED / "LocaleFields.swift": fields_source(source),
    }


def emit_samples(cldr: Path, check: bool) -> int:
    """Writes the file of the samples' languages, or reports that it is stale."""
    data = file(Source(cldr), SAMPLE_LOCALES, has_names=False, is_told=False)
    if SAMPLES.exists() and SAMPLES.read_bytes() == data:
        return 0
    name = SAMPLES.relative_to(ROOT)
    if check:
        print(f"{name} differs from what would be generated", file=sys.stderr)
        return 1
    SAMPLES.write_bytes(data)
    print(f"wrote {name}")
    return 0


def main() -> int:
    """Generates or checks; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cldr", type=Path, required=True, help="CLDR's JSON")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--out", type=Path, help="write a file of locale data")
    parser.add_argument("--locales", default="", help="default: all")
    parser.add_argument("--names", action="store_true", help="add names")
    options = parser.parse_args()
    if options.out is not None:
        source = Source(options.cldr)
        data = file(source, options.locales, options.names, is_told=True)
        options.out.write_bytes(data)
        print(f"{len(data):9} {options.out}")
        return 0
    stale = emit(sources(options.cldr), options.check)
    return emit_samples(options.cldr, options.check) or stale


if __name__ == "__main__":
    sys.exit(main())
