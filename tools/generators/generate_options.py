#!/usr/bin/env python3
"""Writes what is made from the table of options, options.toml: the names of the
options of calls, the properties that init options fill, and their readers in Swift,
and the tables of docs/options.md.

Without arguments the files are written; with --check they are compared, and the exit
code is 1 when one differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from generated_source import header, write_or_check
from option_table import (
    CALL,
    FAMILIES,
    FOREIGN,
    INIT,
    INITIAL,
    LIMITS,
    LOADING,
    PROPERTIES,
    ROOT,
    Option,
    Row,
    options,
)

GENERATED = ROOT / "Sources" / "CalqueTranslator" / "Generated"
PAGE = ROOT / "docs" / "options.md"
LATER = "\n".join(("// swift-format-ignore-file", "", ""))
# Of every name that begins so: `defaultValue_one` and its like.
FORMS = "defaultValue_one"
NONE = "\N{EN DASH}"
CASES = {"indefinite_article": "indefiniteArticle", FORMS: "defaultValueForm"}
READERS = {"text?": "optionalText", "text-or-false": "optionalText"}
READERS |= {"languages": "fallbackLanguages", "number": "limit"}
READERS |= {"target": "missingTarget"}
FAMILY_NAMES = {"ios": "IOS", "v1": "V1", "modern": "Modern"}
# The type of a property in Swift, and what it is where nothing else is said.
TYPES = {
    "flag": ("Bool", "false"),
    "text": ("Text", '""'),
    "text?": ("Text?", ""),
    "text-or-false": ("Text?", ""),
    "texts": ("[Text]", "[]"),
    "languages": ("FallbackLanguages", ".list([])"),
    "object": ("Members", "Members()"),
    "target": ("MissingTarget", ".fallback"),
    "Load": ("Load", ".all"),
}
UNITS = {"KiB": 10, "MiB": 20}


def case(option: Option) -> str:
    return CASES.get(option.name, option.name)


# MARK: Options of calls


def names() -> list[Option]:
    """The options of calls, of all formats, each once."""
    every = [option for family in FAMILIES for option in options(CALL, family)]
    return list({option.name: option for option in every}.values())


def mask(family: str) -> str:
    places = {option.name: place for place, option in enumerate(names())}
    return hex(sum(1 << places[option.name] for option in options(CALL, family)))


# Options that many calls have are compared first; names of these lengths are common
# among variables, so that those are told from options in place.
USUAL = ("count", "context")
SHORT = (4, 5)


def found(option: Option) -> str:
    """The line that finds an option by its name."""
    size, name = len(option.name), option.name
    return f'    case {size} where name.reads("{name}"): return .{case(option)}'


def recognition() -> list[str]:
    """The lines that tell most options and variables without a search."""
    lines = [found(option) for option in names() if option.name in USUAL]
    for length in SHORT:
        others = [
            f'!name.reads("{option.name}")'
            for option in names()
            if len(option.name) == length and option.name not in USUAL
        ]
        condition = f" where {' && '.join(others)}" if others else ""
        lines.append(f"    case {length}{condition}: return nil")
    return lines


def lookup() -> list[str]:
    """The lines that find any other option, by the lengths of their names."""
    others = [each for each in names() if each.name not in (FORMS, *USUAL)]
    return [found(option) for option in sorted(others, key=lambda each: len(each.name))]


def names_source() -> str:
    lines = [
        "package import CalqueTemplate",
        "",
        "/// The names among the arguments of a call that are options in some format.",
        "package enum OptionName: UInt8, CaseIterable {",
        *(f"  case {case(option)}" for option in names()),
        "",
        *(
            f"  static let {family}Options: UInt64 = {mask(family)}"
            for family in FAMILIES
            if family != "modern"
        ),
        "",
        "  /// The option of a name; nil for a variable.",
        "  @inline(__always)",
        "  package static func of(_ name: Name) -> OptionName? {",
        "    switch name.count {",
        *recognition(),
        "    default: return search(name)",
        "    }",
        "  }",
        "",
        "  /// As calls spell it.",
        "  var name: StaticString {",
        "    switch self {",
        *(
            f'    case .{case(option)}: "{option.name.removesuffix("_one")}"'
            for option in names()
        ),
        "    }",
        "  }",
        "",
        "  @inline(never)",
        "  private static func search(_ name: Name) -> OptionName? {",
        "    switch name.count {",
        *lookup(),
        '    case 13... where name.begins("defaultValue"): return .defaultValueForm',
        "    default: return nil",
        "    }",
        "  }",
        "}",
    ]
    return source(lines)


# MARK: Init options


def source(lines: list[str]) -> str:
    head = header(
        "generators/generate_options.py", "tools/generators/options.toml"
    ).rstrip("\n")
    return f"{head}\n{LATER}" + "\n".join(lines) + "\n"


def reading(option: Option) -> str:
    name = option.name.removeprefix("interpolation.")
    if option.type == "path":
        return f'    {option.property} = path(reader, "{name}")'
    arguments = f'"{name}", &{option.property}'
    reader = READERS.get(option.type, option.type)
    if option.is_opposite:
        reader = "opposite"
    if option.type == "text?":
        arguments += ", emptyIsNone: true"
    if option.type == "number":
        power = option.largest.bit_length() - 1
        is_power = option.largest == 1 << power
        arguments += f", maximum: {f'1 << {power}' if is_power else option.largest}"
    return f"    reader.{reader}({arguments})"


def function(name: str, what: str, found: list[Option]) -> list[str]:
    return [
        f"  /// {what}",
        f"  func {name}(_ reader: OptionReader) {{",
        # Of an object, whose references are counted once and not for each option.
        *(["    let loading = loading"] if name.startswith("takeLoading") else []),
        *(reading(option) for option in found if option.property),
        "  }",
    ]


def readers_source() -> str:
    modules = ("CalqueBase", "CalqueLoading", "CalqueTemplate", "CalqueTransport")
    lines = [f"import {module}" for module in modules]
    lines += ["", "/// Options whose values are taken as they are."]
    lines.append("extension TranslatorOptions {")
    for family in FAMILIES:
        found = options(INIT, family)
        if family == "modern":
            inner = [option for option in found if option.name.startswith("interp")]
            found = [option for option in found if option not in inner]
            title = "Members of `interpolation`."
            lines += [*function("takeInterpolation", title, inner), ""]
        name = FAMILY_NAMES[family]
        format_ = "formats v2 to v4" if family == "modern" else f"format {family}"
        lines += [*function(f"take{name}", f"Init options of {format_}.", found), ""]
    limits = [
        Option(limit["name"], "number", limit["largest"], limit["property"])
        for limit in LIMITS
    ]
    lines += [*function("takeLimits", "Members of `limits`.", limits), ""]
    title = "Options of loading, in `backend` or beside it."
    lines += function("takeLoading", title, LOADING["all"])
    for family in FAMILIES:
        name = FAMILY_NAMES[family]
        title = f"Options of loading in the names of {name}."
        lines += ["", *function(f"takeLoading{name}", title, LOADING[family])]
    foreign = ", ".join(f'"{name}"' for name in FOREIGN)
    lines += ["}", "", "extension OptionReader {"]
    lines += [f"  static let foreign: [Literal] = [{foreign}]", "}", ""]
    inner = [option for option in options(INIT, "modern") if is_syntax(option)]
    return source([*lines, *description(inner)])


def is_syntax(option: Option) -> bool:
    return option.property.startswith("interpolation.")


def description(found: list[Option]) -> list[str]:
    """The lines that give a syntax by the names of its options."""
    values = {"text": ".text({})", "flag": ".bool({})", "number": ".int(Int64({}))"}
    lines = ["extension InterpolationSyntax {", "  /// By the names of options."]
    lines += ["  var members: Members {", "    Members(["]
    for option in found:
        name = option.property.removeprefix("interpolation.")
        lines.append(f'      ("{name}", {values[option.type].format(name)}),')
    return [*lines, "    ])", "  }", "}"]


# MARK: Properties


def literal(value: object) -> str:
    """A value of the table in Swift."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return "[" + ", ".join(map(literal, value)) + "]"
        case _:
            return f'"{value}"'


