"""The description of the interface as pages: what a manual page and a page for
browsers both show, by header.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

# Parts of a text that are names: `code`, #name, call(), header.h.
MARKED = re.compile(r"`([^`]+)`|#(\w+)|\b(calque_\w+)\(\)|\b(\w+)\.h\b")


@dataclass
class Entry:
    """A function, type or group of constants."""

    name: str
    declaration: str
    paragraphs: list[str]
    terms: list[tuple[str, str]] = field(default_factory=list)
    """Parameters, members or constants, each with its comment."""
    facts: list[tuple[str, str]] = field(default_factory=list)
    """Results, waiting, callbacks, threads and version."""


@dataclass
class Page:
    """A header."""

    name: str
    brief: str
    paragraphs: list[str]
    types: list[Entry]
    functions: list[Entry]

    @property
    def title(self) -> str:
        return "calque_" + self.name.removesuffix(".h")


def pages(api: Any) -> list[Page]:
    """A page for each header that calque.h includes."""
    return [
        Page(
            name, text["brief"], text["details"], types(api, name), functions(api, name)
        )
        for name, text in api["headers"].items()
    ]


def declared(type_: str, name: str) -> str:
    """A variable as C declares it."""
    if "(*)" in type_:
        return type_.replace("(*)", f"(*{name})")
    return f"{type_}{'' if type_.endswith('*') else ' '}{name}"


def prototype(function: Any, name: str, result: str) -> str:
    parts = [declared(part["type"], part["name"]) for part in function["parameters"]]
    head = f"{declared(result, name)}("
    line, lines = head, []
    for at, part in enumerate(parts or ["void"]):
        last = at + 1 >= len(parts)
        added = part + (");" if last else ", ")
        if len(line) + len(added) > 78:
            lines.append(line.rstrip())
            line = "    "
        line += added
    return "\n".join([*lines, line])


def functions(api: Any, header: str) -> list[Entry]:
    found = []
    for each in api["functions"]:
        if each["header"] != header:
            continue
        result = each["returns"]
        facts = [
            ("Returns", result.get("doc", "")),
            ("Waits", each["blocks"]),
            ("Calls back", each["calls_back"]),
            ("Threads", each["threadsafety"]),
            ("Since", each["since"]),
        ]
        found.append(
            Entry(
                each["name"],
                prototype(each, each["name"], result["type"]),
                [each["summary"], *each["details"]],
                [(part["name"], part.get("doc", "")) for part in each["parameters"]],
                [(what, text) for what, text in facts if text],
            )
        )
    return found


def types(api: Any, header: str) -> list[Entry]:
    """Opaque types, numbers with their constants, structures, callbacks, constants."""
    found = []
    grouped: set[str] = set()
    for name, each in api["handles"].items():
        if each["header"] == header:
            declaration = f"typedef struct {name} {name};"
            found.append(Entry(name, declaration, [each["doc"]]))
    for name, each in api["enumerations"].items():
        grouped.update(each["constants"])
        if each["header"] == header:
            declaration = f"typedef {each['type']} {name};"
            terms = constants(api, each["constants"])
            found.append(Entry(name, declaration, [each["doc"]], terms))
    for name, each in api["structures"].items():
        if each["header"] == header:
            inside = "".join(
                f"    {declared(m['type'], m['name'])};\n" for m in each["members"]
            )
            declaration = f"typedef struct {name} {{\n{inside}}} {name};"
            terms = [(member["name"], member["doc"]) for member in each["members"]]
            found.append(Entry(name, declaration, [each["doc"]], terms))
    for name, each in api["callbacks"].items():
        if each["header"] == header:
            declaration = "typedef " + prototype(each, f"(*{name})", each["returns"])
            found.append(Entry(name, declaration, [each["doc"]]))
    single = [
        name
        for name, each in api["constants"].items()
        if each["header"] == header and name not in grouped
    ]
    if single:
        found.append(Entry("Constants", "", [], constants(api, single)))
    return found


def constants(api: Any, names: list[str]) -> list[tuple[str, str]]:
    """Names with their numbers."""
    known = api["constants"]
    return [(f"{name} = {known[name]['value']}", known[name]["doc"]) for name in names]
