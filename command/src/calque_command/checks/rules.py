"""The rules, which are in rules.toml: ids, severities and pages."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Rule:
    """A rule of `calque check`. `severity` is the default one."""

    id: str
    severity: str
    title: str
    page: str
    example: str
    fix: str = ""


def read_toml(path: Path) -> dict[str, Any]:
    """The table of a TOML file. Raises ValueError."""
    return tomllib.loads(path.read_text("utf-8"))


_TABLE = read_toml(Path(__file__).with_suffix(".toml"))
RULES = {name: Rule(name, **rule) for name, rule in _TABLE.items()}
