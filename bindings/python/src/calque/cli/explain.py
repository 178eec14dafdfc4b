"""`calque explain`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .lookup import lookup_parameters, open_translator, read_variables


@click.command(
    epilog="""\b
Examples:
  calque explain locales file --lang pl count=2
  calque explain app.calque menu.open --lang de
"""
)
@lookup_parameters
def command(
    catalogs: Path,
    key: str,
    variables: tuple[str, ...],
    lng: str | None,
    fallback: str,
    catalog_format: str,
    options: str | None,
    load_path: str | None,
) -> int:
    """Explain where a translation comes from: the candidates, and which one won.

    CATALOGS is a folder of JSON files, or a file that was compiled.
    """
    given = read_variables(variables)
    with open_translator(
        catalogs, lng, fallback, catalog_format, options, load_path
    ) as translator:
        told = translator.explain(key, given)
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    return 0
