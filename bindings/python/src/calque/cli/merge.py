"""`calque merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..checks import read_source
from . import parameters
from .console import note
from .fix import write_json


@click.command(
    epilog="""\b
Examples:
  calque merge base.json vendor.json --output all.json
  calque merge theirs.json ours.json --output ours.json --prefer last
"""
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=parameters.CATALOG,
)
@click.option("--output", required=True, type=parameters.NEW)
@click.option(
    "--prefer",
    type=click.Choice(["first", "last"]),
    help="The text to keep where catalogs differ. [default: fail]",
)
def command(files: tuple[Path, ...], output: Path, prefer: str | None) -> int:
    """Merge catalogs into one. Keys with different texts are reported as conflicts."""
    merged: dict[str, Any] = {}
    conflicts: list[str] = []
    first = ""
    for file in files:
        source = read_source(file, "und", "translation")
        if source.has_duplicates:
            raise ValueError(f"{file} has duplicate members, which would be lost")
        first = first or source.content
        _merge(merged, source.tree, "", prefer, conflicts)
    for conflict in conflicts:
        note(conflict)
    if conflicts and prefer is None:
        note(f"calque: {output} was not written; see --prefer")
        return 1
    write_json(output, merged, first)
    return 0


def _merge(
    into: dict[str, Any],
    tree: dict[str, Any],
    path: str,
    prefer: str | None,
    conflicts: list[str],
) -> None:
    for name, value in tree.items():
        old = into.get(name)
        if name not in into:
            into[name] = value
        elif isinstance(old, dict) and isinstance(value, dict):
            _merge(old, value, f"{path}{name}.", prefer, conflicts)
        elif old != value:
            conflicts.append(f"{path}{name}: {old!r} or {value!r}")
            if prefer == "last":
                into[name] = value
