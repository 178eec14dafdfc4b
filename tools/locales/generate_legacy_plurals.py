#!/usr/bin/env python3
"""Generates the plural tables of i18next before CLDR and their test vectors.

usage: generate_legacy_plurals.py --spec DIR [--check]

DIR holds plurals-ios.json (numbers and formula of each language) and
plurals-legacy.json (the suffix of each language for 0 to 200 in each format). Which
rule a language has in a format is found by comparing: exactly the suffixes of the table
must come out.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from generated_source import GENERATED, TESTS, header, padded, table_literal, write_from

SCRIPT = "locales/generate_legacy_plurals.py"

FORMATS = ["ios", "js-1.11.1", "v2", "v3"]
TAG_WIDTH = 5

# Rules that JavaScript has beside those of iOS: numbers and formula.
EXTRA = [
    ((1, 2, 0), "n%10==1 && n%100 != 11 ? 0 : n != 0 ? 1 : 2"),
    ((1, 2), "n >= 2 ? 1 : 0"),
    ((1, 2), "n==1 || n%10==1 && n%100 != 11 ? 0 : 1"),
    ((1, 2, 20, 21), "n==1 ? 0 : n==2 ? 1 : n > 10 && n%10==0 ? 2 : 3"),
]
# Languages whose rule whole numbers do not tell apart from another: the formula of all
# formats but iOS.
LATER = {"fr": "n >= 2 ? 1 : 0"}

Rule = tuple[tuple[int, ...], str]


def branches(formula: str) -> list[tuple[str, int]]:
    """The conditions and results of a chain of `?:`; the last condition is empty."""
    if formula.isdigit():
        return [("", int(formula))]
    parts = re.split(r"\s*[?:]\s*", formula)
    if len(parts) == 1:
        return [(formula, 1), ("", 0)]
    pairs = zip(parts[0:-1:2], parts[1::2], strict=True)
    return [(condition, int(result)) for condition, result in pairs] + [
        ("", int(parts[-1]))
    ]


def index_function(formula: str) -> Callable[[int], int]:
    """The formula as a Python function, to compare it with the tables."""
    chain = branches(formula)

    def test(condition: str, n: int) -> bool:
        python = condition.replace("&&", " and ").replace("||", " or ")
        return bool(eval(python, {"__builtins__": {}}, {"n": n}))

    return lambda n: next(
        result for condition, result in chain if not condition or test(condition, n)
    )


def suffix(rule: Rule, index: int, form: str) -> str:
    """The suffix that a format gives to the form of that index."""
    numbers = rule[0]
    number = numbers[index]
    if len(numbers) == 2 and numbers[0] == 1:
        if number == 2:
            return "_plural"
        if form != "ios":
            return ""
    if form == "v2":
        return f"_{number}"
    if form == "v3":
        return f"_{index}"
    return "" if number == 1 and form != "ios" else f"_plural_{number}"


def suffixes(rule: Rule, form: str) -> tuple[str, ...]:
    """The suffixes for 0 to 200; iOS asks the rule only when the count is not 1."""
    index = index_function(rule[1])
    one_is_bare = form == "ios" or (form == "js-1.11.1" and len(rule[0]) == 1)
    if one_is_bare and form != "ios":
        return ("",) * 201
    return tuple(
        "" if one_is_bare and n == 1 else suffix(rule, index(n), form)
        for n in range(201)
    )


def swift_condition(condition: str) -> str:
    """A condition over n, n10 (n % 10) and n100 (n % 100)."""
    text = condition.strip()
    text = re.sub(r"n%(\d+)", r"n\1", text)
    text = re.sub(r"\s*(==|!=|>=|<=|>|<|&&|\|\|)\s*", r" \1 ", text)
    text = text.replace("( ", "(").replace(" )", ")")
    if text.startswith("(") and text.endswith(")") and ") || (" not in text:
        text = text[1:-1]
    terms = text.split(" && ")
    return ", ".join(terms) if "||" not in text else text


def rules_source(rules: list[Rule]) -> str:
    """LegacyPluralRules.swift: numbers and index of each distinct rule."""
    formulas = list(dict.fromkeys(formula for _, formula in rules))
    numbers = list(dict.fromkeys(numbers for numbers, _ in rules))
    out = [
        header(SCRIPT, "the tables of i18next 1 to 23").rstrip("\n"),
        "",
    ]
    out += [
        "import CalqueBase",
        "",
        "extension LegacyPluralRule {",
        "  /// The numbers that name the forms of a rule, in the order of its indices.",
        "  static func numbers(_ rule: UInt8) -> [UInt8] {",
        "    switch rule {",
    ]
    for choice in numbers:
        cases = [str(at) for at, (own, _) in enumerate(rules) if own == choice]
        out.append(f"    case {', '.join(cases)}: [{', '.join(map(str, choice))}]")
    out += ["    default: [1]", "    }", "  }", ""]
    largest = max(max(choice) for choice in numbers)
    out += [
        "  /// The largest of these numbers.",
        f"  static var largestNumber: Int {{ {largest} }}",
    ]
    out += [
        "",
        "  /// The index of the form a rule gives to a number that is not negative.",
        "  static func index(_ rule: UInt8, _ n: Double) -> Int {",
        "    switch rule {",
    ]
    for formula in formulas:
        cases = [str(at) for at, (_, own) in enumerate(rules) if own == formula]
        lines = [
            f"      if {swift_condition(condition)} {{ return {result} }}"
            if condition
            else f"      return {result}"
            for condition, result in branches(formula)
        ]
        out.append(f"    case {', '.join(cases)}:")
        out += [
            f"      let n{modulus} = n.remainder(ofWhole: {modulus})"
            for modulus in (10, 100)
            if re.search(rf"\bn{modulus}\b", "\n".join(lines))
        ]
        out += lines
    out += ["    default: return 0", "    }", "  }", "}", ""]
    return "\n".join(out)


def table_source(records: list[str]) -> str:
    """LegacyPluralLanguages.swift: the rules of each language."""
    return (
        header(SCRIPT, "the tables of i18next 1 to 23")
        + "extension LegacyPluralRule {\n"
        + "  /// Code padded with `_` to five bytes, rules in i18next-ios, i18next 1\n"
        + "  /// and later versions (`--` for none); sorted by code.\n"
        + "  static let languages: StaticString = "
        + table_literal(records, 4)
        + "\n}\n"
    )


def vectors_source(tables: dict[str, dict[str, list[str]]]) -> str:
    """LegacyPluralVectors.swift: languages of equal suffixes on one line."""
    lines = []
    for form in FORMATS:
        groups: dict[tuple[str, ...], list[str]] = {}
        for code in sorted(tables[form]):
            groups.setdefault(tuple(tables[form][code]), []).append(code)
        for vector, codes in groups.items():
            legend = sorted(set(vector))
            digits = "".join(str(legend.index(item)) for item in vector)
            lines.append("|".join([form, " ".join(codes), ",".join(legend), digits]))
    return (
        header(SCRIPT, "the tables of i18next 1 to 23").replace(
            "\n\n", "\n// swift-format-ignore-file\n\n"
        )
        + "/// The suffix for 0 to 200: `format|codes|suffixes|places`; a digit tells\n"
        + "/// the place of a number's suffix.\n"
        + "enum LegacyPluralVectors {\n"
        + '  static let lines = """\n'
        + "\n".join(f"    {line}" for line in lines)
        + '\n    """\n}\n'
    )


