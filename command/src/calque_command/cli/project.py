"""The catalogs of a folder, and its settings in `calque.toml` or `pyproject.toml`."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import click

from ..checks import BrokenFileError, CheckOptions, Finding, Place, Source, with_format
from ..checks.places import strays
from ..checks.rules import read_toml
from ..exchange.formats import I18NEXT, TABLE
from ..exchange.sources import find_catalogs
from .console import note

FORMATS = ["auto", *reversed(I18NEXT)]
OTHERS = [name for name in TABLE if name not in {*I18NEXT, "pot"}]
"""Formats of catalogs that are not i18next's."""
_CHECK = {"fail-on", *(one.name.replace("_", "-") for one in fields(CheckOptions)[2:])}


@dataclass
class Settings:
    """The settings in a file; `folder` is relative to the file."""

    file: Path | None = None
    source: str | None = None
    folder: Path | None = None
    load_path: str | None = None
    catalog_format: str = "auto"
    options: Mapping[str, Any] = field(default_factory=dict)
    languages: list[str] = field(default_factory=list)
    check: Mapping[str, Any] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)

    def check_options(self, catalog_format: str | None) -> CheckOptions:
        """The options of a check. Raises a usage error for wrong ones."""
        given = {name.replace("-", "_"): each for name, each in self.check.items()}
        given.pop("fail_on", None)
        format_ = catalog_format or self.catalog_format
        try:
            return CheckOptions(format_, self.options, **given)
        except ValueError as error:
            raise click.UsageError(f"{self.file}: {error}") from None


def read_settings(start: Path) -> Settings:
    """The settings for a folder: those of the folder or of the nearest one above it.

    Raises a usage error for a file that cannot be read.
    """
    for folder in [start.absolute(), *start.absolute().parents]:
        for path in (folder / "calque.toml", folder / "pyproject.toml"):
            if not path.is_file():
                continue
            try:
                table: dict[str, Any] | None = read_toml(path)
            except ValueError as error:
                raise click.UsageError(f"{path}: {error}") from None
            if table and path.name == "pyproject.toml":
                table = table.get("tool", {}).get("calque")
            if table is not None:
                return _settings(path, table)
    return Settings()


def _settings(path: Path, table: dict[str, Any]) -> Settings:
    names = {each.name.replace("_", "-"): each.name for each in fields(Settings)[1:]}
    check = [f"check.{name}" for name in table.get("check", {}) if name not in _CHECK]
    for unknown in sorted([*(table.keys() - names), *check]):
        raise click.UsageError(f"{path}: there is no setting {unknown!r}")
    made = Settings(path, **{names[name]: value for name, value in table.items()})
    made.folder = path.parent / made.folder if made.folder else None
    return made


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

    def read(self, place: Place) -> None:
        """Read a catalog; one that is broken is a finding."""
        try:
            source = place.read(self.options.key_separator)
        except (BrokenFileError, OSError) as error:
            if isinstance(error, OSError):
                error = BrokenFileError(error.strerror or str(error))
            about = "invalid-json", "error", place.language, "", error.reason
            where = place.namespace, str(place.path), error.line, error.column
            self.broken.append(Finding(*about, *where))
            return
        source.language = source.language or self.language
        is_source = source.language == self.language
        (self.sources if is_source else self.targets).append(source)


def load_project(
    folder: Path | None,
    source: str | None,
    catalog_format: str | None = None,
    load_path: str | None = None,
    lang: Iterable[str] = (),
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
    try:
        places = find_catalogs(folder, catalog_format, load_path)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    is_other = any(place.format in OTHERS for place in places)
    options = settings.check_options("v4" if is_other else catalog_format)
    project = Project(source or settings.source or "en", options, settings)
    wanted = {*lang} or {*settings.languages}
    for place in places:
        if not wanted or place.language in {*wanted, "", project.language}:
            project.read(place)
    if is_other:
        # The texts of the source that translations have beside their own.
        known = {each.namespace for each in project.sources}
        for place in places:
            if place.namespace not in known:
                with suppress(BrokenFileError, OSError):
                    if original := place.original(project.language):
                        project.sources.append(original)
                        known.add(place.namespace)
    elif not load_path:
        rule = "language-unknown"
        about = rule, options.severity(rule), "", ""
        project.strays = [
            Finding(*about, message, "", str(path), 1, 1)
            for path, message in strays(folder, places)
        ]
    found = {place.language or project.language for place in places}
    found |= {each.language for each in project.sources}
    lacking = ""
    if project.language not in found:
        listed = ", ".join(sorted(found)[:12])
        lacking = f"the source language {project.language!r}, but of {listed}"
    elif wanted - found:
        lacking = repr(min(wanted - found))
    if lacking or not places:
        what = f"is no catalog of {lacking}" if places else "are no catalogs"
        raise click.UsageError(f"{folder}: there {what}")
    project.options = with_format(options, project.sources, project.targets)
    return project
