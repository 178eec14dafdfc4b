#!/usr/bin/env python3
"""Generates the tables of language tags: aliases, writing directions, parents.

usage: generate_tags.py --cldr DIR [--check]

DIR holds aliases.json, likelySubtags.json, parentLocales.json and scriptMetadata.json
of CLDR.
"""

from __future__ import annotations

import json
import string
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from generated_source import GENERATED, header, padded, table_literal, write_from

SCRIPT = "locales/generate_tags.py"

# Languages that i18next writes from right to left whatever their likely script is.
RIGHT_TO_LEFT_CODES = """
ar shu sqr ssh xaa yhd yud aao abh abv acm acq acw acx acy adf ads aeb aec afb ajp apc
apd arb arq ars ary arz auz avl ayh ayl ayn ayp bbz pga he iw ps pbt pbu pst prp prd ug
ur ydd yds yih ji yi hbo men xmn fa jpr peo pes prs dv sam ckb
"""


# Names of what is above all languages.
ROOTS = {"root", "und"}

# CLDR 48 has Nigerian (nsi) for Norwegian Sign Language; IANA's registry and ICU have
# nsl.
CORRECTED = {"sgn-NO": "nsl"}


def supplemental(directory: Path, name: str) -> dict[str, Any]:
    """The data of one of CLDR's supplemental files."""
    data = json.loads((directory / name).read_text(encoding="utf-8"))
    inner: dict[str, Any] = data["supplemental"]
    return inner


def replacements(aliases: dict[str, dict[str, str]]) -> dict[str, str]:
    """Each alias and its replacement, without the reasons."""
    return {key: value["_replacement"] for key, value in aliases.items()}


def is_region(subtag: str) -> bool:
    """Whether a subtag, in canonical case, is a region."""
    return (len(subtag) == 2 and subtag.isupper()) or (
        len(subtag) == 3 and subtag.isdigit()
    )


def has_region(tag: str) -> bool:
    """Whether a tag of CLDR's spelling names a region."""
    return any(is_region(subtag) for subtag in tag.split("-")[1:])


def reachable(key: str) -> bool:
    """Whether a well-formed tag can match the alias (`zh-min` is ill-formed)."""
    first, *rest = key.split("-")
    if not 2 <= len(first) <= 8 or len(first) == 4:
        return False
    if not rest:
        return True
    if all(len(subtag) >= 5 for subtag in rest):
        return True
    return len(rest) == 1 and len(rest[0]) == 2


def languages(aliases: dict[str, str]) -> tuple[list[str], list[str]]:
    """The plain aliases, and those of or to more than a language subtag."""
    plain, compound = [], []
    for key, value in aliases.items():
        if not reachable(key):
            continue
        if "-" in key or "-" in value:
            compound.append(padded((key.lower(), 19), (value, 11)))
        else:
            plain.append(padded((key, 3), (value, 3)))
    return sorted(plain), sorted(compound)


def regions(aliases: dict[str, str]) -> tuple[list[str], list[str]]:
    """The regions with one successor, and those divided among several."""
    single, several = [], []
    for key, value in aliases.items():
        if not is_region(key):
            continue
        successors = value.split()
        if len(successors) > 1 and all(len(region) == 2 for region in successors):
            several.append(padded((key, 3), ("".join(successors), 32)))
        else:
            # 062 is divided among areas, nobody's likely region: the first holds.
            single.append(padded((key, 3), (successors[0], 3)))
    return sorted(single), sorted(several)


def likely_regions(likely: dict[str, str], divided: list[str]) -> list[str]:
    """Likely regions of languages that get a later successor of a divided region."""
    later = {record[at : at + 2] for record in divided for at in range(5, 35, 2)} - {
        "__"
    }
    found = {}
    for tag, full in likely.items():
        if not has_region(tag) and full.split("-")[-1] in later:
            found[tag] = full.split("-")[-1]
    for tag, full in likely.items():
        language, _, script = tag.partition("-")
        if (
            len(script) == 4
            and language in found
            and full.split("-")[-1] != found[language]
        ):
            found[tag] = full.split("-")[-1]
    return sorted(
        padded((tag.lower(), 8), (region, 2)) for tag, region in found.items()
    )


def directions(
    likely: dict[str, str], right_to_left: set[str]
) -> tuple[list[str], list[str]]:
    """Languages written from right to left; language and region pairs that differ."""
    listed = set(RIGHT_TO_LEFT_CODES.split())
    for tag, full in likely.items():
        if "-" not in tag and full.split("-")[1] in right_to_left:
            listed.add(tag)
    pairs = []
    for tag, full in likely.items():
        language, _, region = tag.partition("-")
        if is_region(region) and (full.split("-")[1] in right_to_left) != (
            language in listed
        ):
            mark = "r" if full.split("-")[1] in right_to_left else "l"
            pairs.append(padded((tag.lower(), 6), (mark, 1)))
    return sorted(padded((tag, 3)) for tag in listed), sorted(pairs)


