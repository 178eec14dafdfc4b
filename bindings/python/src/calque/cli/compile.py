"""`calque compile`."""

from __future__ import annotations

from pathlib import Path

import click

from .compiling import compile_folder
from .console import counted
from .project import FORMATS


@click.command(epilog="\b\nExample:\n  calque compile locales app.calque --format v4\n")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format", "catalog_format", type=click.Choice(FORMATS[1:]), default="v4"
)
@click.option("--options", help="Init options of the translators, as JSON.")
@click.option("--load-path", help='Where catalogs lie, such as "{{lng}}/{{ns}}.json".')
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
