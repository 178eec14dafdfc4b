"""Commands that look up one key in a folder of catalogs or a catalog file."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from calque._options import InitNames
from calque.catalog import Catalog
from calque.formats import Format
from calque.translator import Translator

from ..checks import Source, detect_format
from . import parameters
from .compiling import read_resources
from .project import FORMATS

_PARAMETERS = (
    click.argument("catalogs", type=parameters.EXISTING),
    click.argument("key"),
    click.argument("variables", nargs=-1, metavar="[NAME=VALUE]..."),
    click.option("--lang", "lng", help="Language. [default: the fallback]"),
    click.option(
        "--fallback", default="en", show_default=True, help="Fallback language."
    ),
    click.option(
        "--format",
        "catalog_format",
        type=click.Choice(FORMATS),
        default="auto",
        help="Format of the catalogs. [default: detected]",
    ),
    parameters.init_options,
    parameters.load_path,
)

Answer = Callable[[Translator, str, dict[str, Any]], int]


def lookup_command(epilog: str) -> Callable[[Answer], click.Command]:
    """Make a command of a function that looks up a key.

    The function receives a translator over the catalogs, the key and the variables, and
    returns the exit code.
    """

    def decorate(answer: Answer) -> click.Command:
        @wraps(answer)
        def command(key: str, variables: tuple[str, ...], **where: Any) -> int:
            given = read_variables(variables)
            with open_translator(**where) as translator:
                return answer(translator, key, given)

        for parameter in reversed(_PARAMETERS):
            command = parameter(command)
        return click.command(epilog=epilog)(command)

    return decorate


def open_translator(
    catalogs: Path,
    lng: str | None,
    fallback: str,
    catalog_format: str,
    options: str | None,
    load_path: str | None = None,
) -> Translator:
    """A translator for the catalogs of a folder, or for a compiled file."""
    given: dict[str, Any] = json.loads(options) if options else {}
    if catalogs.is_file() and catalogs.suffix != ".json":
        return _compiled(catalogs, lng, fallback, given)
    resources = read_resources(catalogs, load_path)
    if catalog_format == "auto":
        catalog_format = detect_format(
            Source(language, tree=tree)
            for language, trees in list(resources.items())[:4]
            for tree in trees.values()
        )
    spaces = sorted({ns for trees in resources.values() for ns in trees})
    given.setdefault("ns", spaces)
    given[InitNames.of(Format.named(catalog_format)).resources] = resources
    return _translator(catalog_format, lng, fallback, given, {})


def _compiled(
    path: Path, lng: str | None, fallback: str, given: dict[str, Any]
) -> Translator:
    with Catalog(path) as catalog:
        told = catalog.describe()
        own = told.get("options") or {}
        translator = _translator(told["format"], lng, fallback, given, own)
        translator.add_catalog(catalog)
    return translator


def _translator(
    format_: str,
    lng: str | None,
    fallback: str,
    given: dict[str, Any],
    own: dict[str, Any],
) -> Translator:
    names = InitNames.of(Format.named(format_))
    languages = {names.language: lng or fallback, names.fallback: fallback}
    return Translator(format=format_, options={**own, **languages, **given})


def read_variables(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Variables of the form name=value; a value that is JSON is taken as such."""
    variables: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"a variable is written NAME=VALUE, not {pair!r}")
        try:
            variables[name] = json.loads(value)
        except ValueError:
            variables[name] = value
    return variables
