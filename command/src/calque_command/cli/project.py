"""The catalogs of a folder, read for a subcommand."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from ..checks import (
    BrokenFileError,
    CheckOptions,
    Finding,
    Place,
    Source,
    read_source,
    with_format,
)
from ..checks.places import strays
from ..exchange.formats import I18NEXT, TABLE
from ..exchange.sources import FilePlace, find_catalogs
from .console import note
from .settings import Settings, read_settings

FORMATS = ["auto", *reversed(I18NEXT)]
OTHERS = [name for name in TABLE if name not in {*I18NEXT, "pot"}]
"""Formats of catalogs that are not i18next's."""


@dataclass
class Project:
    """Catalogs of the source language and of the others, and files that are broken."""

    language: str
    options: CheckOptions
    settings: Settings
    sources: list[Source] = field(default_factory=list)
    targets: list[Source] = field(default_factory=list)
    broken: list[Finding] = field(default_factory=list)
    strays: list[Finding] = field(default_factory=list)

    def note_broken(self) -> bool:
        """Name the files that cannot be read; whether there are any."""
        for each in self.broken:
            note(f"{each.file}:{each.line}:{each.column}: {each.message}")
        return bool(self.broken)


def load_project(
    folder: Path | None,
    source: str | None,
    catalog_format: str | None = None,
    load_path: str | None = None,
    languages: Iterable[str] = (),
) -> Project:
    """Read the catalogs of a folder, with the settings that it has.

    Raises a usage error when there are none, or none of the source language.
    """
    settings = read_settings(folder or Path())
    folder = folder or settings.folder
    if folder is None:
        raise click.UsageError('no folder is named, and no calque.toml has a "folder"')
    catalog_format = catalog_format or settings.catalog_format
    load_path = load_path or settings.load_path
    places = _places(folder, catalog_format, load_path)
    is_other = any(place.format in OTHERS for place in places)
    options = settings.check_options("v4" if is_other else catalog_format)
    project = Project(source or settings.source or "en", options, settings)
    wanted = {*languages} or {*settings.languages}
    for place in places:
        if not wanted or place.language in {*wanted, "", project.language}:
            _read(project, place)
    if is_other:
        _read_originals(project, places)
    elif not load_path and options.severity("language-unknown") != "off":
        severity = options.severity("language-unknown")
        project.strays = [
            Finding("language-unknown", severity, "", "", message, "", str(path), 1, 1)
            for path, message in strays(folder, places)
        ]
    _check_languages(project, folder, places, wanted)
    project.options = with_format(options, project.sources, project.targets)
    return project


def load_catalog(
    path: Path, language: str, catalog_format: str | None
) -> tuple[Source, CheckOptions]:
    """Read one catalog, with the options that the settings beside it have for it."""
    options = read_settings(path.parent).check_options(catalog_format)
    source = read_source(path, language, "translation", separator=options.key_separator)
    return source, with_format(options, [source])


def _places(
    folder: Path, catalog_format: str, load_path: str | None
) -> list[FilePlace]:
    try:
        return find_catalogs(folder, catalog_format, load_path)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _read(project: Project, place: Place) -> None:
    try:
        source = place.read(project.options.key_separator)
    except (BrokenFileError, OSError) as error:
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None)
        at = getattr(error, "line", 1), getattr(error, "column", 1)
        where = reason or str(error), place.namespace, str(place.path), *at
        broken = Finding("invalid-json", "error", place.language, "", *where)
        project.broken.append(broken)
        return
    source.language = source.language or project.language
    is_source = source.language == project.language
    (project.sources if is_source else project.targets).append(source)


def _read_originals(project: Project, places: list[FilePlace]) -> None:
    """The texts of the source that files of translations have beside their own."""
    for place in places:
        if all(each.namespace != place.namespace for each in project.sources):
            with suppress(BrokenFileError, OSError):
                source = place.original(project.language)
                project.sources += [source] if source else []


def _check_languages(
    project: Project, folder: Path, places: list[FilePlace], wanted: set[str]
) -> None:
    found = {place.language or project.language for place in places}
    found |= {source.language for source in project.sources}
    if not places:
        raise click.UsageError(f"{folder}: there are no catalogs")
    if project.language not in found:
        listed = ", ".join(sorted(found)[:12])
        raise click.UsageError(
            f"{folder}: there is no catalog of the source language "
            f"{project.language!r}, but of {listed}"
        )
    unknown = wanted - found
    if unknown:
        raise click.UsageError(f"{folder}: there is no catalog of {min(unknown)!r}")
