"""Compiling the JSON catalogs of a folder into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from calque.catalog import compile_catalog, compile_catalog_file
from calque.formatter import LocaleData

from ..checks import NOTES, find_files
from ..checks.files import write_file


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
    locale_data: Path | None = None,
) -> dict[str, Any]:
    """Compile a folder into a file, which is replaced as a whole.

    `qqq`, the language of notes for translators, is left out.
    """
    resources = read_resources(folder, load_path)
    resources.pop(NOTES, None)
    if locale_data is None:
        made = compile_catalog(resources, format=catalog_format, options=options)
        write_file(file, made)
    else:
        compile_catalog_file(
            file,
            resources,
            format=catalog_format,
            options=options,
            locale_data=LocaleData(locale_data),
        )
    return resources
