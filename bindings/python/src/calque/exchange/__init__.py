"""Reading and writing catalogs in other formats, with a list of what is lost."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..checks import detect_format, find_files, read_source
from ..checks.files import write_file
from ..checks.languages import CODES
from ..checks.source import reading
from .i18next import read_tree, write_tree
from .model import Catalog, Losses, Message, Slot

FORMATS = {
    "v4": ".json",
    "v3": ".json",
    "v2": ".json",
    "v1": ".json",
    "ios": ".json",
    "po": ".po",
    "pot": ".pot",
    "mo": ".mo",
    "fluent": ".ftl",
    "xliff": ".xlf",
    "android": ".xml",
    "strings": ".strings",
    "xcstrings": ".xcstrings",
    "arb": ".arb",
    "blockly": ".json",
}
I18NEXT = ("v4", "v3", "v2", "v1", "ios")
# The module of each other format, and the end of the names of its two functions.
_MODULES = {
    "po": ("gettext", "po"),
    "pot": ("gettext", "po"),
    "mo": ("gettext", "po"),
    "fluent": ("mozilla", "fluent"),
    "xliff": ("mozilla", "xliff"),
    "android": ("mozilla", "android"),
    "strings": ("flat", "strings"),
    "blockly": ("flat", "blockly"),
    "xcstrings": ("xcstrings", "xcstrings"),
    "arb": ("icu", "arb"),
}
# Files that do not name their language, and the language if their path does not either.
_NAMED_BY_PATH = {"fluent": "", "xliff": "", "android": "", "strings": "en"}
_Reader = Callable[[Path, str, Losses], Catalog]
_Writer = Callable[[Catalog, Path, Losses, "Catalog | None"], None]
_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"} | {
    ".xliff": "xliff"
}


def format_of(path: Path) -> str | None:
    """The format of a file by its name; None for JSON."""
    return _SUFFIXES.get(path.suffix.lower())


def read_catalog(
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> Catalog:
    """Read a catalog. Without a format, it is detected from the file.

    Raises OSError, and BrokenFileError or another ValueError for a broken file.
    """
    losses = Losses() if losses is None else losses
    format_ = format_ or format_of(path)
    with reading(path):
        return _read(path, format_, language, losses)


def _read(path: Path, format_: str | None, language: str, losses: Losses) -> Catalog:
    if format_ is None or format_ in I18NEXT:
        source = read_source(path, language or _language(path), "translation")
        if format_ is not None or "@metadata" not in source.tree:
            format_ = format_ or detect_format([source])
            catalog = read_tree(source.tree, source.language, format_, losses)
            catalog.name = path.stem
            return catalog
        format_ = "blockly"
    read: _Reader = _function("read", format_)
    if format_ in _NAMED_BY_PATH:
        language = language or _language(path, _NAMED_BY_PATH[format_])
    return read(path, language, losses)


def write_catalog(
    catalog: Catalog,
    path: Path,
    format_: str,
    losses: Losses,
    source: Catalog | None = None,
) -> None:
    """Write a catalog. Losses are added to the list, one line each.

    `source` is the catalog of the source language, for formats that contain its texts.
    """
    if format_ in I18NEXT:
        tree = write_tree(catalog, format_, losses)
        content = json.dumps(tree, ensure_ascii=False, indent=2)
        write_file(path, content + "\n")
    else:
        write: _Writer = _function("write", format_)
        write(catalog, path, losses, source)


def _function(verb: str, format_: str) -> Any:
    """The function of a format, whose module may need a package of an extra."""
    module, name = _MODULES[format_]
    return getattr(importlib.import_module(f".{module}", __package__), f"{verb}_{name}")


def _language(path: Path, default: str = "en") -> str:
    """The language of a file by its path."""
    for place in find_files(path) or find_files(path.parent):
        if place.path == path:
            return place.language
    name = path.stem
    return name if name in CODES else default


__all__ = [
    "FORMATS",
    "I18NEXT",
    "Catalog",
    "Losses",
    "Message",
    "Slot",
    "format_of",
    "read_catalog",
    "write_catalog",
]