def stored(name: str, kind: str, what: str) -> list[str]:
    """The property that an option of that kind fills."""
    swift, initial = TYPES.get(kind, (kind, f"{kind}()"))
    if name in INITIAL:
        initial = literal(INITIAL[name])
        if kind == "languages":
            initial = f".list({initial})"
    value = f" = {initial}" if initial else ""
    return [sentence(what), f"  package var {name}: {swift}{value}"]


def sentence(what: str) -> str:
    """A description in the table as the comment of a property."""
    return f"  /// {what[0].upper()}{what[1:]}."


def number(text: str) -> int:
    """A number of the page: `10,000`, `64 KiB`."""
    digits, _, unit = text.replace(",", "").partition(" ")
    return int(digits) << UNITS.get(unit, 0)


def properties_source() -> str:
    lines = [f"package import {module}" for module in (
        "CalqueBase", "CalqueLoading", "CalqueTemplate")]  # fmt: skip
    lines += [
        "",
        "/// The effective options of a translator, under the names of modern i18next.",
        "package final class TranslatorOptions: @unchecked Sendable {",
        "  // Unchecked: read before they are shared, and not changed after that.",
        "  package let format: TranslatorFormat",
        "  /// nil for formats 2 to 4.",
        "  let code: FormatCode?",
    ]
    found: dict[str, list[str]] = {}
    for row in INIT:
        for option in (each for family in FAMILIES for each in row.cells[family]):
            name = option.property
            if name and "." not in name and name not in found:
                found[name] = stored(name, option.type, row.what)
    for each in PROPERTIES:
        lines += stored(each["name"], each["type"], each["what"])
    for property_ in found.values():
        lines += property_
    lines += [
        "",
        "  init(format: TranslatorFormat, _ code: FormatCode?) {",
        "    (self.format, self.code) = (format, code)",
        "  }",
        "}",
        "",
        "/// Limits on the work of one call, and on the size of one catalog.",
        "package struct TranslatorLimits: Sendable {",
    ]
    for limit in LIMITS:
        if limit["property"].startswith("limits."):
            lines.append(sentence(limit["what"]))
            name = limit["property"].removeprefix("limits.")
            lines.append(f"  package var {name} = {number(limit['default'])}")
    return source([*lines, "", "  package init() {}", "}"])


