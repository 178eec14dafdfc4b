"""Parameters that several commands have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from .project import FORMATS, OTHERS, Project, load_project

Load = Callable[[], Project]

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
languages = click.option(
    "--lang", "languages", multiple=True, help="Read only these languages."
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


def of_project(function: Callable[..., Any]) -> Callable[..., Any]:
    """The folder of catalogs and how it is read; the command gets what reads it."""

    @wraps(function)
    def command(
        folder: Path | None,
        source: str | None,
        catalog_format: str | None,
        load_path: str | None,
        languages: tuple[str, ...],
        **given: Any,
    ) -> Any:
        how = folder, source, catalog_format, load_path, languages
        return function(load=partial(load_project, *how), **given)

    for parameter in (
        load_path, catalog_format, languages, source_language, project_folder,
    ):  # fmt: skip
        command = parameter(command)
    return command
