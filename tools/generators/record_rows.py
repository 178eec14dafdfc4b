"""Rows of records.toml: their fields, and what all kinds of rows have in Swift."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Any

import tomllib  # type: ignore[import-not-found]

from generated_source import ROOT

TABLE = tomllib.loads(
    (ROOT / "tools" / "generators" / "records.toml").read_text("utf-8")
)
FIELD = re.compile(
    r"(?P<name>\w+)(?: @ (?P<other>[\w.?]+))?(?:: (?P<type>.+?))?"
    r"(?: = (?P<value>.+?))?(?: \| (?P<what>.+))?"
)


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


def expected(type_: str) -> str:
    """The names of an enumeration, for the message about another."""
    row = next(each for each in TABLE["enumeration"] if each["name"] == type_)
    return listed([case.other for case in fields(row["cases"])])


def reading(field: Field) -> str:
    name, given, type_ = field.name, field.other, field.type
    if "..." in type_:
        return f'reader.take("{given}", in: {type_}, &{name})'
    reader = {
        "Text": "text",
        "Text?": "text",
        "[Text]": "texts",
        "Bool": "bool",
        "Int64": "integer",
        "Header": "header",
        "Header?": "header",
    }.get(type_)
    what = f'"{given}"'
    if reader is None:
        reader, what = "named", f'"{given}", "{expected(type_)}"'
    rest = "" if type_.endswith(("?", "]")) else f" ?? {name}"
    return f"{name} = reader.{reader}({what}){rest}"
