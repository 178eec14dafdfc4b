#!/usr/bin/env python3
"""Generates the plural rules and their samples from CLDR's JSON.

usage: generate_plurals.py --cldr DIR [--check]

DIR holds plurals.json and ordinals.json. With --check nothing is written; the exit code
is 1 when the committed files differ from what would be generated.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from generated_source import GENERATED, TESTS, header, padded, table_literal, write_from

SCRIPT = "locales/generate_plurals.py"

CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
RELATION = re.compile(r"^([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)$")
TAG_WIDTH = 8

Conditions = tuple[tuple[str, str], ...]


def load(path: Path, member: str) -> tuple[str, dict[str, dict[str, str]]]:
    """CLDR's version and its rules by language, then by category."""
    supplemental = json.loads(path.read_text(encoding="utf-8"))["supplemental"]
    rules = {
        tag: {key.rsplit("-", 1)[1]: text for key, text in by_key.items()}
        for tag, by_key in supplemental[member].items()
    }
    return supplemental["version"]["_cldrVersion"], rules


def conditions(rules: dict[str, str]) -> Conditions:
    """The conditions of a language without their samples, in CLDR's order."""
    named = (
        (name, rules[name].split("@")[0].strip())
        for name in CATEGORIES
        if name in rules
    )
    return tuple(pair for pair in named if pair[0] != "other")


def literal(number: str) -> str:
    """A number as Swift writes it: long ones in groups of three digits."""
    return f"{int(number):_}" if len(number) > 6 else number


def comparison(operand: str, values: str) -> str:
    """Whether an operand is one of the listed values and ranges."""
    terms = []
    for item in values.split(","):
        low, _, high = item.partition("..")
        if not high:
            terms.append(f"{operand} == {literal(low)}")
        elif low == "0":
            terms.append(f"{operand} <= {high}")
        else:
            terms.append(f"within({operand}, {low}, {high})")
    return " || ".join(terms)


def remainder(base: str, modulus: str) -> str:
    """A remainder; the most frequent ones are computed without dividing."""
    if modulus == "10":
        return f"Tens.last({base})"
    if modulus == "100":
        return f"Tens.lastTwo({base})"
    return f"{base} % {literal(modulus)}"


def relation(text: str, whole_is_known: bool) -> str:
    """One relation of UTS 35 as a Swift condition.

    ``n`` equals an integer only when it has no fraction, so a relation on ``n`` is one
    on ``i`` that also asks for a whole number.
    """
    match = RELATION.match(text)
    if not match:
        raise ValueError(f"relation not understood: {text}")
    name, modulus, sign, values = match.groups()
    base = {"n": "i", "e": "c"}.get(name, name)
    operand = remainder(base, modulus) if modulus else base
    test = comparison(operand, values)
    if sign == "=":
        return test
    if "||" in test:
        test = f"!({test})"
    elif test.startswith("within"):
        test = f"!{test}"
    else:
        test = test.replace("==", "!=").replace("<=", ">")
    if name == "n" and not whole_is_known:
        return f"!isWhole || {test}"
    return test


def clause(text: str) -> list[str]:
    """The Swift conditions of relations joined by `and`."""
    relations = [part.strip() for part in text.split(" and ")]
    needs_whole = any(re.match(r"n(?: % \d+)? = ", part) for part in relations)
    swift = ["isWhole"] if needs_whole else []
    return swift + [relation(part, needs_whole) for part in relations]


def body(rule: Conditions) -> list[str]:
    """The statements of one rule, which fall through to `other`."""
    lines = []
    for name, condition in rule:
        for alternative in condition.split(" or "):
            line = f"if {', '.join(clause(alternative))} {{ return .{name} }}"
            lines += [line] if len(line) <= 94 else folded(clause(alternative), name)
    return lines or ["break"]


def folded(parts: list[str], name: str) -> list[str]:
    """An `if` too long for one line."""
    lines = []
    for place, part in enumerate(parts):
        terms = part.split(" || ")
        rows = [terms[0]]
        for term in terms[1:]:
            if len(rows[-1]) + len(term) < 80:
                rows[-1] += f" || {term}"
            else:
                rows.append(f"  || {term}")
        rows[-1] += "," if place < len(parts) - 1 else ""
        opening = "if " if place == 0 else "  "
        deeper = "" if place == 0 else "  "
        lines += [opening + rows[0]] + [deeper + row for row in rows[1:]]
    return [*lines, "{", f"  return .{name}", "}"]


