"""Makes the tables of callbacks and their types from python_hooks.toml."""

from __future__ import annotations

import textwrap
from pathlib import Path

import tomllib  # type: ignore[import-not-found]

TABLE = Path(__file__).with_suffix(".toml")
# What Python sees, by the letters of the table.
ARGUMENTS = {
    "-": "int",
    "t": "str",
    "o": "str | None",
    "k": "str | list[str]",
    "j": "Any",
    "d": "dict[str, Any]",
    "l": "list[Any]",
}
RESULTS = {"": "object", "text": "str | None", "value": "object"}
RESULTS["codes"] = "str | Sequence[str] | None"


def hook_modules(note: str) -> dict[str, str]:
    """Texts of the modules by their names."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    note = note.replace("include/calque", TABLE.name)
    rows = "".join(
        f'    "{name}": ("{row["reads"]}", "{row.get("gives", "")}"),\n'
        for name, row in table.items()
    )
    types = "\n\n".join(_alias(row) for row in table.values() if "type" in row)
    names = sorted(row["type"] for row in table.values() if "type" in row)
    listed = "".join(f'    "{name}",\n' for name in names)
    return {
        "hooks": f'''"""How callbacks read their arguments, and what becomes of results.

{note}
"""

HOOKS = {{
{rows}}}
''',
        "callbacks": f'''"""Types of callbacks.

{note}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

__all__ = [
{listed}]

{types}
''',
    }


def _alias(row: dict[str, str]) -> str:
    letters = row["reads"].lstrip("?!")
    arguments = ", ".join(
        _quoted(ARGUMENTS[letter]) for letter in letters if letter != "a"
    )
    taken = "..." if "a" in letters else f"[{arguments}]"
    result = _quoted(RESULTS[row.get("gives", "")])
    line = f"{row['type']}: TypeAlias = Callable[{taken}, {result}]"
    if len(line) > 88:
        line = line.replace("Callable[", "Callable[\n    ", 1)[:-1] + "\n]"
    doc = textwrap.fill(f'"""{row["doc"].strip()}"""', 88, break_on_hyphens=False)
    return f"{line}\n{doc}"


def _quoted(kind: str) -> str:
    return f'"{kind}"' if "|" in kind or "[" in kind else kind
