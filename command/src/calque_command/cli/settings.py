"""Settings from `calque.toml`, or from `[tool.calque]` in `pyproject.toml`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ..checks import CheckOptions

_KNOWN = {
    "source",
    "folder",
    "load-path",
    "catalog-format",
    "options",
    "languages",
    "check",
    "functions",
}
_CHECK = {
    "rules",
    "formatters",
    "max-length",
    "ignore",
    "fail-on",
    "sprintf",
    "contexts",
}


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
        try:
            return CheckOptions(
                format=catalog_format or self.catalog_format,
                options=self.options,
                rules=self.check.get("rules", {}),
                formatters=frozenset(self.check.get("formatters", ())),
                max_length=self.check.get("max-length", {}),
                ignore=tuple(self.check.get("ignore", ())),
                sprintf=self.check.get("sprintf", True),
                contexts=frozenset(self.check.get("contexts", ())),
            )
        except ValueError as error:
            raise click.UsageError(f"{self.file}: {error}") from None


def read_settings(start: Path) -> Settings:
    """The settings for a folder: those of the folder or of the nearest one above it.

    Raises a usage error for a file that cannot be read.
    """
    for folder in [start.absolute(), *start.absolute().parents]:
        for name in ("calque.toml", "pyproject.toml"):
            path = folder / name
            if path.is_file():
                table = _table(path)
                if table is not None:
                    return _settings(path, table)
    return Settings()


def _table(path: Path) -> dict[str, Any] | None:
    if sys.version_info >= (3, 11):
        import tomllib  # noqa: PLC0415
    else:
        import tomli as tomllib  # noqa: PLC0415
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise click.UsageError(f"{path}: {error}") from None
    if path.name == "calque.toml":
        return table
    return table.get("tool", {}).get("calque")


def _settings(path: Path, table: dict[str, Any]) -> Settings:
    check = table.get("check", {})
    unknown = [*(table.keys() - _KNOWN), *(f"check.{k}" for k in check.keys() - _CHECK)]
    if unknown:
        raise click.UsageError(f"{path}: there is no setting {sorted(unknown)[0]!r}")
    folder = table.get("folder")
    return Settings(
        path,
        table.get("source"),
        path.parent / folder if folder else None,
        table.get("load-path"),
        table.get("catalog-format", "auto"),
        table.get("options", {}),
        table.get("languages", []),
        check,
        table.get("functions", []),
    )