def rules_source(rules: list[Conditions], version: str) -> str:
    """PluralRules.swift: each distinct rule once, as a case of a switch."""
    out = [header(SCRIPT, f"CLDR {version}").rstrip("\n"), ""]
    out += [
        "import CalqueBase",
        "",
        "extension PluralRule {",
        "  /// How many distinct rules there are; they are numbered from 0.",
        f"  static let count: UInt8 = {len(rules)}",
        "",
        "  /// The category a rule gives to operands; inline, for constant operands.",
        "  @inline(__always)",
        "  static func category(",
        "    _ rule: UInt8, i: UInt64, v: UInt64, f: UInt64, t: UInt64, c: UInt64",
        "  ) -> PluralCategory {",
        "    let isWhole = t == 0",
        "    switch rule {",
    ]
    for number, rule in enumerate(rules):
        out.append(f"    case {number}:")
        out += [f"      {line}" for line in body(rule)]
    out += ["    default: break", "    }", "    return .other", "  }", ""]
    out += [
        "  /// The categories that a rule can yield: bit n stands for raw value n.",
        "  static func categoryBits(_ rule: UInt8) -> UInt8 {",
        "    switch rule {",
    ]
    by_bits: dict[int, list[int]] = {}
    for number, rule in enumerate(rules):
        bits = sum(1 << CATEGORIES.index(name) for name, _ in rule) | 1 << 5
        by_bits.setdefault(bits, []).append(number)
    for bits, numbers in sorted(by_bits.items()):
        if bits != 1 << 5:
            joined = ", ".join(map(str, numbers))
            out.append(f"    case {joined}: 0b{bits:06b}")
    out += ["    default: 0b100000", "    }", "  }", "}", ""]
    return "\n".join(out)


def languages_source(records: list[str], version: str) -> str:
    """PluralLanguages.swift: the rule numbers of each language."""
    return (
        header(SCRIPT, f"CLDR {version}")
        + "extension PluralRule {\n"
        + "  /// Tag padded with `_` to eight bytes, cardinal, ordinal rule; sorted.\n"
        + "  static let languages: StaticString = "
        + table_literal(records, 4)
        + "\n}\n"
    )


def samples_source(groups: list[str], version: str) -> str:
    """PluralSamples.swift: the languages and sample numbers of each rule."""
    rows = "\n".join(f"    {group}" for group in groups)
    return (
        header(SCRIPT, f"CLDR {version}").replace(
            "\n\n", "\n// swift-format-ignore-file\n\n"
        )
        + "/// CLDR's samples, a line a rule: `kind|languages|category:samples|...`.\n"
        + "enum PluralSamples {\n"
        + '  static let lines = """\n'
        + rows
        + '\n    """\n}\n'
    )


def sample_line(kind: str, tags: list[str], rules: dict[str, str]) -> str:
    """The samples of one rule on one line."""
    fields = [kind, " ".join(tags)]
    for name in CATEGORIES:
        if name not in rules:
            continue
        samples = re.sub(r"@(integer|decimal)", ",", rules[name].partition("@")[2])
        samples = samples.replace("integer", "").replace("decimal", "")
        items = [item.strip() for item in samples.split(",")]
        fields.append(
            name + ":" + ",".join(item for item in items if item not in ("", "…"))
        )
    return "|".join(fields)


def sources(directory: Path) -> dict[Path, str]:
    """Everything that is generated, by path."""
    version, cardinals = load(directory / "plurals.json", "plurals-type-cardinal")
    _, ordinals = load(directory / "ordinals.json", "plurals-type-ordinal")
    numbers: dict[Conditions, int] = {}
    columns: list[dict[str, int]] = []
    lines: list[str] = []
    for kind, rules in (("cardinal", cardinals), ("ordinal", ordinals)):
        column: dict[str, int] = {}
        groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for tag in sorted(rules):
            column[tag.lower()] = numbers.setdefault(
                conditions(rules[tag]), len(numbers)
            )
            groups.setdefault(tuple(rules[tag].items()), []).append(tag)
        columns.append(column)
        lines += [
            sample_line(kind, tags, dict(items)) for items, tags in groups.items()
        ]
    records = []
    tags = columns[0].keys() | columns[1].keys()
    for tag in sorted(tags, key=lambda tag: padded((tag, TAG_WIDTH))):
        # A known language without rules of a kind has one category, other.
        parent = tag.rpartition("-")[0]
        cells = [column.get(tag, column.get(parent, numbers[()])) for column in columns]
        records.append(
            padded((tag, TAG_WIDTH)) + "".join(f"{cell:02}" for cell in cells)
        )
    return {
        GENERATED / "PluralRules.swift": rules_source(list(numbers), version),
        GENERATED / "PluralLanguages.swift": languages_source(records, version),
        TESTS / "PluralSamples.swift": samples_source(lines, version),
    }


if __name__ == "__main__":
    sys.exit(write_from(__doc__, "cldr", sources))
