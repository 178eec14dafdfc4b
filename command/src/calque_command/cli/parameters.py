"""Commands of functions: each parameter has its option or argument as its default."""

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click

from .project import FORMATS, OTHERS, Project, load_project

Load = Callable[[], Project]

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)
NEW = click.Path(path_type=Path)
INPUT = click.Path(exists=True, allow_dash=True, path_type=Path)


def argument(type: Any = None, **how: Any) -> Any:
    """A positional argument."""
    return lambda name: click.Argument([name], type=type, **how)


def option(help: str = "", type: Any = None, **how: Any) -> Any:
    """An option with a value."""

    def made(name: str) -> click.Parameter:
        spelt = "--" + name.strip("_").replace("_", "-")
        return click.Option([spelt, name], help=help, type=type, **how)

    return made


def choice(among: Iterable[str], help: str = "", **how: Any) -> Any:
    """An option with one of several values."""
    return option(help, click.Choice([*among]), **how)


def flag(help: str) -> Any:
    """An option without a value."""
    return option(help, is_flag=True)


DRY_RUN = flag("Say what would be written, but write nothing.")
OPTIONS = option("Init options of translators, as JSON.")
LOAD_PATH = option('Layout of the folder, such as "{{lng}}/{{ns}}.json".')
OUTPUT = option("Write to this file.", NEW)
TEXT_OR_JSON = choice(["text", "json"], default="text")
FUNCTION = option("A function that takes keys: NAME, NAME:2 as second.", multiple=True)
FOLDER = argument(INPUT, required=False)
SOURCE = option("Source language. [default: en]", metavar="LANG")


def together(make: Callable[..., Any], **declared: Any) -> Any:
    """Parameters of which the function gets what calls `make` with their values."""
    return make, declared


PROJECT = together(
    load_project,
    folder=FOLDER,
    source=SOURCE,
    catalog_format=choice([*FORMATS, *OTHERS], "Their format. [default: detected]"),
    load_path=LOAD_PATH,
    lang=option("Read only these languages.", multiple=True),
)


def command(*examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command of a function, with examples of what may follow its name."""

    def made(function: Callable[..., Any]) -> click.Command:
        declared: dict[str, Any] = {}
        groups = {}
        for name, parameter in inspect.signature(function).parameters.items():
            if isinstance(parameter.default, tuple):
                groups[name] = parameter.default
                declared |= parameter.default[1]
            else:
                declared[name] = parameter.default

        def run(**given: Any) -> Any:
            for name, (make, parts) in groups.items():
                given[name] = partial(make, **{part: given.pop(part) for part in parts})
            return function(**given)

        name = function.__name__
        lines = (f"\n  calque {name} {example}" for example in examples)
        return click.Command(
            name,
            callback=run,
            params=[make(parameter) for parameter, make in declared.items()],
            help=inspect.getdoc(function),
            epilog=f"\b\nExamples:{''.join(lines)}",
        )

    return made
