#!/usr/bin/env python3
"""Checks that Swift has what C has: each function of include/calque-api.json.

usage: check_swift_interface.py

A function is looked for by the names that tools/checks/swift_interface.toml gives: the
type of its noun, and a member whose name is the rest of the function's name in camel
case, unless the table has another. Functions that Swift leaves out on purpose stand
there with the reason.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import tomllib  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[2]
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:public |package |open )?(?:final |indirect )?"
    r"(?:class|struct|enum|protocol|extension) (\w+)",
)
MEMBER = re.compile(
    r"\bpublic (?:[\w()]+ )*?(?:func|var|let|subscript|init|case|static let)\b ?`?(\w*)"
)
CASE = re.compile(r"^ {2}case (\w+)")
NEEDED_BY_C = ("_retain", "_release", "_dispose")


def swift_members() -> dict[str, set[str]]:
    """Public members of each type of the product for Swift, `init` among them."""
    members: dict[str, set[str]] = {}
    for path in sorted((ROOT / "Sources").glob("Calque*/**/*.swift")):
        if path.parts[-2] == "CalqueABI":
            continue
        owner = ""
        for line in path.read_text("utf-8").splitlines():
            if found := TYPE.match(line):
                owner = found[1]
            member = MEMBER.search(line)
            if member and owner:
                name = member[1] or ("init" if "init" in line else "subscript")
                members.setdefault(owner, set()).add(name)
            elif member:
                members.setdefault("", set()).add(member[1])
            elif owner and (case := CASE.match(line)):
                members.setdefault(owner, set()).add(case[1])
    return members


def camel_case(name: str) -> str:
    """`set_default` as `setDefault`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def main() -> int:
    """Report what Swift lacks; 1 when it lacks something."""
    described = json.loads((ROOT / "include/calque-api.json").read_text("utf-8"))
    functions = {function["name"] for function in described["functions"]}
    table = tomllib.loads(
        (ROOT / "tools/checks/swift_interface.toml").read_text("utf-8")
    )
    nouns, named, left_out = table["nouns"], table["named"], table["left_out"]
    members = swift_members()
    problems = []
    for function in sorted(functions):
        name = function.removeprefix("calque_")
        if name in left_out or name.endswith(NEEDED_BY_C):
            continue
        noun = max((n for n in nouns if name.startswith(n + "_")), key=len, default="")
        rest = camel_case(name[len(noun) + 1 :] if noun else name)
        written = named.get(name, f"{nouns.get(noun, '')}.{rest}")
        owner, _, member = written.rpartition(".")
        if member not in members.get(owner, set()):
            problems.append(f"{function}: Swift has no {written}")
    problems += [
        f"{name}: a row for a function that C does not have"
        for name in sorted({*named, *left_out})
        if f"calque_{name}" not in functions
    ]
    for problem in problems:
        print(problem)
    print(f"{max(len(functions) - len(problems), 0)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
