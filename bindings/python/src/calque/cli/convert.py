"""`calque convert`."""

from __future__ import annotations

from pathlib import Path

import click

from ..exchange import FORMATS, I18NEXT, Losses, format_of, read_catalog, write_catalog
from . import parameters
from .console import counted

_MISSING = {
    "polib": "gettext",
    "moz": "formats",
}


@click.command(
    epilog="""\b
Examples:
  calque convert locales/pl.json pl.po --source locales/en.json
  calque convert old.json new.json --from v1 --to v4 --lang pl
  calque convert pl.po locales/pl.json
  calque convert locales/de.json res/values-de/strings.xml
"""
)
@click.argument("input", type=parameters.CATALOG)
@click.argument("output", type=parameters.NEW)
@click.option(
    "--from", "from_", type=click.Choice(list(FORMATS)), help="Format of the input."
)
@click.option("--to", type=click.Choice(list(FORMATS)), help="Format of the output.")
@click.option("--lang", default="", help="Language. [default: that of the input]")
@click.option(
    "--source",
    type=parameters.CATALOG,
    help="Catalog of the source language, for formats that contain its texts.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 when anything is lost.")
def command(
    input: Path,
    output: Path,
    from_: str | None,
    to: str | None,
    lang: str,
    source: Path | None,
    strict: bool,
) -> int:
    """Convert a catalog to another format.

    Plural forms are converted by the numbers that they apply to, not by the endings
    of keys. Losses are reported on standard error.
    """
    losses = Losses()
    wanted = to or format_of(output) or "v4"
    try:
        catalog = read_catalog(input, from_, lang, losses)
        known = None
        if source is not None:
            # The source is of the same kind as the input, or i18next's.
            kind = from_ if from_ in I18NEXT else None
            known = read_catalog(source, kind)
            catalog.source_language = known.language
        output.parent.mkdir(parents=True, exist_ok=True)
        write_catalog(catalog, output, wanted, losses, known)
    except ModuleNotFoundError as error:
        extra = _MISSING.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        raise click.UsageError(
            f'this format needs "pip install calque-i18n[{extra}]"'
        ) from None
    for line in losses:
        click.echo(line, err=True)
    told = f", {counted(len(losses), 'warning')}" if losses else ""
    click.echo(f"{output}: {counted(len(catalog.messages), 'message')}{told}", err=True)
    return int(strict and bool(losses))
