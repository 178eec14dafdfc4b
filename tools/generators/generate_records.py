#!/usr/bin/env python3
"""Writes Swift types that are a list of names, from records.toml, which describes them:
enumerations, errors, records, options of formatters and nouns, and what the product for
Swift shows of modules inside.

usage: generate_records.py [--check]
"""

from __future__ import annotations

import sys
import textwrap
from typing import Any

from c_headers import read_headers, status_names
from generated_source import ROOT, header, write_or_check
from record_rows import TABLE, Field, comment, fields, filled, inside, reading
from record_types import callbacks, members, record

# Outcomes before it are no failures.
FIRST_FAILURE = 20
LATER = "// swift-format-ignore-file\n"
PRODUCT = "Calque"
# Modules that a generated file imports, and those whose types it shows, where these are
# not CalqueBase alone.
IMPORTS = {
    "CalqueBase": [],
    "CalqueTranslator": [],
    "CalqueFormat": ["import CalqueBase"],
    "CalqueTemplate": ["import CalqueBase"],
    PRODUCT: [
        "import CalqueBase",
        "public import CalqueLoading",
        "public import CalqueLocale",
        "import CalqueMessages",
        "import CalqueProposals",
        "import CalqueTranslator",
        "import CalqueTransport",
        "public import Foundation",
    ],
}


# MARK: Enumerations


def failures() -> list[str]:
    """The failures of status.h as cases, with their numbers."""
    cases = []
    for name, number in read_headers(ROOT / "include").constants.items():
        if name in status_names(ROOT / "include") and number >= FIRST_FAILURE:
            short = name.removeprefix("CALQUE_").removesuffix("_ERROR").title()
            words = short.replace("Utf8", "UTF8").replace("Json", "JSON").split("_")
            cases.append(f"{words[0].lower()}{''.join(words[1:])} = {number}")
    return cases


def enumeration(row: dict[str, Any]) -> list[str]:
    name, cases = row["name"], fields(row.get("cases") or failures())
    lines = comment(row["what"], "")
    lines.append(f"{row['access']} enum {name}: {row['conforms']} {{")
    for case in cases:
        lines += comment(case.what, "  ")
        lines.append(f"  case {case.name}" + (f" = {case.value}" if case.value else ""))
    lines += ["}"]
    if "cases" not in row:
        return inside(row, lines)
    pairs = [f'("{case.other}", .{case.name})' for case in cases]
    whole = f"{row['in']}.{name}" if "in" in row else name
    return [
        *inside(row, lines),
        "",
        f"extension {whole}: Named {{",
        f"  package static let names: [(name: Literal, value: {whole})] = [",
        *filled(pairs),
        "  ]",
        "}",
        *(CODING.replace("{name}", name).split("\n") if row.get("coded") else []),
    ]


CODING = """
#if !hasFeature(Embedded)
  extension {name}: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.named() }

    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(text: name.string)
    }
  }
#endif"""


# MARK: Errors


def errors(row: dict[str, Any]) -> list[str]:
    """An enumeration of reasons, each with the diagnostic that it is reported as."""
    found, access = fields(row["cases"]), row["access"]
    name, lead = row["name"], access and access + " "
    lines = comment(row["what"], "")
    lines.append(f"{lead}enum {name}: {row['conforms']} {{")
    for case in found:
        lines.append(f"  case {case.name}" + (f" = {case.value}" if case.value else ""))
    own = "package " if access else ""
    lines += ["}", "", f"extension {name} {{"]
    lines += [f"  {own}var diagnostic: Diagnostic {{", "    switch self {"]
    for case in found:
        code, _, path = case.type.partition(" ")
        lines += [
            f"    case .{case.name}:",
            f'      diagnostic(.{code}, "{case.what}", "{path}")',
        ]
    lines += ["    }", "  }", "", "  @inline(never)"]
    lines.append("  private func diagnostic(")
    lines.append("    _ code: DiagnosticCode, _ message: Literal, _ path: Literal")
    lines.append("  ) -> Diagnostic {")
    made = "Diagnostic(code, Text(message), path: Text(path))"
    if row.get("detailed"):
        lines += [
            f"    var diagnostic = {made}",
            "    diagnostic.detail = rawValue",
            "    return diagnostic",
        ]
    else:
        lines.append(f"    {made}")
    return [*lines, "  }", "}"]


# MARK: Options of formatters


