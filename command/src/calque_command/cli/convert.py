"""`calque convert`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..checks.places import is_tag
from ..exchange.formats import FORMATS, I18NEXT, TABLE, format_of, language_of
from ..exchange.sources import FilePlace, find_catalogs
from . import parameters
from .console import counted, note
from .parameters import argument, choice, command, flag, option


@command(
    "locales/pl.json pl.po --source locales/en.json",
    "old.json new.json --from v1 --to v4 --lang pl",
    "pl.po locales/pl.json --notes locales/qqq.json",
    "locales res --to android --source en",
    "- - --from po --to v4 < pl.po",
)
def convert(
    input: Path = argument(parameters.INPUT),
    output: Path = argument(parameters.NEW),
    from_: str | None = choice(FORMATS, "Format of the input."),
    to: str | None = choice(FORMATS, "Format of the output."),
    lang: str | None = option("Language. [default: that of the input]"),
    source: str | None = option("Catalog of the source; for a folder, its language."),
    notes: Path | None = option("Notes for translators (qqq.json).", parameters.NEW),
    strict: bool = flag("Exit with 1 when anything is lost."),
    dry_run: bool = parameters.DRY_RUN,
) -> int:
    """Convert a catalog, or all of a folder, to another format.

    Plural forms are converted by the numbers that they apply to, not by the endings
    of keys. Losses are reported on standard error. Formats such as gettext contain
    the texts of --source. --notes are read with an input of i18next, and written with
    an output of it.
    """
    from ..exchange import files  # noqa: PLC0415 (an extra)

    if input.is_dir():
        if to is None:
            raise click.UsageError("a folder needs --to FORMAT")
        lost = sum(_folder(input, output, from_, to, source or "en", dry_run))
        return int(strict and lost > 0)
    catalog = files.read_catalog(input, from_, lang or "")
    if source is not None:
        if not Path(source).is_file():
            raise click.UsageError(f"there is no file {source!r}")
        # The source is of the same kind as the input, or i18next's.
        known = files.read_catalog(Path(source), from_ if from_ in I18NEXT else None)
        catalog.source = known
    wanted = to or format_of(output) or "v4"
    if notes is not None and catalog.format in I18NEXT:
        files.add_notes(catalog, files.read_catalog(notes))
    elif notes is not None and wanted in I18NEXT and not dry_run:
        files.write_catalog(files.notes_of(catalog), notes, "v4")
    _write(catalog, output, wanted, dry_run)
    return int(strict and bool(catalog.losses))


def _write(catalog: Any, output: Path, to: str, dry_run: bool, head: str = "") -> None:
    """Write a catalog and say what is lost; lines begin with `head`."""
    from ..exchange.files import write_catalog  # noqa: PLC0415 (an extra)

    target, losses = Path("/dev/null") if dry_run else output, catalog.losses
    target.parent.mkdir(parents=True, exist_ok=True)
    write_catalog(catalog, target, to)
    for line in losses:
        note(head + line)
    lost = f", {counted(len(losses), 'warning')}" if losses else ""
    note(f"{output}: {counted(len(catalog.entries), 'message')}{lost}")


def _folder(
    folder: Path, output: Path, from_: str | None, to: str, source: str, dry_run: bool
) -> Iterator[int]:
    """Convert a folder; the number of losses of each catalog."""
    found = find_catalogs(folder, from_)
    places = [at for at in found if is_tag(at.language) or language_of(at.path)]
    if not places:
        raise click.UsageError(f"{folder}: there are no catalogs")
    own = (place for place in places if place.language == source)
    sources = {place.namespace: place.catalog() for place in own}
    for place in places:
        catalog = place.catalog()
        catalog.source = sources.get(place.namespace)
        catalog.source_language = source
        path = output / _path(place, to, source)
        _write(catalog, path, to, dry_run, f"{place.path}: ")
        yield len(catalog.losses)


def _path(place: FilePlace, to: str, source: str) -> str:
    """Where the catalog of a place goes in a folder of another format."""
    layout = TABLE[to].layout or "{lng}/{ns}" + FORMATS[to]
    language, namespace = place.language, place.namespace
    if to == "android":
        from moz.l10n.paths import get_android_locale  # noqa: PLC0415 (an extra)

        layout = "values/{ns}.xml" if language == source else layout
        language = get_android_locale(language.replace("_", "-"))
        namespace = "strings" if namespace == "translation" else namespace
    return layout.format(lng=language, ns=namespace)
