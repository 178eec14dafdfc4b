"""Compiling the JSON catalogs of a folder into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..catalog import compile_catalog
from ..checks import find_files
from .fix import write_file


def read_resources(folder: Path, load_path: str | None = None) -> dict[str, Any]:
    """Language -> namespace -> tree of a folder.

    Raises BrokenFileError, with the file in its message, and ValueError for none.
    """
    resources: dict[str, dict[str, Any]] = {}
    for place in find_files(folder, load_path):
        bundles = resources.setdefault(place.language, {})
        bundles[place.namespace] = place.read().tree
    if not resources:
        raise ValueError(f"{folder}: there are no catalogs")
    return resources


def compile_folder(
    folder: Path,
    file: Path,
    catalog_format: str,
    options: str | None,
    load_path: str | None = None,
) -> dict[str, Any]:
    """Compile a folder into a file, which is replaced as a whole."""
    resources = read_resources(folder, load_path)
    write_file(file, compile_catalog(resources, format=catalog_format, options=options))
    return resources
