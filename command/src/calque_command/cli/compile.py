"""`calque compile`."""

from __future__ import annotations

from pathlib import Path

import click

from . import parameters
from .compiling import compile_folder
from .console import counted, say


@click.command(epilog="\b\nExample:\n  calque compile locales app.calque --format v4\n")
@click.argument("folder", type=parameters.EXISTING)
@click.argument("file", type=parameters.NEW)
@parameters.compiled_format
@parameters.init_options
@parameters.load_path
@click.option(
    "--locale-data",
    type=parameters.CATALOG,
    help="Put in what this file of locale data has about the languages.",
)
def command(
    folder: Path,
    file: Path,
    catalog_format: str,
    options: str | None,
    load_path: str | None,
    locale_data: Path | None,
) -> None:
    """Compile the JSON catalogs of a folder into a catalog file."""
    resources = compile_folder(
        folder, file, catalog_format, options, load_path, locale_data
    )
    bundles = sum(map(len, resources.values()))
    say(f"{file}: {counted(len(resources), 'language')}, {counted(bundles, 'bundle')}")
