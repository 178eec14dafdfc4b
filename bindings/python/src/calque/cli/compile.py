"""`calque compile`."""

from __future__ import annotations

from pathlib import Path

import click

from . import parameters
from .compiling import compile_folder
from .console import counted


@click.command(epilog="\b\nExample:\n  calque compile locales app.calque --format v4\n")
@click.argument("folder", type=parameters.EXISTING)
@click.argument("file", type=parameters.NEW)
@parameters.compiled_format
@parameters.init_options
@parameters.load_path
def command(
    folder: Path,
    file: Path,
    catalog_format: str,
    options: str | None,
    load_path: str | None,
) -> None:
    """Compile the JSON catalogs of a folder into a catalog file."""
    resources = compile_folder(folder, file, catalog_format, options, load_path)
    bundles = sum(map(len, resources.values()))
    click.echo(
        f"{file}: {counted(len(resources), 'language')}, {counted(bundles, 'bundle')}"
    )
