#!/usr/bin/env python3
"""Writes docs/checks.md, a section for each rule of `calque check`.

Without arguments the file is written; with --check it is compared, and the exit code
is 1 when it differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tomllib  # type: ignore[import-not-found]

from generated_source import write_or_check

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "checks.md"
RULES = ROOT / "command" / "src" / "calque_command" / "checks" / "rules.toml"


def page() -> str:
    """The page."""
    lines = [
        "# Rules of `calque check`",
        "",
        "Written by tools/generators/generate_checks.py. `calque rules` lists the",
        "rules, and `calque rules RULE` shows one. Settings can give a rule another",
        "severity or turn it off; see [command.md](command.md).",
        "",
        "| rule | severity | |",
        "|---|---|---|",
    ]
    rules = tomllib.loads(RULES.read_text("utf-8"))
    for name, rule in rules.items():
        lines.append(f"| [`{name}`](#{name}) | {rule['severity']} | {rule['title']} |")
    for name, rule in rules.items():
        lines += ["", f"## {name}", "", f"{rule['title']} ({rule['severity']}).", ""]
        lines += [rule["page"], "", f"    {rule['example']}"]
        if "fix" in rule:
            lines += ["", f"`--fix` {rule['fix']}."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {PAGE: page()}))
