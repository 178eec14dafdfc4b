"""Writes types of Swift that are a list of members, from the rows of records.toml."""

from __future__ import annotations

import re
from typing import Any

from record_rows import Field, comment, fields, filled, inside, reading

# A member of a module inside as the type of Swift, and back: `IT` is the member.
TEXTS = ("IT.map { $0.string }", "IT.map { Text($0) }")
CONVERSIONS = {
    "String": ("IT.string", "Text(IT)"),
    "String?": ("IT?.string", "IT.map { Text($0) }"),
    "[String]": TEXTS,
    "nonempty": ("IT.isEmpty ? nil : IT.string", ""),
    "[UInt8]": ("IT.bytes", "Text(IT)"),
    "[UInt8]?": ("IT?.bytes", "IT.map { Text($0) }"),
    "JSONValue": ("JSONValue(IT)", "IT.value"),
    "JSONValue?": ("IT.map { JSONValue($0) }", "IT?.value"),
    "JSONObject": ("JSONObject(IT)", "IT.members"),
    "number": ("Int(IT)", ""),
    "CalqueError?": ("IT.map { CalqueError($0) }", ""),
    "MissingKey": ("MissingKey(IT)", ""),
    "[File]": ("IT.map { File($0) }", ""),
    "[HeaderField]": ("IT.map { HeaderField($0) }", "IT.map { $0.engine }"),
}
SHOWN = {"nonempty": "String?", "number": "Int"}
# A member as JSON.
VALUES = {"Text": ".text(IT)", "Int64": ".int(IT)", "Bool": ".bool(IT)"}


# MARK: Records


def converted(type_: str, member: str, back: bool = False) -> str:
    return CONVERSIONS.get(type_, ("IT", "IT"))[back].replace("IT", member)


def memberwise(row: dict[str, Any], found: list[Field]) -> list[str]:
    """The initializer with a parameter for each member."""
    parameters, access = [], row.get("access", "public")
    for field in found:
        label = (
            f"{field.other} " if "of" not in row and field.other != field.name else ""
        )
        label = "_ " if row["init"] == "plain" else label
        value = field.value and f" = {field.value}"
        escaping = "->" in field.type and not field.type.endswith(")?")
        type_ = f"@escaping {field.type}" if escaping else field.type
        parameters.append(f"{label}{field.name}: {type_}{value}")
    assigned = [f"    self.{field.name} = {field.name}" for field in found]
    what = comment(row.get("made", ""), "  ")
    head = f"  {access} init({', '.join(parameters)}) {{"
    return ["", *what, head, *assigned, "  }"]


def taken(row: dict[str, Any], found: list[Field]) -> list[str]:
    """The initializer from a type of a module inside."""
    lines = ["", f"  init(_ inner: {row['of']}) {{"]
    for field in found:
        value = converted(field.type, f"inner.{field.other}")
        lines.append(f"    {field.name} = {value}")
    return [*lines, "  }"]


def given_back(row: dict[str, Any], found: list[Field]) -> list[str]:
    """The record as a type of a module inside."""
    needed, assigned = [], []
    for field in found:
        name = field.other.rpartition(".")[2]
        value = converted(field.type, field.name, back=True)
        if field.value:
            assigned.append(f"    inner.{name} = {value}")
        else:
            needed.append(value if row["init"] == "plain" else f"{name}: {value}")
    made = f"{row['engine']}({', '.join(needed)})"
    lines = ["", f"  var engine: {row['engine']} {{"]
    if not assigned:
        return [*lines, f"    {made}", "  }"]
    return [*lines, f"    var inner = {made}", *assigned, "    return inner", "  }"]