def rule_of(
    code: str,
    tables: dict[str, dict[str, list[str]]],
    forms: list[str],
    rules: list[Rule],
    stated: Rule | None,
) -> int:
    """The rule that yields exactly the suffixes of a language in all the formats.

    A rule stated by the tables is verified; otherwise the first that fits is taken (the
    two that fit Icelandic are equal for every number).
    """
    candidates = [stated] if stated else rules
    found = [
        rule
        for rule in candidates
        if all(suffixes(rule, form) == tuple(tables[form][code]) for form in forms)
    ]
    if len(found) > 1:
        wanted = LATER.get(code) if "ios" not in forms else None
        later = [rule for rule in found if rule[1] in LATER.values()]
        found = [rule for rule in found if (rule in later) == bool(wanted)]
    if not found:
        raise ValueError(f"no rule fits {code} in {forms}")
    return rules.index(found[0])


def stated_rule(entry: dict[str, object] | None) -> Rule | None:
    """The rule of an entry of plurals-ios.json."""
    if entry is None:
        return None
    numbers, formula = entry["numbers"], entry["formula"]
    if not isinstance(numbers, list) or not isinstance(formula, str):
        raise TypeError("an entry has numbers and a formula")
    return tuple(numbers), formula


def sources(directory: Path) -> dict[Path, str]:
    """Everything that is generated, by path."""
    ios = json.loads((directory / "plurals-ios.json").read_text(encoding="utf-8"))
    tables = json.loads((directory / "plurals-legacy.json").read_text(encoding="utf-8"))
    stated = {code: stated_rule(entry) for code, entry in ios.items()}
    rules = [*dict.fromkeys(rule for rule in stated.values() if rule), *EXTRA]
    families = [["ios"], ["js-1.11.1"], ["v2", "v3"]]
    records = []
    for code in {code for form in FORMATS for code in tables[form]}:
        cells = ["--"] * len(families)
        for place, forms in enumerate(families):
            if code in tables[forms[0]]:
                own = stated[code] if forms == ["ios"] else None
                cells[place] = f"{rule_of(code, tables, forms, rules, own):02}"
        records.append(padded((code, TAG_WIDTH)) + "".join(cells))
    records.sort()
    return {
        GENERATED / "LegacyPluralRules.swift": rules_source(rules),
        GENERATED / "LegacyPluralLanguages.swift": table_source(records),
        TESTS / "LegacyPluralVectors.swift": vectors_source(tables),
    }


if __name__ == "__main__":
    sys.exit(write_from(__doc__, "spec", sources))