def parents(explicit: dict[str, str]) -> tuple[list[str], list[str]]:
    """Tags whose parent is not the tag without its last subtag, and these parents.

    Each parent has a letter; the root has none.
    """
    named = sorted(set(explicit.values()) - ROOTS)
    marks = dict(zip(named, string.ascii_letters[: len(named)], strict=True))
    return (
        sorted(
            padded((tag.lower(), 10), (marks.get(parent, ""), 1))
            for tag, parent in explicit.items()
        ),
        sorted(padded((mark, 1), (parent, 10)) for parent, mark in marks.items()),
    )


def likely_scripts(likely: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the likely subtags of languages that are written in several scripts.

    The likely script of each and of its regions that have another; the likely region of
    each and of it in a script. Scripts that no region prefers are left out.
    """
    split = {tag: full.split("-") for tag, full in likely.items()}
    other = {
        tag: full[1]
        for tag, full in split.items()
        if is_region(tag.partition("-")[2])
        and tag.partition("-")[0] in split
        and full[1] != split[tag.partition("-")[0]][1]
    }
    several = {tag.partition("-")[0] for tag in other} - {"und"}
    scripts = {tag: full for tag, full in other.items() if tag.split("-")[0] in several}
    regions = {}
    for tag, full in split.items():
        language, _, script = tag.partition("-")
        if language in several and (not script or len(script) == 4):
            regions[tag] = full[2]
        if tag in several:
            scripts[tag] = full[1]
    return (
        sorted(padded((tag.lower(), 7), (name, 4)) for tag, name in scripts.items()),
        sorted(padded((tag.lower(), 8), (name, 3)) for tag, name in regions.items()),
    )


def source(name: str, version: str, tables: list[tuple[str, str, list[str]]]) -> str:
    """A file of tables: name, comment, records (padded with `_`, sorted by bytes)."""
    out = header(SCRIPT, f"CLDR {version}")
    out += f"/// Records padded with `_`, sorted by bytes.\nextension {name} {{\n"
    parts = [
        f"  /// {comment}\n"
        f"  static let {table}: StaticString = {table_literal(records, 4)}\n"
        for table, comment, records in tables
    ]
    return out + "\n".join(parts) + "}\n"


def sources(directory: Path) -> dict[Path, str]:
    """Everything that is generated, by path."""
    data = supplemental(directory, "aliases.json")
    version = data["version"]["_cldrVersion"]
    alias = data["metadata"]["alias"]
    likely = supplemental(directory, "likelySubtags.json")["likelySubtags"]
    scripts = json.loads(
        (directory / "scriptMetadata.json").read_text(encoding="utf-8")
    )
    right_to_left = {
        code
        for code, facts in scripts["scriptMetadata"].items()
        if facts["rtl"] == "YES"
    }
    plain, compound = languages(replacements(alias["languageAlias"]) | CORRECTED)
    single, several = regions(replacements(alias["territoryAlias"]))
    listed, pairs = directions(likely, right_to_left)
    variants = [
        padded((key, 8), (value, 8))
        for key, value in replacements(alias["variantAlias"]).items()
    ]
    script_aliases = [
        padded((key.lower(), 4), (value, 4))
        for key, value in replacements(alias["scriptAlias"]).items()
    ]
    aliases_file = source(
        "LanguageAliases",
        version,
        [
            ("plain", "Language, its successor: three bytes each.", plain),
            (
                "compound",
                "Language and more (19 bytes), their successor (11 bytes).",
                compound,
            ),
            (
                "scripts",
                "Script, its successor: four bytes each.",
                sorted(script_aliases),
            ),
            ("regions", "Region, its successor: three bytes each.", single),
            (
                "divided",
                "Region (three bytes), its successors of two bytes each.",
                several,
            ),
            (
                "likelyRegions",
                "Language, or it and script (eight bytes), likely region (two bytes).",
                likely_regions(likely, several),
            ),
            ("variants", "Variant, its successor: eight bytes each.", sorted(variants)),
        ],
    )
    directions_file = source(
        "TextDirection",
        version,
        [
            (
                "scripts",
                "Scripts written from right to left.",
                sorted(code.lower() for code in right_to_left),
            ),
            ("languages", "Languages mostly written from right to left.", listed),
            (
                "pairs",
                "Language and region of another direction than the language: r or l.",
                pairs,
            ),
        ],
    )
    script_table, region_table = likely_scripts(likely)
    mark_table, parent_table = parents(
        supplemental(directory, "parentLocales.json")["parentLocales"]["parentLocale"]
    )
    parents_file = source(
        "ParentLocales",
        version,
        [
            (
                "marks",
                "Tag (ten bytes), the mark of its parent, which is empty for the root.",
                mark_table,
            ),
            ("parents", "Mark, the tag that it stands for (ten bytes).", parent_table),
            (
                "scripts",
                "Language, or it and region (seven bytes), likely script (four).",
                script_table,
            ),
            (
                "regions",
                "Language, or it and script (eight bytes), likely region (three).",
                region_table,
            ),
        ],
    )
    return {
        GENERATED / "ParentLocaleTables.swift": parents_file,
        GENERATED / "LanguageAliasTables.swift": aliases_file,
        GENERATED / "TextDirectionTables.swift": directions_file,
    }


if __name__ == "__main__":
    sys.exit(write_from(__doc__, "cldr", sources))
