"""`calque translate`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .lookup import open_translator, read_variables
from .project import FORMATS


@click.command(
    epilog="""\b
Examples:
  calque translate locales file --lang pl count=2
  calque translate app.calque menu.open --lang de
"""
)
@click.argument("catalogs", type=click.Path(exists=True, path_type=Path))
@click.argument("key")
@click.argument("variables", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--lang", "lng", help="Language. [default: the fallback]")
@click.option("--fallback", default="en", show_default=True, help="Fallback language.")
@click.option(
    "--format",
    "catalog_format",
    type=click.Choice(FORMATS),
    default="auto",
    help="Format of the catalogs. [default: told from them]",
)
@click.option("--options", help="Init options of the translator, as JSON.")
@click.option("--load-path", help='Where catalogs lie, such as "{{lng}}/{{ns}}.json".')
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
    click.echo(value if isinstance(value, str) else json.dumps(value))
    return 0 if known else 1
