"""`calque sort`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..checks import Source, find_files
from . import parameters
from .console import say
from .fix import in_order, write_json


@click.command(
    epilog="""\b
Examples:
  calque sort locales
  calque sort locales --like en
  calque sort locales --check
"""
)
@click.argument("folder", type=parameters.EXISTING)
@click.option(
    "--like", metavar="LANG", help="Use the order of this language. [default: names]"
)
@click.option(
    "--check",
    is_flag=True,
    help="Change nothing; exit with 1 if keys are out of order.",
)
def command(folder: Path, like: str | None, check: bool) -> int:
    """Sort the keys of catalogs by name, or as in one language."""
    sources = [place.read() for place in find_files(folder)]
    models = {
        source.namespace: source.tree for source in sources if source.language == like
    }
    if like and not models:
        raise click.UsageError(f"{folder}: there is no catalog of {like!r}")
    unordered = [source for source in sources if _sort(source, models, like, check)]
    for source in unordered:
        say(source.file)
    return int(check and bool(unordered))


def _sort(
    source: Source, models: dict[str, dict[str, Any]], like: str | None, check: bool
) -> bool:
    if source.has_duplicates:
        raise ValueError(f"{source.file} has duplicate members, which would be lost")
    model = models.get(source.namespace, {})
    tree = in_order(source.tree, model) if like else _by_name(source.tree)
    if list(_names(tree)) == list(_names(source.tree)):
        return False
    if not check:
        write_json(Path(source.file), tree, source.content)
    return True


def _by_name(node: Any) -> Any:
    if isinstance(node, dict):
        return {name: _by_name(node[name]) for name in sorted(node)}
    return node


def _names(node: Any) -> Any:
    if isinstance(node, dict):
        for name, value in node.items():
            yield name
            yield from _names(value)
