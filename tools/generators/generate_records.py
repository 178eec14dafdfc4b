#!/usr/bin/env python3
"""Writes Swift types that are a list of names, from records.toml, which describes them:
enumerations, options of nouns, and what the product for Swift shows of modules inside.

usage: generate_records.py [--check]
"""

from __future__ import annotations

import re
import sys
import textwrap
from dataclasses import dataclass
from typing import Any

import tomllib  # type: ignore[import-not-found]

from generated_source import ROOT, header, write_or_check

TABLE = tomllib.loads(
    (ROOT / "tools" / "generators" / "records.toml").read_text("utf-8")
)
FIELD = re.compile(
    r"(?P<name>\w+)(?: @ (?P<other>\w+))?(?:: (?P<type>.+?))?"
    r"(?: = (?P<value>.+?))?(?: \| (?P<what>.+))?"
)
LATER = "// swift-format-ignore-file\n"
PRODUCT = "Calque"
# Modules that a generated file imports, and those whose types it shows.
IMPORTS = {
    "CalqueLoading": ["package import CalqueBase"],
    "CalqueProposals": ["package import CalqueBase"],
    "CalqueTexts": ["package import CalqueBase"],
    "CalqueTranscript": ["package import CalqueBase"],
    PRODUCT: [
        "import CalqueBase",
        "public import CalqueLoading",
        "public import CalqueLocale",
        "import CalqueProposals",
        "import CalqueTranslator",
        "public import Foundation",
    ],
}
# A member of a module inside as the type of Swift: `IT` is the member.
CONVERSIONS = {
    "String": "IT.string",
    "[String]": "IT.map { $0.string }",
    "nonempty": "IT.isEmpty ? nil : IT.string",
    "JSONValue?": "IT.map { JSONValue($0) }",
    "JSONObject": "JSONObject(IT)",
    "CalqueError?": "IT.map { CalqueError($0) }",
}


@dataclass(frozen=True)
class Field:
    """A row of a list of fields or cases."""

    name: str
    other: str
    type: str
    value: str
    what: str

    @classmethod
    def read(cls, row: str) -> Field:
        found = FIELD.fullmatch(row)
        if found is None:
            raise SystemExit(f"records.toml: {row}")
        return cls(
            found["name"],
            found["other"] or found["name"],
            found["type"] or "",
            found["value"] or "",
            found["what"] or "",
        )


def fields(rows: list[str]) -> list[Field]:
    return [Field.read(row) for row in rows]


def comment(what: str, indent: str) -> list[str]:
    """A description as the comment of a declaration."""
    lead = f"{indent}/// "
    width = 104 - len(indent)
    return textwrap.wrap(what, width, initial_indent=lead, subsequent_indent=lead)


def listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " or " + names[-1]


def filled(elements: list[str]) -> list[str]:
    """The lines of the elements of an array."""
    lines = ["   "]
    for element in elements:
        if len(lines[-1]) + len(element) > 97:
            lines.append("   ")
        lines[-1] += f" {element},"
    return lines


def inside(row: dict[str, Any], lines: list[str]) -> list[str]:
    """A declaration, as a member of the type that it belongs to."""
    if "in" not in row:
        return lines
    inner = [f"  {line}" if line else "" for line in lines]
    return [f"extension {row['in']} {{", *inner, "}"]


# MARK: Enumerations


def enumeration(row: dict[str, Any]) -> list[str]:
    name, cases = row["name"], fields(row["cases"])
    lines = comment(row["what"], "")
    lines.append(f"{row['access']} enum {name}: {row['conforms']} {{")
    for case in cases:
        lines += comment(case.what, "  ")
        lines.append(f"  case {case.name}" + (f" = {case.value}" if case.value else ""))
    lines += ["}"]
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


def expected(type_: str) -> str:
    """The names of an enumeration, for the message about another."""
    row = next(each for each in TABLE["enumeration"] if each["name"] == type_)
    return listed([case.other for case in fields(row["cases"])])


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


