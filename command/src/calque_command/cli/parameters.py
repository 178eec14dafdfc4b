"""Parameters that several commands have in common."""

from __future__ import annotations

from pathlib import Path

import click

from .project import FORMATS, OTHERS

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
CATALOG = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)
NEW = click.Path(path_type=Path)
INPUT = click.Path(exists=True, allow_dash=True, path_type=Path)


project_folder = click.argument("folder", required=False, type=INPUT)
source_language = click.option(
    "--source", metavar="LANG", help="Source language. [default: en]"
)
catalog_format = click.option(
    "--catalog-format",
    type=click.Choice([*FORMATS, *OTHERS]),
    help="Format of the catalogs. [default: detected]",
)
load_path = click.option(
    "--load-path", help='Layout of the folder, such as "{{lng}}/{{ns}}.json".'
)
init_options = click.option("--options", help="Init options of translators, as JSON.")
dry_run = click.option(
    "--dry-run", is_flag=True, help="Say what would be written, but write nothing."
)
output = click.option("--output", type=NEW, help="Write to this file.")
text_or_json = click.option(
    "--format", "report", type=click.Choice(["text", "json"]), default="text"
)
key_functions = click.option(
    "--function",
    "functions",
    multiple=True,
    help="A function that takes a key, or NAME:2 for its second argument.",
)
