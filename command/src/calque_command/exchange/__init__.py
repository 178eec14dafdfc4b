"""Reading and writing catalogs in other formats, with a list of what is lost."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import detect_format, find_files
from ..checks.files import read_bytes, write_file
from ..checks.places import NOTES, is_tag
from ..checks.source import reading, source_of
from .formats import FORMATS, I18NEXT, TABLE
from .losses import Losses

if TYPE_CHECKING:
    from .catalog import Catalog

_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"} | {
    ".xliff": "xliff"
}
# Formats whose files name their language.
_NAMED = {"po", "mo", "xliff", "xcstrings", "arb", "blockly"}


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
        data = read_bytes(path)
        return parse_catalog(data, path, format_ or format_of(path), language, losses)


def parse_catalog(
    data: bytes,
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> Catalog:
    """A catalog of the bytes of a file. Raises what its parser raises."""
    from .catalog import catalog_of, entries_of  # noqa: PLC0415 (an extra)
    from .i18next import grouped, read_tree  # noqa: PLC0415
    from .names import with_own_key  # noqa: PLC0415

    losses = Losses() if losses is None else losses
    if format_ is None or format_ in I18NEXT:
        content = data.decode("utf-8-sig")
        tag = language or language_of(path) or "en"
        source = source_of(content, tag, "translation", file=str(path))
        format_ = format_ or _json_format(source.tree) or detect_format([source])
        if format_ in I18NEXT:
            if source.has_duplicates:
                losses.append("repeated members are left out")
            catalog = read_tree(source.tree, tag, format_, losses)
            catalog.name = path.stem
            return catalog
    if format_ not in _NAMED:
        language = language or language_of(path)
    catalog = catalog_of(language, format_, losses)
    catalog.name = path.name.removesuffix(FORMATS[format_])
    texts = _function("read", format_)(data, catalog)
    entries = entries_of(map(with_own_key, texts) if TABLE[format_].names else texts)
    catalog.language = catalog.language or "en"
    return grouped(catalog, entries)


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
    before: bytes = b"",
) -> bytes:
    """The bytes of a catalog in a format; `before` are those of an `.xcstrings`."""
    catalog = replace(catalog, losses=losses, before=before)
    if source is not None:
        catalog.source, catalog.source_language = source, source.language
    if format_ in I18NEXT:
        from .i18next import write_tree  # noqa: PLC0415 (an extra)

        tree = write_tree(catalog, format_, losses)
        data = (json.dumps(tree, ensure_ascii=False, indent=2) + "\n").encode()
    else:
        data = _function("write", format_)(catalog, format_)
    if format_ != "pot":
        _compare(catalog, data, format_)
    return data


def _compare(catalog: Catalog, data: bytes, format_: str) -> None:
    """Report each text that reads back otherwise and has no report yet."""
    from .i18next import flat_values  # noqa: PLC0415 (an extra)

    path = Path(f"{catalog.language}{FORMATS[format_]}")
    again = flat_values(parse_catalog(data, path, format_, catalog.language))
    for key, value in flat_values(catalog).items():
        if again.get(key) != value and not catalog.losses.has(key):
            catalog.losses.tell(key, f"it reads back as {again.get(key)!r}")


def _function(verb: str, format_: str) -> Any:
    """The function of a format, whose module may need a package of an extra."""
    row = TABLE[format_]
    module = importlib.import_module(f".{row.module}", __package__)
    return getattr(module, f"{verb}_{row.name or format_}")


def language_of(path: Path) -> str:
    """The language of a file by its path; "" when that has none."""
    for name in (path.parent.name, path.parent.parent.name):
        if name.startswith("values-"):
            from moz.l10n.paths import parse_android_locale  # noqa: PLC0415 (an extra)

            return parse_android_locale(name.removeprefix("values-")) or ""
        if name.endswith(".lproj"):
            tag = name.removesuffix(".lproj")
            return "en" if tag == "Base" else tag
    if path.suffix == ".json":
        for place in find_files(path) or find_files(path.parent):
            if place.path == path:
                return place.language
    stem = path.name.partition(".")[0]
    ends = stem.partition("_")[2], stem.rpartition("_")[2]
    for name in (stem, *ends, *reversed(path.parent.parts[-2:])):
        if is_tag(name) and name != "LC_MESSAGES":
            return name.replace("_", "-")
    return ""


def notes_of(catalog: Catalog) -> Catalog:
    """The comments of a catalog as one of the language of notes; they leave it."""
    from .catalog import catalog_of, text_message  # noqa: PLC0415 (an extra)

    notes = catalog_of(NOTES, "v4")
    for entry in catalog.entries:
        if entry.comment:
            note = replace(entry, value=text_message([entry.comment]), comment="")
            notes.resource.sections[0].entries.append(replace(note, meta=[]))
            entry.comment = ""
    return notes


def add_notes(catalog: Catalog, notes: Catalog) -> None:
    """Make the texts of a catalog of notes the comments of another."""
    from .catalog import patterns_of  # noqa: PLC0415 (an extra)
    from .fit import written  # noqa: PLC0415

    texts = {each.id: written(patterns_of(each.value)[0]) for each in notes.entries}
    for entry in catalog.entries:
        entry.comment = entry.comment or texts.get(entry.id, "")
