"""The catalogs of a folder, read for a subcommand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click

from ..checks import (
    BrokenFileError,
    CheckOptions,
    Finding,
    Place,
    Source,
    find_files,
    read_source,
    with_format,
)
from .settings import Settings, read_settings

FORMATS = ["auto", "ios", "v1", "v2", "v3", "v4"]


@dataclass
class Project:
    """Catalogs of the source language and of the others, and files that are broken."""

    language: str
    options: CheckOptions
    settings: Settings
    sources: list[Source] = field(default_factory=list)
    targets: list[Source] = field(default_factory=list)
    broken: list[Finding] = field(default_factory=list)


def load_project(
    folder: Path | None,
    source: str | None,
    catalog_format: str | None = None,
    load_path: str | None = None,
    languages: Iterable[str] = (),
    settings: Settings | None = None,
) -> Project:
    """Read the catalogs of a folder.

    Raises a usage error when there are none, or none of the source language.
    """
    settings = settings or read_settings(folder or Path())
    folder = folder or settings.folder
    if folder is None:
        raise click.UsageError('no folder is named, and no calque.toml has a "folder"')
    language = source or settings.source or "en"
    project = Project(language, settings.check_options(catalog_format), settings)
    try:
        places = find_files(folder, load_path or settings.load_path)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    wanted = {*languages} or {*settings.languages}
    for place in places:
        if place.language == language or not wanted or place.language in wanted:
            _read(project, place)
    _check_languages(project, folder, places, wanted)
    return project


def load_catalog(
    path: Path, language: str, catalog_format: str | None
) -> tuple[Source, CheckOptions]:
    """Read one catalog, with the options that the settings beside it have for it."""
    options = read_settings(path.parent).check_options(catalog_format)
    source = read_source(path, language, "translation", separator=options.key_separator)
    return source, with_format(options, [source])


def _read(project: Project, place: Place) -> None:
    try:
        source = place.read(project.options.key_separator)
    except (BrokenFileError, OSError) as error:
        project.broken.append(unreadable(place, error))
        return
    is_source = place.language == project.language
    (project.sources if is_source else project.targets).append(source)


def unreadable(place: Place, error: BrokenFileError | OSError) -> Finding:
    """The finding of a file that cannot be read."""
    found = Finding("invalid-json", "error", place.language, "", str(error))
    found.namespace, found.file = place.namespace, str(place.path)
    found.line = found.column = 1
    if isinstance(error, BrokenFileError):
        found.message, found.line, found.column = (
            error.reason,
            error.line,
            error.column,
        )
    else:
        found.message = error.strerror or str(error)
    return found


def _check_languages(
    project: Project, folder: Path, places: list[Place], wanted: set[str]
) -> None:
    found = {place.language for place in places}
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
