"""`calque translate` and `calque explain`: one key, in a folder or a catalog file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from calque.catalog import Catalog
from calque.translator import Translator

from ..checks import Source, detect_format
from ..checks.files import visible
from ..checks.plurals import translator_of
from . import parameters
from .compile import read_resources
from .console import json_text
from .project import FORMATS

_PARAMETERS = (
    click.argument("catalogs", type=parameters.INPUT),
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
_EPILOG = """\b
Examples:
  calque {0} locales file --lang pl count=2
  calque {0} app.calque menu.open --lang de
"""


def _command(function: Callable[..., int]) -> click.Command:
    for parameter in reversed(_PARAMETERS):
        function = parameter(function)
    return click.command(epilog=_EPILOG.format(function.__name__))(function)


@_command
def translate(key: str, variables: tuple[str, ...], **where: Any) -> int:
    """Translate a key. The exit code is 1 if no catalog has it.

    CATALOGS is a folder of JSON files, a compiled file, or `-` for one of --lang.
    """
    given = _variables(variables)
    with open_translator(**where) as translator:
        text = str(translator.t(key, given))
        lines = text.split("\n")
        click.echo("\n".join(map(visible, lines)) if sys.stdout.isatty() else text)
        return 0 if translator.exists(key, given) else 1


@_command
def explain(key: str, variables: tuple[str, ...], **where: Any) -> int:
    """Explain why a key has its translation.

    It prints the candidates, and the one that was used. CATALOGS is a folder of JSON
    files, a compiled file, or `-` for one of --lang.
    """
    with open_translator(**where) as translator:
        found = translator.explain(key, _variables(variables))
        click.echo(json_text(found), nl=False)
        return 0


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
    languages = lng or fallback, fallback
    if catalogs.is_file() and catalogs.suffix != ".json":
        with Catalog(catalogs) as catalog:
            found = catalog.describe()
            own = found.get("options")
            translator = translator_of(found["format"], *languages, given, None, own)
            translator.add_catalog(catalog)
            return translator
    resources = read_resources(catalogs, load_path, languages[0])
    if catalog_format == "auto":
        catalog_format = detect_format(
            Source(language, tree=tree)
            for language, trees in list(resources.items())[:4]
            for tree in trees.values()
        )
    given.setdefault("ns", sorted({ns for each in resources.values() for ns in each}))
    return translator_of(catalog_format, *languages, given, resources)


def _variables(pairs: tuple[str, ...]) -> dict[str, Any]:
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
