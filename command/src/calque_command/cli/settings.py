"""Settings from `calque.toml`, or from `[tool.calque]` in `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import click

from ..checks import CheckOptions
from ..checks.rules import read_toml

_CHECK = ("rules", "formatters", "max-length", "ignore", "fail-on", "sprintf",
          "contexts")  # fmt: skip


@dataclass
class Settings:
    """The settings in the file; `folder` is relative to the file."""

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
        given = {
            name.replace("-", "_"): value
            for name, value in self.check.items()
            if name != "fail-on"
        }
        for name in ("formatters", "contexts"):
            given[name] = frozenset(given.get(name, ()))
        format_ = catalog_format or self.catalog_format
        try:
            return CheckOptions(format=format_, options=self.options, **given)
        except ValueError as error:
            raise click.UsageError(f"{self.file}: {error}") from None


def read_settings(start: Path) -> Settings:
    """The settings for a folder: those of the folder or of the nearest one above it.

    Raises a usage error for a file that cannot be read.
    """
    for folder in [start.absolute(), *start.absolute().parents]:
        for name in ("calque.toml", "pyproject.toml"):
            path = folder / name
            if path.is_file() and (table := _table(path)) is not None:
                return _settings(path, table)
    return Settings()


def _table(path: Path) -> dict[str, Any] | None:
    try:
        table: dict[str, Any] = read_toml(path)
    except ValueError as error:
        raise click.UsageError(f"{path}: {error}") from None
    if path.name == "calque.toml":
        return table
    return table.get("tool", {}).get("calque")


def _settings(path: Path, table: dict[str, Any]) -> Settings:
    names = {each.name.replace("_", "-"): each.name for each in fields(Settings)[1:]}
    check = [f"check.{name}" for name in table.get("check", {}) if name not in _CHECK]
    for unknown in sorted([*(table.keys() - names), *check]):
        raise click.UsageError(f"{path}: there is no setting {unknown!r}")
    made = Settings(path, **{names[name]: value for name, value in table.items()})
    made.folder = path.parent / made.folder if made.folder else None
    return made
