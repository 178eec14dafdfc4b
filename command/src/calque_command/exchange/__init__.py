"""Reading and writing catalogs in other formats, with a list of what is lost."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import detect_format, find_files
from ..checks.files import write_file
from ..checks.places import NOTES, is_tag
from ..checks.source import reading, source_of
from .losses import Losses

if TYPE_CHECKING:
    from .catalog import Catalog

I18NEXT = ("v4", "v3", "v2", "v1", "ios")
FORMATS = {
    **dict.fromkeys(I18NEXT, ".json"), "po": ".po", "pot": ".pot", "mo": ".mo",
    "fluent": ".ftl", "xliff": ".xlf", "android": ".xml", "strings": ".strings",
    "xcstrings": ".xcstrings", "arb": ".arb", "properties": ".properties",
    "ini": ".ini", "webext": ".json", "mf2": ".mf2.json", "blockly": ".json",
}  # fmt: skip
"""The end of file names by format."""

# The module of each other format, and the end of the names of its two functions.
_MODULES = {
    **dict.fromkeys(("po", "pot", "mo"), ("gettext", "po")),
    **dict.fromkeys(("properties", "ini"), ("mozilla", "lines")),
    "strings": ("apple", "strings"), "xcstrings": ("apple", "xcstrings"),
    **{name: (name, name) for name in ("blockly", "arb", "android")},
}  # fmt: skip
_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"} | {
    ".xliff": "xliff"
}
# The names of languages in the folders of Android, and in those of Apple.
_FOLDERS = ("values-", ".lproj")


def format_of(path: Path) -> str | None:
    """The format of a file by its name; None for JSON."""
    if path.name.lower().endswith(".mf2.json"):
        return "mf2"
    return _SUFFIXES.get(path.suffix.lower())


def read_catalog(
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> Catalog:
    """Read a catalog. Without a format, it is detected from the file.

    `-` is standard input. Raises OSError, and BrokenFileError for a broken file.
    """
    with reading(path):
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return parse_catalog(data, path, format_ or format_of(path), language, losses)


def parse_catalog(
    data: bytes,
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> Catalog:
    """A catalog of the bytes of a file. Raises what its parser raises."""
    from .i18next import read_tree  # noqa: PLC0415

    losses = Losses() if losses is None else losses
    if format_ is None or format_ in I18NEXT:
        content = data.decode("utf-8-sig")
        tag = language or language_of(path)
        source = source_of(content, tag or "en", "translation", file=str(path))
        format_ = format_ or _json_format(source.tree) or detect_format([source])
        if format_ in I18NEXT:
            if source.has_duplicates:
                losses.append("members that are there twice are left out")
            catalog = read_tree(source.tree, source.language, format_, losses)
            catalog.name = path.stem
            return catalog
    if format_ not in {"po", "mo", "xliff", "xcstrings", "arb", "blockly"}:
        language = language or language_of(path)
    read: Callable[..., Catalog] = _function("read", format_)
    catalog = read(data, language, losses, format_)
    catalog.name = path.name.removesuffix(FORMATS[format_])
    return catalog


def _json_format(tree: dict[str, Any]) -> str | None:
    """The format of JSON that is not i18next's."""
    if "@metadata" in tree:
        return "blockly"
    values = list(tree.values())
    if values and all(
        isinstance(each, dict) and isinstance(each.get("message"), str)
        and each.keys() <= {"message", "description", "placeholders"}
        for each in values
    ):  # fmt: skip
        return "webext"
    return None


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
    if format_ == "xcstrings" and path.is_file():
        # One file has all languages.
        with reading(path):
            old = path.read_bytes()
            data = format_catalog(catalog, format_, losses, source, old)
    else:
        data = format_catalog(catalog, format_, losses, source)
    write_file(path, data)


def format_catalog(
    catalog: Catalog,
    format_: str,
    losses: Losses,
    source: Catalog | None = None,
    *before: bytes,
) -> bytes:
    """The bytes of a catalog in a format; `before` are those of an `.xcstrings`."""
    if source is not None:
        catalog.source, catalog.source_language = source, source.language
    if format_ in I18NEXT:
        from .i18next import write_tree  # noqa: PLC0415 (an extra)

        tree = write_tree(catalog, format_, losses)
        data = (json.dumps(tree, ensure_ascii=False, indent=2) + "\n").encode()
    else:
        write: Callable[..., bytes] = _function("write", format_)
        data = write(catalog, losses, format_, *before)
    if format_ != "pot":
        _compare(catalog, data, format_, losses)
    return data


def _compare(catalog: Catalog, data: bytes, format_: str, losses: Losses) -> None:
    """Tell each text that reads back otherwise, and of which nothing is told yet."""
    from .i18next import flat_values  # noqa: PLC0415 (an extra)

    path = Path(f"{catalog.language}{FORMATS[format_]}")
    again = flat_values(parse_catalog(data, path, format_, catalog.language, Losses()))
    for key, value in flat_values(catalog).items():
        if again.get(key) != value and not losses.has(key):
            losses.tell(key, f"it reads back as {again.get(key)!r}")


def _function(verb: str, format_: str) -> Any:
    """The function of a format, whose module may need a package of an extra."""
    module, name = _MODULES.get(format_, ("mozilla", format_))
    return getattr(importlib.import_module(f".{module}", __package__), f"{verb}_{name}")


def language_of(path: Path) -> str:
    """The language of a file by its path; "" when that has none."""
    for name in (path.parent.name, path.parent.parent.name):
        if name.startswith(_FOLDERS[0]):
            return name.removeprefix(_FOLDERS[0]).replace("-r", "-").lstrip("b+")
        if name.endswith(_FOLDERS[1]):
            tag = name.removesuffix(_FOLDERS[1])
            return "en" if tag == "Base" else tag
    if path.suffix == ".json":
        for place in find_files(path) or find_files(path.parent):
            if place.path == path:
                return place.language
    stem = path.name.partition(".")[0]
    for name in (stem, stem.rpartition("_")[2], *reversed(path.parent.parts[-2:])):
        if is_tag(name) and name != "LC_MESSAGES":
            return name.replace("_", "-")
    return ""


def notes_of(catalog: Catalog) -> Catalog:
    """The comments of a catalog as one of the language of notes; they leave it."""
    from .catalog import catalog_of, text_message  # noqa: PLC0415 (an extra)

    made = []
    for entry in catalog.entries:
        if entry.comment:
            made.append(type(entry)(entry.id, text_message([entry.comment])))
            entry.comment = ""
    return catalog_of(NOTES, made, "v4")


def add_notes(catalog: Catalog, notes: Catalog) -> None:
    """Make the texts of a catalog of notes the comments of another."""
    from .catalog import patterns_of  # noqa: PLC0415 (an extra)
    from .fit import written  # noqa: PLC0415

    texts = {each.id: written(patterns_of(each.value)[0]) for each in notes.entries}
    for entry in catalog.entries:
        entry.comment = entry.comment or texts.get(entry.id, "")


__all__ = [
    "FORMATS",
    "I18NEXT",
    "Losses",
    "add_notes",
    "format_catalog",
    "format_of",
    "language_of",
    "notes_of",
    "parse_catalog",
    "read_catalog",
    "write_catalog",
]
