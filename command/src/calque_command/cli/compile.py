"""`calque compile` and `calque describe`: catalog files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from calque.catalog import Catalog, compile_catalog, compile_catalog_file
from calque.formatter import LocaleData

from ..checks import NOTES, find_files
from ..checks.files import write_file
from . import parameters
from .console import counted, json_text, say
from .project import FORMATS


@click.command(epilog="\b\nExample:\n  calque compile locales app.calque --format v4\n")
@click.argument("folder", type=parameters.INPUT)
@click.argument("file", type=parameters.NEW)
@click.option(
    "--format", "catalog_format", type=click.Choice(FORMATS[1:]), default="v4"
)
@parameters.init_options
@parameters.load_path
@click.option(
    "--locale-data",
    type=parameters.FILE,
    help="Put in what this file of locale data has about the languages.",
)
@parameters.dry_run
def compile(
    folder: Path,
    file: Path,
    catalog_format: str,
    options: str | None,
    load_path: str | None,
    locale_data: Path | None,
    dry_run: bool,
) -> None:
    """Compile the JSON catalogs of a folder into a catalog file.

    `qqq`, the language of notes for translators, is left out.
    """
    resources = read_resources(folder, load_path)
    resources.pop(NOTES, None)
    how: Any = {"format": catalog_format, "options": options}
    if locale_data is None or dry_run:
        made = compile_catalog(resources, **how)
        write_file(Path("/dev/null") if dry_run else file, made)
    else:
        how["locale_data"] = LocaleData(locale_data)
        compile_catalog_file(file, resources, **how)
    bundles = sum(map(len, resources.values()))
    say(f"{file}: {counted(len(resources), 'language')}, {counted(bundles, 'bundle')}")


@click.command(epilog="\b\nExample:\n  calque describe app.calque\n")
@click.argument("file", type=parameters.FILE)
def describe(file: Path) -> None:
    """Describe a catalog file, as JSON: format, options, bundles."""
    with Catalog(file) as catalog:
        click.echo(json_text(catalog.describe()), nl=False)


def read_resources(
    folder: Path, load_path: str | None = None, language: str = "en"
) -> dict[str, Any]:
    """Language -> namespace -> tree of a folder; standard input is of the language.

    Raises BrokenFileError, with the file in its message, and ValueError for none.
    """
    resources: dict[str, dict[str, Any]] = {}
    for place in find_files(folder, load_path):
        bundles = resources.setdefault(place.language or language, {})
        bundles[place.namespace] = place.read().tree
    if not resources:
        raise ValueError(f"{folder}: there are no catalogs")
    return resources