# MARK: The page


def cell(found: list[Option]) -> str:
    text = ""
    for option in found:
        if not option.name:
            text += option.note
            continue
        shown = f"`{option.name}`"
        before, after = "", option.note
        if after == "not":
            before, after = "not ", ""
        if text and not text.endswith(("or ", "or")):
            text += ", "
        space = " " if after and after[0] not in ":;," else ""
        text += before + shown + space + after
    return text or NONE


def table(rows: list[Row], has_defaults: bool) -> str:
    head = ["what", "`ios`", "`v1`", "`v2` `v3` `v4`"] + ["default"] * has_defaults
    lines = [head, ["---"] * len(head)]
    for row in rows:
        cells = [row.what, *(cell(row.cells[family]) for family in FAMILIES)]
        lines.append(cells + [row.default] * has_defaults)
    return rendered(lines)


def limits_table() -> str:
    lines = [["limit", "default", "largest", "what it bounds"], ["---"] * 4]
    for limit in LIMITS:
        name, default, what = limit["name"], limit["default"], limit["what"]
        most = "1 GiB" if default.endswith("iB") else largest(limit["largest"])
        lines.append([f"`{name}`", default, most, what])
    return rendered(lines)


def largest(number: int) -> str:
    return str(number) if number < 1 << 16 else f"2^{number.bit_length() - 1}"


def rendered(lines: list[list[str]]) -> str:
    rows = ["| " + " | ".join(line) + " |" for line in lines]
    rows[1] = rows[1].replace(" ", "")
    return "\n".join(rows) + "\n"


def page() -> str:
    text = PAGE.read_text("utf-8")
    for name, body in (
        ("init", table(INIT, has_defaults=True)),
        ("limits", limits_table()),
        ("call", table(CALL, has_defaults=False)),
    ):
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- /{name} -->")
        text = f"{before}<!-- {name} -->\n{body}{end}{after}"
    return text


def files() -> dict[Path, str]:
    return {
        GENERATED / "OptionName.swift": names_source(),
        GENERATED / "TranslatorOptions.swift": properties_source(),
        GENERATED / "TranslatorOptions+Named.swift": readers_source(),
        PAGE: page(),
    }


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, files))
