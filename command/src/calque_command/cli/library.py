"""`calque compile`, `describe`, `translate` and `explain`: catalogs in the library."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from calque.catalog import Catalog, compile_catalog, compile_catalog_file
from calque.formatter import LocaleData
from calque.translator import Translator

from ..checks import NOTES, Source, detect_format, find_files
from ..checks.files import visible, write_file
from ..checks.plurals import translator_of
from . import parameters
from .console import counted, json_text, say
from .parameters import choice, option
from .project import FORMATS

_LOOKUP = (
    click.argument("catalogs", type=parameters.INPUT),
    click.argument("key"),
    click.argument("variables", nargs=-1, metavar="[NAME=VALUE]..."),
    option("--lang lng", "Language. [default: the fallback]"),
    option("--fallback", "Fallback language.", default="en"),
    choice("--format catalog_format", FORMATS, "Their format.", default="auto"),
    parameters.init_options,
    parameters.load_path,
)
_EPILOG = """\b
Examples:
  calque {0} locales file --lang pl count=2
  calque {0} app.calque menu.open --lang de
"""


@click.command(epilog="\b\nExample:\n  calque compile locales app.calque --format v4\n")
@click.argument("folder", type=parameters.INPUT)
@click.argument("file", type=parameters.NEW)
@choice("--format catalog_format", FORMATS[1:], default="v4")
@parameters.init_options
@parameters.load_path
@option("--locale-data", "Put in what this file of locale data has of the languages.",
        parameters.FILE)  # fmt: skip
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
    resources = _read_resources(folder, load_path)
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


def _command(function: Callable[..., int]) -> click.Command:
    for parameter in reversed(_LOOKUP):
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
    catalog_format: str = "auto",
    options: str | None = None,
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
    resources = _read_resources(catalogs, load_path, languages[0])
    if catalog_format == "auto":
        catalog_format = detect_format(
            Source(language, tree=tree)
            for language, trees in list(resources.items())[:4]
            for tree in trees.values()
        )
    given.setdefault("ns", sorted({ns for each in resources.values() for ns in each}))
    return translator_of(catalog_format, *languages, given, resources)


def _read_resources(
    folder: Path, load_path: str | None = None, language: str = "en"
) -> dict[str, Any]:
    """Language -> namespace -> tree of a folder; standard input is of the language."""
    resources: dict[str, dict[str, Any]] = {}
    for place in find_files(folder, load_path):
        bundles = resources.setdefault(place.language or language, {})
        bundles[place.namespace] = place.read().tree
    if not resources:
        raise ValueError(f"{folder}: there are no catalogs")
    return resources


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
