"""The rules, which are in rules.toml, and what they find."""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


SEVERITIES = ("note", "warning", "error")


@dataclass(slots=True)
class Finding:
    """One fault of a catalog or a text.

    `line` and `column` (in code points) count from 1 and are 0 without a file.
    `start` and `end` are offsets in code points of the text that is at fault, and -1
    when the finding is about the text as a whole.
    """

    rule: str
    severity: str
    language: str
    key: str
    message: str
    namespace: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    start: int = -1
    end: int = -1


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


@cache
def known_names() -> dict[str, Any]:
    """The names of languages and tags in known.toml."""
    return read_toml(Path(__file__).with_name("known.toml"))


_TABLE = read_toml(Path(__file__).with_suffix(".toml"))
RULES = {name: Rule(name, **rule) for name, rule in _TABLE.items()}
