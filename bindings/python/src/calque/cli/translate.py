"""`calque translate`."""

from __future__ import annotations

from pathlib import Path

import click

from .lookup import lookup_parameters, open_translator, read_variables


@click.command(
    epilog="""\b
Examples:
  calque translate locales file --lang pl count=2
  calque translate app.calque menu.open --lang de
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
    """Translate a key. The exit code is 1 when no catalog has it.

    CATALOGS is a folder of JSON files, or a file that was compiled.
    """
    given = read_variables(variables)
    with open_translator(
        catalogs, lng, fallback, catalog_format, options, load_path
    ) as translator:
        value = translator.t(key, given)
        known = translator.exists(key, given)
    click.echo(value)
    return 0 if known else 1
