"""`calque keys`."""

from __future__ import annotations

from pathlib import Path

import click

from ..checks import read_source, with_format
from .console import counted
from .fix import write_file
from .key_names import read_keys
from .key_writers import WRITERS
from .project import FORMATS
from .settings import read_settings


@click.command(
    epilog="""\b
Examples:
  calque keys locales/en.json --for c --output keys.h
  calque keys locales/en.json --for python --output i18n_keys.pyi
  calque keys locales/en.json --for typescript --output keys.ts --check
"""
)
@click.argument("catalog", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--for",
    "language",
    required=True,
    type=click.Choice(list(WRITERS)),
    help="Language of the code.",
)
@click.option("--output", type=click.Path(path_type=Path), help="Write it to a file.")
@click.option("--namespace", default="", help="Put before the keys, as NAMESPACE:key.")
@click.option("--check", is_flag=True, help="Exit with 1 when the file differs.")
@click.option(
    "--catalog-format",
    type=click.Choice(FORMATS),
    help="Format of the catalog. [default: told from it]",
)
def command(
    catalog: Path,
    language: str,
    output: Path | None,
    namespace: str,
    check: bool,
    catalog_format: str | None,
) -> int:
    """Write constants and typed functions for the keys of a catalog, with the
    parameters of each message.
    """
    options = read_settings(catalog.parent).check_options(catalog_format)
    source = read_source(catalog, "en", "translation", separator=options.key_separator)
    keys = read_keys(source, with_format(options, [source]), namespace)
    text = WRITERS[language](keys)
    if output is None:
        click.echo(text, nl=False)
        return 0
    if check:
        same = output.exists() and output.read_text("utf-8") == text
        if not same:
            click.echo(f"{output} is not up to date", err=True)
        return int(not same)
    write_file(output, text)
    click.echo(f"{output}: {counted(len(keys), 'key')}", err=True)
    return 0
