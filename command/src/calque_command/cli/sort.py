"""`calque sort`."""

from __future__ import annotations

from pathlib import Path

import click

from ..checks import find_files
from . import parameters
from .fix import document_of, put_in_order, save
from .settings import read_settings


@click.command(
    epilog="""\b
Examples:
  calque sort locales
  calque sort locales --like en
  calque sort locales --check
"""
)
@click.argument("folder", type=parameters.INPUT)
@click.option(
    "--like", metavar="LANG", help="Use the order of this language. [default: names]"
)
@click.option(
    "--check",
    is_flag=True,
    help="Change nothing; exit with 1 if keys are out of order.",
)
@parameters.dry_run
def sort(folder: Path, like: str | None, check: bool, dry_run: bool) -> int:
    """Sort the keys of catalogs by name, or as in one language.

    `-` sorts a catalog from standard input to standard output.
    """
    sources = [
        place.read() for place in find_files(folder, read_settings(folder).load_path)
    ]
    models = {
        source.namespace: source.tree for source in sources if source.language == like
    }
    if like and not models:
        raise click.UsageError(f"{folder}: there is no catalog of {like!r}")
    changed = False
    for source in sources:
        document = document_of(source)
        model = models.get(source.namespace, {}) if like else None
        put_in_order(document, document.root, model)
        changed |= save(source, document, check or dry_run)
    return int(check and changed)