def reading(field: Field) -> str:
    name, given, type_ = field.name, field.other, field.type
    if "..." in type_:
        return f'reader.take("{given}", in: {type_}, &{name})'
    reader = {
        "Text": "text",
        "Text?": "text",
        "[Text]": "texts",
        "Bool": "bool",
        "Header": "header",
        "Header?": "header",
    }.get(type_)
    what = f'"{given}"'
    if reader is None:
        reader, what = "named", f'"{given}", "{expected(type_)}"'
    rest = "" if type_.endswith(("?", "]")) else f" ?? {name}"
    return f"{name} = reader.{reader}({what}){rest}"


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
        lines += [
            "  /// Reads the members of these names; others are ignored.",
            "  ///",
            "  /// - Throws: `invalidOption` with the member's name as the path.",
            f"  {access} init(_ members: Members) throws(Diagnostic) {{",
        ]
        statements.insert(0, f"let reader = MemberReader(members{path})")
        statements += ["try reader.finish()", *row.get("then", [])]
    return [*lines, *(f"    {each}" for each in statements), "  }", "}"]


# MARK: The product for Swift


def mirror(row: dict[str, Any]) -> list[str]:
    found, of = fields(row["fields"]), row["of"]
    binding = "let" if row.get("constant") else "var"
    lines = [
        *comment(row["what"], ""),
        f"public struct {row['name']}: {row['conforms']} {{",
    ]
    taken = []
    for field in found:
        type_ = "String?" if field.type == "nonempty" else field.type
        lines += comment(field.what, "  ")
        lines.append(f"  public {binding} {field.name}: {type_}")
        value = CONVERSIONS.get(field.type, "IT").replace("IT", f"inner.{field.other}")
        taken.append(f"    {field.name} = {value}")
    lines += ["", f"  init(_ inner: {of}) {{", *taken, "  }", "}"]
    return inside(row, lines)


TABLES = {"String": "texts", "Bool": "flags", "[String]": "lists"}


def members(row: dict[str, Any]) -> list[str]:
    found, name = fields(row["fields"]), row["name"]
    lines = [*comment(row["what"], ""), f"public struct {name}: {row['conforms']} {{"]
    for field in found:
        lines += comment(field.what, "  ")
        lines.append(f"  public var {field.name}: {field.type}?")
    for field in fields(row.get("others", [])):
        lines += comment(field.what, "  ")
        value = field.value and f" = {field.value}"
        lines.append(f"  public var {field.name}: {field.type}{value}")
    lines += ["", "  public init() {}"]
    for type_, table in TABLES.items():
        names = [field.name for field in found if field.type == type_]
        if not names:
            continue
        pairs = [f'("{each}", \\.{each})' for each in names]
        lines += [
            "",
            f"  static let {table}: [",
            "    (name: String, property: any WritableKeyPath<Self, "
            f"{type_}?> & Sendable)",
            "  ] = [",
            *filled(pairs),
            "  ]",
        ]
    return [*lines, "}"]


# MARK: Files


def declarations() -> dict[str, list[list[str]]]:
    """The declarations of each module."""
    found: dict[str, list[list[str]]] = {}
    for row in TABLE["enumeration"]:
        found.setdefault(row["module"], []).append(enumeration(row))
    for row in TABLE["options"]:
        found.setdefault(row["module"], []).append(options(row))
    product = [mirror(row) for row in TABLE["mirror"]]
    product += [members(row) for row in TABLE["members"]]
    found[PRODUCT] = product
    return found


def source(module: str, found: list[list[str]]) -> str:
    head = header("generators/generate_records.py", "tools/generators/records.toml")
    imports = "\n".join(IMPORTS[module])
    body = "\n\n".join("\n".join(lines) for lines in found)
    return f"{LATER}{head}{imports}\n\n{body}\n"


def files() -> dict[Any, str]:
    return {
        ROOT / "Sources" / module / "Generated" / "Records.swift": source(module, found)
        for module, found in declarations().items()
    }


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, files))
