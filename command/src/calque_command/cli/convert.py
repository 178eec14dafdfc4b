"""`calque convert`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..checks.places import is_tag
from ..exchange import (
    FORMATS,
    I18NEXT,
    Losses,
    add_notes,
    format_of,
    language_of,
    notes_of,
    read_catalog,
    write_catalog,
)
from ..exchange.sources import FilePlace, find_catalogs
from . import parameters
from .console import counted, note

if TYPE_CHECKING:
    from ..exchange.catalog import Catalog

# Where the catalogs of a folder go, by format; others are `LANG/NAMESPACE.END`.
_LAYOUTS = {
    "android": "values-{lng}/{ns}.xml",
    "strings": "{lng}.lproj/{ns}.strings",
    "xcstrings": "{ns}.xcstrings",
    "mo": "{lng}/LC_MESSAGES/{ns}.mo",
    "webext": "_locales/{lng}/{ns}.json",
}


@click.command(
    epilog="""\b
Examples:
  calque convert locales/pl.json pl.po --source locales/en.json
  calque convert old.json new.json --from v1 --to v4 --lang pl
  calque convert pl.po locales/pl.json --notes locales/qqq.json
  calque convert locales res --to android --source en
  calque convert - - --from po --to v4 < pl.po
"""
)
@click.argument("input", type=parameters.INPUT)
@click.argument("output", type=parameters.NEW)
@click.option(
    "--from", "from_", type=click.Choice(list(FORMATS)), help="Format of the input."
)
@click.option("--to", type=click.Choice(list(FORMATS)), help="Format of the output.")
@click.option("--lang", default="", help="Language. [default: that of the input]")
@click.option(
    "--source",
    help="Catalog of the source language, for formats that contain its texts; the "
    "language, for a folder.",
)
@click.option(
    "--notes",
    type=parameters.NEW,
    help="Catalog of notes for translators (qqq.json): read with an input of i18next, "
    "written with an output of it.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 when anything is lost.")
@parameters.dry_run
def command(
    input: Path,
    output: Path,
    from_: str | None,
    to: str | None,
    lang: str,
    source: str | None,
    notes: Path | None,
    strict: bool,
    dry_run: bool,
) -> int:
    """Convert a catalog, or all of a folder, to another format.

    Plural forms are converted by the numbers that they apply to, not by the endings
    of keys. Losses are reported on standard error.
    """
    if input.is_dir():
        if to is None:
            raise click.UsageError("a folder needs --to FORMAT")
        return _folder(input, output, from_, to, source or "en", strict, dry_run)
    losses = Losses()
    catalog = read_catalog(input, from_, lang, losses)
    known = None
    if source is not None:
        # The source is of the same kind as the input, or i18next's.
        kind = from_ if from_ in I18NEXT else None
        known = read_catalog(_existing(source), kind)
        catalog.source_language = known.language
    wanted = to or format_of(output) or "v4"
    _convert_notes(catalog, wanted, notes, dry_run)
    _write(catalog, output, wanted, losses, known, dry_run)
    _report(losses)
    _say(output, len(catalog.entries), losses)
    return int(strict and bool(losses))


def _existing(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise click.UsageError(f"there is no file {name!r}")
    return path


def _convert_notes(
    catalog: Catalog, wanted: str, notes: Path | None, dry_run: bool
) -> None:
    if notes is None:
        return
    if catalog.format in I18NEXT:
        add_notes(catalog, read_catalog(notes))
    elif wanted in I18NEXT and not dry_run:
        write_catalog(notes_of(catalog), notes, "v4", Losses())


def _write(
    catalog: Catalog,
    output: Path,
    wanted: str,
    losses: Losses,
    known: Catalog | None,
    dry_run: bool,
) -> None:
    if dry_run:
        output = Path("/dev/null")
    elif str(output) != "-":
        output.parent.mkdir(parents=True, exist_ok=True)
    write_catalog(catalog, output, wanted, losses, known)


def _folder(
    folder: Path,
    output: Path,
    from_: str | None,
    to: str,
    source: str,
    strict: bool,
    dry_run: bool,
) -> int:
    places = [
        place
        for place in find_catalogs(folder, from_)
        if is_tag(place.language) or language_of(place.path)
    ]
    if not places:
        raise click.UsageError(f"{folder}: there are no catalogs")
    known: dict[str, Catalog] = {}
    for place in places:
        if place.language == source:
            known[place.namespace] = place.catalog(Losses())
    lost = 0
    for place in places:
        losses = Losses()
        catalog = place.catalog(losses)
        catalog.source_language = source
        layout = _LAYOUTS.get(to, "{lng}/{ns}" + FORMATS[to])
        if to == "android" and place.language == source:
            layout = "values/{ns}.xml"
        names = {"lng": place.language, "ns": _namespace(place, to)}
        path = output / layout.format_map(names)
        _write(catalog, path, to, losses, known.get(place.namespace), dry_run)
        _report(losses, f"{place.path}: ")
        _say(path, len(catalog.entries), losses)
        lost += len(losses)
    return int(strict and lost > 0)


def _namespace(place: FilePlace, to: str) -> str:
    if to == "webext":
        return "messages"
    return "strings" if to == "android" and place.namespace == "translation" else (
        place.namespace
    )  # fmt: skip


def _report(losses: Losses, before: str = "") -> None:
    for line in losses:
        note(before + line)


def _say(path: Path, messages: int, losses: Losses) -> None:
    told = f", {counted(len(losses), 'warning')}" if losses else ""
    note(f"{path}: {counted(messages, 'message')}{told}")
