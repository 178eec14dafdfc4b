"""`calque keys`."""

from __future__ import annotations

from pathlib import Path

import click

from ..checks.files import write_file
from . import parameters
from .console import counted, note
from .key_names import read_keys
from .key_writers import WRITERS
from .project import load_catalog


@click.command(
    epilog="""\b
Examples:
  calque keys locales/en.json --for c --output keys.h
  calque keys locales/en.json --for python --output i18n_keys.pyi
  calque keys locales/en.json --for rust --output keys.rs --check
"""
)
@click.argument("catalog", type=parameters.CATALOG)
@click.option(
    "--for",
    "language",
    required=True,
    type=click.Choice(list(WRITERS)),
    help="Language of the code.",
)
@parameters.output
@click.option("--namespace", default="", help="Prepended to the keys: NAMESPACE:key.")
@click.option("--check", is_flag=True, help="Exit with 1 when the file differs.")
@parameters.catalog_format
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
    source, options = load_catalog(catalog, "en", catalog_format)
    keys = read_keys(source, options, namespace)
    text = WRITERS[language](keys)
    if output is None:
        click.echo(text, nl=False)
        return 0
    if check:
        same = output.exists() and output.read_text("utf-8") == text
        if not same:
            note(f"{output} is not up to date")
        return int(not same)
    write_file(output, text)
    note(f"{output}: {counted(len(keys), 'key')}")
    return 0
