"""Reading and writing catalogs in other formats, with a list of what is lost."""

import importlib
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..checks import NOTES, detect_format
from ..checks.files import read_bytes, write_file
from ..checks.source import reading, source_of
from .catalog import Catalog, entries_of, patterns_of, text_message
from .fit import written
from .formats import FORMATS, I18NEXT, TABLE, format_of, language_of
from .i18next import flat_values, grouped, read_tree, write_tree
from .names import bytes_of, with_own_key

# Formats whose files name their language.
_NAMED = {"po", "mo", "xliff", "xcstrings", "arb", "blockly"}


def read_catalog(path: Path, format_: str | None = None, language: str = "") -> Catalog:
    """Read a catalog. Without a format, it is detected from the file.

    `-` is standard input. Raises OSError, and BrokenFileError for a broken file.
    """
    with reading(path):
        data = read_bytes(path)
        return parse_catalog(data, path, format_ or format_of(path), language)


def parse_catalog(
    data: bytes, path: Path, format_: str | None = None, language: str = ""
) -> Catalog:
    """A catalog of the bytes of a file. Raises what its parser raises."""
    if format_ is None or format_ in I18NEXT:
        tag = language or language_of(path) or "en"
        source = source_of(data.decode("utf-8-sig"), tag, "translation", ".", str(path))
        format_ = format_ or _json_format(source.tree) or detect_format([source])
        if format_ in I18NEXT:
            catalog = read_tree(source.tree, tag, format_)
            if source.repeated:
                catalog.losses.insert(0, "repeated members are left out")
            catalog.name = path.stem
            return catalog
    if format_ not in _NAMED:
        language = language or language_of(path)
    name = path.name.removesuffix(FORMATS[format_])
    catalog = Catalog(language, format=format_, name=name)
    texts = _function("read", format_)(data, catalog)
    entries = entries_of(map(with_own_key, texts) if TABLE[format_].names else texts)
    catalog.language = catalog.language or "en"
    return grouped(catalog, entries)


def _json_format(tree: dict[str, Any]) -> str | None:
    """The format of JSON that is not i18next's."""
    if "@metadata" in tree:
        return "blockly"
    members = {"message", "description", "placeholders"}
    is_webext = tree and all(
        isinstance(each, dict) and isinstance(each.get("message"), str)
        and each.keys() <= members
        for each in tree.values()
    )  # fmt: skip
    return "webext" if is_webext else None


def write_catalog(catalog: Catalog, path: Path, format_: str) -> None:
    """Write a catalog, whose losses become more."""
    # One file of Apple's has all languages, and may be broken.
    is_there = format_ == "xcstrings" and path.is_file()
    with reading(path) if is_there else nullcontext():
        before = path.read_bytes() if is_there else b""
        data = format_catalog(catalog, format_, before)
    write_file(path, data)


def format_catalog(catalog: Catalog, format_: str, before: bytes = b"") -> bytes:
    """The bytes of a catalog in a format; `before` are those of an `.xcstrings`."""
    catalog = replace(catalog, before=before)
    if catalog.source is not None:
        catalog.source_language = catalog.source.language
    if format_ in I18NEXT:
        data = bytes_of(write_tree(catalog, format_))
    else:
        data = _function("write", format_)(catalog, format_)
    if format_ == "pot":
        return data
    # A text that reads back otherwise is a loss, too, unless one was reported.
    path = Path(f"{catalog.language}{FORMATS[format_]}")
    again = flat_values(parse_catalog(data, path, format_, catalog.language))
    for key, value in flat_values(catalog).items():
        if again.get(key) != value and not catalog.losses.has(key):
            catalog.losses.tell(key, f"it reads back as {again.get(key)!r}")
    return data


def _function(verb: str, format_: str) -> Any:
    """The function of a format, whose module may need a package of an extra."""
    row = TABLE[format_]
    module = importlib.import_module(f".{row.module}", __package__)
    return getattr(module, f"{verb}_{row.name or format_}")


def notes_of(catalog: Catalog) -> Catalog:
    """The comments of a catalog as one of the language of notes; they leave it."""
    notes = Catalog(NOTES, format="v4")
    for entry in catalog.entries:
        if entry.comment:
            value = text_message([entry.comment])
            note = replace(entry, value=value, comment="", meta=[])
            notes.resource.sections[0].entries.append(note)
            entry.comment = ""
    return notes


def add_notes(catalog: Catalog, notes: Catalog) -> None:
    """Make the texts of a catalog of notes the comments of another."""
    texts = {each.id: written(patterns_of(each.value)[0]) for each in notes.entries}
    for entry in catalog.entries:
        entry.comment = entry.comment or texts.get(entry.id, "")
