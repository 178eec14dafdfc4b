"""`calque describe`."""

from __future__ import annotations

from pathlib import Path

import click

from calque.catalog import Catalog

from . import parameters
from .console import say_json


@click.command(epilog="\b\nExample:\n  calque describe app.calque\n")
@click.argument("file", type=parameters.CATALOG)
def command(file: Path) -> None:
    """Describe a catalog file: its format, options and bundles, as JSON."""
    with Catalog(file) as catalog:
        say_json(catalog.describe())
