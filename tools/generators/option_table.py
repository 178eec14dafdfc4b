"""The table of options, tools/generators/options.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomllib  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("ios", "v1", "modern")
ENTRY = re.compile(
    r"(?P<name>[\w.]+): (?P<type>[a-z-]+\??)(?: (?P<largest>\d+))?"
    r"(?: > (?P<not>!)?(?P<property>[\w.]+))?(?: \| (?P<note>.+))?"
)


@dataclass(frozen=True)
class Option:
    """An option of a format, or a note in its place."""

    name: str
    type: str = ""
    largest: int = 0
    property: str = ""
    is_opposite: bool = False
    note: str = ""

    @classmethod
    def read(cls, entry: str) -> Option:
        if entry.startswith("= "):
            return cls("", note=entry[2:])
        found = ENTRY.fullmatch(entry)
        if found is None:
            raise ValueError(f"options.toml: {entry}")
        return cls(
            found["name"],
            found["type"],
            int(found["largest"] or 0),
            found["property"] or "",
            bool(found["not"]),
            found["note"] or "",
        )


class Row:
    """A line of a table of docs/options.md."""

    def __init__(self, row: dict[str, Any]):
        self.what: str = row["what"]
        self.default: str = row.get("default", "")
        self.cells = {
            family: [Option.read(entry) for entry in (*row.get("all", ()), *own)]
            for family in FAMILIES
            for own in [row.get(family, ())]
        }


TABLE = tomllib.loads(
    (ROOT / "tools" / "generators" / "options.toml").read_text("utf-8")
)
INIT = [Row(row) for row in TABLE["init"]]
CALL = [Row(row) for row in TABLE["call"]]
LIMITS: list[dict[str, Any]] = TABLE["limit"]
LOADING = {
    family: [Option.read(entry) for entry in entries]
    for family, entries in TABLE["loading"].items()
}
PROPERTIES: list[dict[str, str]] = TABLE["property"]
INITIAL: dict[str, Any] = TABLE["initial"]
FOREIGN: list[str] = TABLE["foreign"]["names"]


def options(rows: list[Row], family: str) -> list[Option]:
    """The options of a family of formats, in order."""
    return [option for row in rows for option in row.cells[family] if option.name]
