"""Parameters that several commands have in common."""

from collections.abc import Callable, Iterable
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from .project import FORMATS, OTHERS, Project, load_project

Load = Callable[[], Project]
Function = Callable[..., Any]
Decorator = Callable[[Function], Function]

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
CATALOG = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)
NEW = click.Path(path_type=Path)
INPUT = click.Path(exists=True, allow_dash=True, path_type=Path)


def option(names: str, help: str = "", type: Any = None, **how: Any) -> Decorator:
    """An option: its names and that of its argument, what it does, and its type."""
    return click.option(*names.split(), help=help, type=type, **how)


def choice(names: str, among: Iterable[str], help: str = "", **how: Any) -> Decorator:
    """An option with one of several values."""
    return option(names, help, click.Choice([*among]), **how)


def flag(names: str, help: str, **how: Any) -> Decorator:
    """An option without a value."""
    return option(names, help, is_flag=True, **how)


project_folder = click.argument("folder", required=False, type=INPUT)
source_language = option("--source", "Source language. [default: en]", metavar="LANG")
catalog_format = choice(
    "--catalog-format", [*FORMATS, *OTHERS], "Their format. [default: detected]"
)
load_path = option(
    "--load-path", 'Layout of the folder, such as "{{lng}}/{{ns}}.json".'
)
languages = option("--lang languages", "Read only these languages.", multiple=True)
init_options = option("--options", "Init options of translators, as JSON.")
dry_run = flag("--dry-run", "Say what would be written, but write nothing.")
output = option("--output", "Write to this file.", NEW)
text_or_json = choice("--format report", ["text", "json"], default="text")
key_functions = option(
    "--function functions",
    "A function that takes a key, or NAME:2 for its second argument.",
    multiple=True,
)
_PROJECT: dict[str, Decorator] = {
    "folder": project_folder, "source": source_language, "languages": languages,
    "catalog_format": catalog_format, "load_path": load_path,
}  # fmt: skip


def of_project(function: Function) -> Function:
    """The folder of catalogs and how it is read; the command gets what reads it."""

    @wraps(function)
    def command(**given: Any) -> Any:
        how = {name: given.pop(name) for name in _PROJECT}
        return function(load=partial(load_project, **how), **given)

    made: Function = command
    for parameter in reversed(_PROJECT.values()):
        made = parameter(made)
    return made
