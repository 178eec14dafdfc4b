#!/usr/bin/env python3
"""Writes docs/checks.md, a section for each rule of `calque check`.

Without arguments the file is written; with --check it is compared, and the exit code
is 1 when it differs.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from generated_source import write_or_check

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "checks.md"
RULES = ROOT / "command" / "src" / "calque_command" / "checks" / "rules.py"


def page() -> str:
    """The page. The rules are read by themselves: no library is needed."""
    spec = importlib.util.spec_from_file_location("rules", RULES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["rules"] = module
    spec.loader.exec_module(module)
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
    for rule in module.RULES.values():
        lines.append(f"| [`{rule.id}`](#{rule.id}) | {rule.severity} | {rule.title} |")
    for rule in module.RULES.values():
        lines += ["", f"## {rule.id}", "", f"{rule.title} ({rule.severity}).", ""]
        lines += [rule.page, "", f"    {rule.example}"]
        if rule.fix:
            lines += ["", f"`--fix` {rule.fix}."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {PAGE: page()}))
