"""`calque diff`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from ..checks.files import visible
from ..exchange import read_catalog
from . import parameters
from .console import say_json

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}
_COLOURS = {"added": "green", "removed": "red", "changed": "yellow"}


@click.command(
    epilog="""\b
Examples:
  calque diff old/en.json new/en.json
  calque diff locales/pl.json pl.po --format json
"""
)
@click.argument("old", type=parameters.CATALOG)
@click.argument("new", type=parameters.CATALOG)
@parameters.text_or_json
def command(old: Path, new: Path, report: str) -> int:
    """Compare two catalogs, key by key. The exit code is 1 when they differ."""
    from ..exchange.i18next import flat_values  # noqa: PLC0415 (an extra)

    changes = compare(flat_values(read_catalog(old)), flat_values(read_catalog(new)))
    if report == "json":
        say_json(changes)
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        for change in changes:
            text = visible(_line(change))
            click.echo(
                click.style(text, fg=_COLOURS[change["change"]]) if colour else text
            )
    return int(bool(changes))


def compare(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Keys that were added, removed or changed, in the order of the new catalog."""
    changes: list[dict[str, Any]] = []
    for key, value in new.items():
        if key not in old:
            changes.append({"change": "added", "key": key, "new": value})
        elif old[key] != value:
            changes.append(
                {"change": "changed", "key": key, "old": old[key], "new": value}
            )
    changes += [
        {"change": "removed", "key": key, "old": value}
        for key, value in old.items()
        if key not in new
    ]
    return changes


def _line(change: dict[str, Any]) -> str:
    texts = [repr(change[name]) for name in ("old", "new") if name in change]
    return f"{_SIGNS[change['change']]} {change['key']}: {' -> '.join(texts)}"