def parsed(row: dict[str, Any], found: list[Field]) -> list[str]:
    """The initializer from JSON, and the record as JSON."""
    access, what = row["access"], f"{row['json']} is not an object"
    lines = [
        "",
        "  /// - Parameter path: where the value stands, for what is wrong with it.",
        "  /// - Throws: `invalidType`.",
        f"  {access} init(_ value: Value, path: Text) throws(Diagnostic) {{",
        "    guard let members = value.object else {",
        f'      throw Diagnostic(.invalidType, "{what}", path: path)',
        "    }",
        '    let reader = MemberReader(members, code: .invalidType, path: path + ".")',
    ]
    inner, pairs = [], []
    for field in found:
        name, other = field.name, field.other
        if field.type not in VALUES:
            lines.append(f'    let {name} = reader.object("{other}")')
            lines.append(
                f'    if {name} == nil {{ reader.refuse("{other}", "present") }}'
            )
            value = f'.object({name} ?? Members()), path: path + ".{other}"'
            inner.append(f"    self.{name} = try {field.type}({value})")
        elif field.value:
            lines.append(f"    {reading(field)}")
        else:
            lines.append(f'    {name} = reader.required("{other}")')
        value = VALUES.get(field.type, "IT.value").replace("IT", name)
        pairs.append(f'"{other}": {value}')
    lines += ["    try reader.finish()", *inner, "  }", ""]
    return [
        *lines,
        f"  {access} var value: Value {{",
        "    .object([",
        *(f"  {line}" for line in filled(pairs)),
        "    ])",
        "  }",
    ]


def record(row: dict[str, Any]) -> list[str]:
    found, access = fields(row["fields"]), row.get("access", "public")
    fixed = row.get("fixed", [])
    lines = [
        *comment(row["what"], ""),
        f"{access} struct {row['name']}"
        + (row["conforms"] and f": {row['conforms']}")
        + " {",
    ]
    for field in found:
        lines += comment(field.what, "  ")
        binding = "let" if row.get("constant") or field.name in fixed else "var"
        type_ = SHOWN.get(field.type, field.type)
        # Values are those of parameters where all members have one.
        declared = field.value and row.get("init", "needed") == "needed"
        value = f" = {field.value}" if declared else ""
        lines.append(f"  {access} {binding} {field.name}: {type_}{value}")
    free = [field for field in found if field.name not in fixed]
    if "init" in row:
        has_all = row["init"] != "needed"
        made = memberwise(row, [each for each in free if has_all or not each.value])
        for field in found:
            if field.name in fixed:
                made.insert(-1, f"    {field.name} = {field.value}")
        lines += made
    if "of" in row:
        lines += taken(row, found)
    if "engine" in row:
        lines += given_back(row, free)
    if "json" in row:
        lines += parsed(row, found)
    return inside(row, [*lines, "}"])


CLOSURE = re.compile(r"\((.*)\) -> (\S+)")


def callbacks(row: dict[str, Any]) -> list[str]:
    """Closures that a program gives, and the same as closures of a module inside."""
    lines = [*comment(row["what"], ""), f"public struct {row['name']}: Sendable {{"]
    given = []
    for field in fields(row["fields"]):
        found = CLOSURE.fullmatch(field.type)
        if found is None:
            raise SystemExit(f"records.toml: {field.type}")
        parameters = [each.split(": ") for each in found[1].split(", ")]
        types = ", ".join(f"_ {name}: {type_}" for name, type_ in parameters)
        lines += comment(field.what, "  ")
        lines.append(f"  public var {field.name}:")
        lines.append(f"    (@Sendable ({types}) -> {found[2]})?")
        names = ", ".join(name for name, _ in parameters)
        passed = ", ".join(converted(type_, name) for name, type_ in parameters)
        call = converted(found[2], f"{field.name}({passed})", back=True)
        given.append(
            f"    if let {field.name} {{ host.{field.name} = {{ {names} in {call} }} }}"
        )
    return [
        *lines,
        "",
        "  public init() {}",
        "",
        f"  var engine: {row['of']} {{",
        f"    let host = {row['of']}()",
        *given,
        "    return host",
        "  }",
        "}",
    ]


# MARK: Members that may be absent


# A member of JSON as a type of Swift.
PARTS = {
    "String": "value.string",
    "Bool": "value.bool",
    "[String]": "value.array?.compactMap { $0.string }",
}


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
    lines += [
        "",
        "  public init() {}",
        "",
        "  /// Takes a member by its name; false for another name, and a value of "
        "another type.",
        "  mutating func take(_ name: String, _ value: JSONValue) -> Bool {",
        "    switch name {",
    ]
    for field in found:
        lines.append(f'    case "{field.name}": {field.name} = {PARTS[field.type]}')
        lines.append(f"      return {field.name} != nil")
    lines += [
        "    default: return false",
        "    }",
        "  }",
        "",
        "  /// Puts the members in by their names.",
        "  func put(into members: inout [String: JSONValue]) {",
        *(f'    members["{each.name}"] = {each.name}?.jsonValue' for each in found),
        "  }",
    ]
    return [*lines, "}"]
