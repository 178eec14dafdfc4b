"""A translator over a folder or a catalog file for one question; its parameters."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..catalog import Catalog
from ..checks import Source, detect_format
from ..translator import Translator
from .compiling import read_resources
from .project import FORMATS

_PARAMETERS = (
    click.argument("catalogs", type=click.Path(exists=True, path_type=Path)),
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
        help="Format of the catalogs. [default: told from them]",
    ),
    click.option("--options", help="Init options of the translator, as JSON."),
    click.option(
        "--load-path", help='Where catalogs lie, such as "{{lng}}/{{ns}}.json".'
    ),
)


def lookup_parameters(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the parameters of one question: catalogs, key, variables."""
    for parameter in reversed(_PARAMETERS):
        function = parameter(function)
    return function


def open_translator(
    path: Path,
    lng: str | None,
    fallback: str,
    catalog_format: str,
    options: str | None,
    load_path: str | None = None,
) -> Translator:
    """A translator for the catalogs of a folder, or a file that was compiled."""
    given: dict[str, Any] = json.loads(options) if options else {}
    if path.is_file() and path.suffix != ".json":
        return _compiled(path, lng, fallback, given)
    resources = read_resources(path, load_path)
    if catalog_format == "auto":
        catalog_format = detect_format(
            Source(language, tree=tree)
            for language, trees in list(resources.items())[:4]
            for tree in trees.values()
        )
    spaces = sorted({ns for trees in resources.values() for ns in trees})
    names = _names(catalog_format)
    given.setdefault("ns", spaces)
    given.setdefault(names["lng"], lng or fallback)
    given.setdefault(names["fallback"], fallback)
    given[names["resources"]] = resources
    return Translator(format=catalog_format, options=given)


def _compiled(
    path: Path, lng: str | None, fallback: str, given: dict[str, Any]
) -> Translator:
    with Catalog(path) as catalog:
        told = catalog.describe()
        names = _names(told["format"])
        given.setdefault(names["lng"], lng or fallback)
        given.setdefault(names["fallback"], fallback)
        translator = Translator(
            format=told["format"], options={**(told.get("options") or {}), **given}
        )
        translator.add_catalog(catalog)
    return translator


def _names(catalog_format: str) -> dict[str, str]:
    if catalog_format == "ios":
        return {
            "lng": "lang", "fallback": "fallbackLang", "resources": "resourcesStore",
        }  # fmt: skip
    resources = "resStore" if catalog_format == "v1" else "resources"
    return {"lng": "lng", "fallback": "fallbackLng", "resources": resources}


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