def formatter(row: dict[str, Any]) -> list[str]:
    """The options of a formatter, where each is among them, and what some may be."""
    found = fields(row["options"])
    lines = [
        f"extension {row['name']} {{",
        "  /// The options, as for `FormatOptions`.",
        '  static let table: StaticString = """',
    ]
    written = [f"{option.other}:{option.type}" for option in found]
    table = textwrap.wrap(
        " ".join(written), 92, break_on_hyphens=False, break_long_words=False
    )
    lines += [f"    {each} \\" for each in table[:-1]] + [f"    {table[-1]}"]
    lines += ['    """', "", "  /// The places of options in the table."]
    lines += ["  enum Place {"]
    lines += [
        f"    static let {option.name} = {place}" for place, option in enumerate(found)
    ]
    lines += ["  }"]
    for option in found:
        if option.value:
            cases = option.type.replace(",", ", ")
            lines += ["", f"  enum {option.value}: Int {{ case {cases} }}"]
    return [*lines, "}"]


def argument_names() -> list[str]:
    """The names of all options that patterns may state or calls may pass."""
    listed = [
        option.other
        for row in TABLE["formatter"]
        if row.get("patterns", True)
        for option in fields(row["options"])
    ]
    names = dict.fromkeys([*listed, *TABLE["pattern"]["others"]])
    return [
        "extension FormatOption {",
        "  static let names: [StaticString] = [",
        *filled([f'"{name}"' for name in names]),
        "  ]",
        "}",
    ]


# MARK: Options


def stored(field: Field, access: str) -> list[str]:
    """The property of an option."""
    type_, value = field.type, field.value
    if "..." in type_:
        declared = f" = {value}"
    elif type_.startswith("Header"):
        declared = f": {type_.replace('Header', 'Text')}" + (value and f" = {value}")
    elif type_.startswith("["):
        declared = f": {type_} = []"
    else:
        declared = f": {type_}" + (value and f" = {value}")
    return [*comment(field.what, "  "), f"  {access} var {field.name}{declared}"]


def options(row: dict[str, Any]) -> list[str]:
    access, found = row["access"], fields(row["fields"])
    lines = [*comment(row["what"], ""), f"{access} struct {row['name']}: Sendable {{"]
    for constant in fields(row.get("constants", [])):
        type_ = f": {constant.type}" if constant.type else ""
        lines += comment(constant.what, "  ")
        lines.append(f"  {access} static let {constant.name}{type_} = {constant.value}")
    for field in found:
        lines += stored(field, access)
    for part in fields(row.get("parts", [])):
        lines.append(f"  {access} var {part.name} = {part.type}()")
    lines += ["", f"  {access} init() {{}}", ""]
    statements = [reading(field) for field in found] + row.get("also", [])
    if row.get("part"):
        lines.append("  init(_ reader: MemberReader) {")
    else:
        path = f', path: "{row["path"]}"' if "path" in row else ""
        others = "refused" if row.get("strict") else "ignored"
        lines += [
            f"  /// Reads the members of these names; others are {others}.",
            "  ///",
            "  /// - Throws: `invalidOption` with the member's name as the path.",
            f"  {access} init(_ members: Members) throws(Diagnostic) {{",
        ]
        statements.insert(0, f"let reader = MemberReader(members{path})")
        statements += ["try reader.finish()", *row.get("then", [])]
        if row.get("strict"):
            names = ", ".join(f'"{field.other}"' for field in found)
            statements.append(f"try reader.allow([{names}])")
    return [*lines, *(f"    {each}" for each in statements), "  }", "}"]


# MARK: Files


def declarations() -> dict[str, list[list[str]]]:
    """The declarations of each module."""
    found: dict[str, list[list[str]]] = {}
    for row in TABLE["enumeration"]:
        found.setdefault(row["module"], []).append(enumeration(row))
    for row in TABLE["errors"]:
        found.setdefault(row["module"], []).append(errors(row))
    for row in TABLE["formatter"]:
        found.setdefault("CalqueFormat", []).append(formatter(row))
    found.setdefault("CalqueTemplate", []).append(argument_names())
    for row in TABLE["options"]:
        found.setdefault(row["module"], []).append(options(row))
    for row in TABLE["record"]:
        found.setdefault(row.get("module", PRODUCT), []).append(record(row))
    for row in TABLE["callbacks"]:
        found.setdefault(PRODUCT, []).append(callbacks(row))
    for row in TABLE["members"]:
        found.setdefault(PRODUCT, []).append(members(row))
    return found


def source(module: str, found: list[list[str]]) -> str:
    head = header("generators/generate_records.py", "tools/generators/records.toml")
    imports = "\n".join(IMPORTS.get(module, ["package import CalqueBase"]))
    body = "\n\n".join("\n".join(lines) for lines in found)
    return f"{LATER}{head}{imports}\n\n{body}\n"


def files() -> dict[Any, str]:
    return {
        ROOT / "Sources" / module / "Generated" / "Records.swift": source(module, found)
        for module, found in declarations().items()
    }


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, files))
