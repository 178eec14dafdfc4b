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
from .parameters import argument, choice, command, option, together
from .project import FORMATS


@command("locales app.calque --format v4")
def compile(
    folder: Path = argument(parameters.INPUT),
    file: Path = argument(parameters.NEW),
    format: str = choice(FORMATS[1:], default="v4"),
    options: str | None = parameters.OPTIONS,
    load_path: str | None = parameters.LOAD_PATH,
    locale_data: Path | None = option("Add data of this file.", parameters.FILE),
    dry_run: bool = parameters.DRY_RUN,
) -> None:
    """Compile the JSON catalogs of a folder into a catalog file.

    `qqq`, the language of notes for translators, is left out.
    """
    resources = _read_resources(folder, load_path, "en")
    resources.pop(NOTES, None)
    how: Any = {"format": format, "options": options}
    if locale_data is None or dry_run:
        made = compile_catalog(resources, **how)
        write_file(Path("/dev/null") if dry_run else file, made)
    else:
        how["locale_data"] = LocaleData(locale_data)
        compile_catalog_file(file, resources, **how)
    bundles = sum(map(len, resources.values()))
    say(f"{file}: {counted(len(resources), 'language')}, {counted(bundles, 'bundle')}")


@command("app.calque")
def describe(file: Path = argument(parameters.FILE)) -> None:
    """Describe a catalog file, as JSON: format, options, bundles."""
    with Catalog(file) as catalog:
        click.echo(json_text(catalog.describe()), nl=False)


def _read_resources(folder: Path, load_path: str | None, lang: str) -> dict[str, Any]:
    """Language -> namespace -> tree of a folder; standard input is of the language."""
    resources: dict[str, dict[str, Any]] = {}
    for place in find_files(folder, load_path):
        bundles = resources.setdefault(place.language or lang, {})
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


def open_translator(
    catalogs: Path,
    lang: str | None,
    fallback: str,
    format: str = "auto",
    options: str | None = None,
    load_path: str | None = None,
) -> Translator:
    """A translator for the catalogs of a folder, or for a compiled file."""
    given: dict[str, Any] = json.loads(options) if options else {}
    languages = lang or fallback, fallback
    if catalogs.is_file() and catalogs.suffix != ".json":
        with Catalog(catalogs) as catalog:
            found = catalog.describe()
            own = found.get("options")
            translator = translator_of(found["format"], *languages, given, None, own)
            translator.add_catalog(catalog)
            return translator
    resources = _read_resources(catalogs, load_path, languages[0])
    if format == "auto":
        format = detect_format(
            Source(language, tree=tree)
            for language, trees in list(resources.items())[:4]
            for tree in trees.values()
        )
    given.setdefault("ns", sorted({ns for each in resources.values() for ns in each}))
    return translator_of(format, *languages, given, resources)


_TRANSLATOR = together(
    open_translator,
    catalogs=argument(parameters.INPUT),
    lang=option("Language. [default: the fallback]"),
    fallback=option("Fallback language.", default="en"),
    format=choice(FORMATS, "Their format.", default="auto"),
    options=parameters.OPTIONS,
    load_path=parameters.LOAD_PATH,
)
_VARIABLES = argument(nargs=-1, metavar="[NAME=VALUE]...")


@command("locales file --lang pl count=2", "app.calque menu.open --lang de")
def translate(
    load: Callable[[], Translator] = _TRANSLATOR,
    key: str = argument(),
    variables: tuple[str, ...] = _VARIABLES,
) -> int:
    """Translate a key. The exit code is 1 if no catalog has it.

    CATALOGS is a folder of JSON files, a compiled file, or `-` for one of --lang.
    """
    given = _variables(variables)
    with load() as translator:
        text = str(translator.t(key, given))
        lines = text.split("\n")
        click.echo("\n".join(map(visible, lines)) if sys.stdout.isatty() else text)
        return 0 if translator.exists(key, given) else 1


@command("locales file --lang pl count=2", "app.calque menu.open --lang de")
def explain(
    load: Callable[[], Translator] = _TRANSLATOR,
    key: str = argument(),
    variables: tuple[str, ...] = _VARIABLES,
) -> None:
    """Explain why a key has its translation.

    It prints the candidates, and the one that was used. CATALOGS is a folder of JSON
    files, a compiled file, or `-` for one of --lang.
    """
    with load() as translator:
        found = translator.explain(key, _variables(variables))
        click.echo(json_text(found), nl=False)
