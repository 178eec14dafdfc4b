"""Reading and writing catalogs in other formats, with a list of what is lost."""

import importlib
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import detect_format
from ..checks.files import read_bytes, write_file
from ..checks.places import NOTES, guess, is_tag
from ..checks.source import reading, source_of
from .formats import FORMATS, I18NEXT, TABLE, Losses

if TYPE_CHECKING:
    from .catalog import Catalog

_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"} | {
    ".xliff": "xliff"
}
# Formats whose files name their language.
_NAMED = {"po", "mo", "xliff", "xcstrings", "arb", "blockly"}


def format_of(path: Path) -> str | None:
    """The format of a file by its name; None for JSON."""
    is_mf2 = path.name.lower().endswith(".mf2.json")
    return "mf2" if is_mf2 else _SUFFIXES.get(path.suffix.lower())


def read_catalog(
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> "Catalog":
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
) -> "Catalog":
    """A catalog of the bytes of a file. Raises what its parser raises."""
    from .catalog import Catalog, entries_of  # noqa: PLC0415 (an extra)
    from .i18next import grouped, read_tree  # noqa: PLC0415
    from .names import with_own_key  # noqa: PLC0415

    losses = Losses() if losses is None else losses
    if format_ is None or format_ in I18NEXT:
        tag = language or language_of(path) or "en"
        source = source_of(data.decode("utf-8-sig"), tag, "translation", ".", str(path))
        format_ = format_ or _json_format(source.tree) or detect_format([source])
        if format_ in I18NEXT:
            if source.repeated:
                losses.append("repeated members are left out")
            catalog = read_tree(source.tree, tag, format_, losses)
            catalog.name = path.stem
            return catalog
    if format_ not in _NAMED:
        language = language or language_of(path)
    name = path.name.removesuffix(FORMATS[format_])
    catalog = Catalog(language, format=format_, name=name, losses=losses)
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


def write_catalog(
    catalog: "Catalog",
    path: Path,
    format_: str,
    losses: Losses,
    source: "Catalog | None" = None,
) -> None:
    """Write a catalog. Losses are added to the list, one line each.

    `source` is the catalog of the source language, for formats that contain its texts.
    """
    # One file of Apple's has all languages, and may be broken.
    is_there = format_ == "xcstrings" and path.is_file()
    with reading(path) if is_there else nullcontext():
        before = path.read_bytes() if is_there else b""
        data = format_catalog(catalog, format_, losses, source, before)
    write_file(path, data)


def format_catalog(
    catalog: "Catalog",
    format_: str,
    losses: Losses,
    source: "Catalog | None" = None,
    before: bytes = b"",
) -> bytes:
    """The bytes of a catalog in a format; `before` are those of an `.xcstrings`."""
    from .i18next import flat_values, write_tree  # noqa: PLC0415 (an extra)
    from .names import bytes_of  # noqa: PLC0415

    catalog = replace(catalog, losses=losses, before=before)
    if source is not None:
        catalog.source, catalog.source_language = source, source.language
    if format_ in I18NEXT:
        data = bytes_of(write_tree(catalog, format_, losses))
    else:
        data = _function("write", format_)(catalog, format_)
    if format_ == "pot":
        return data
    # What reads back otherwise and has no report yet is one.
    path = Path(f"{catalog.language}{FORMATS[format_]}")
    again = flat_values(parse_catalog(data, path, format_, catalog.language))
    for key, value in flat_values(catalog).items():
        if again.get(key) != value and not losses.has(key):
            losses.tell(key, f"it reads back as {again.get(key)!r}")
    return data


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
    is_json = path.suffix == ".json" and path.is_file()
    if is_json and (place := guess(path, path.parent)):
        return place.language
    stem = path.name.partition(".")[0]
    ends = stem.partition("_")[2], stem.rpartition("_")[2]
    for name in (stem, *ends, *reversed(path.parent.parts[-2:])):
        if is_tag(name) and name != "LC_MESSAGES":
            return name.replace("_", "-")
    return ""


def notes_of(catalog: "Catalog") -> "Catalog":
    """The comments of a catalog as one of the language of notes; they leave it."""
    from .catalog import Catalog, text_message  # noqa: PLC0415 (an extra)

    notes = Catalog(NOTES, format="v4")
    for entry in catalog.entries:
        if entry.comment:
            value = text_message([entry.comment])
            note = replace(entry, value=value, comment="", meta=[])
            notes.resource.sections[0].entries.append(note)
            entry.comment = ""
    return notes


def add_notes(catalog: "Catalog", notes: "Catalog") -> None:
    """Make the texts of a catalog of notes the comments of another."""
    from .catalog import patterns_of  # noqa: PLC0415 (an extra)
    from .fit import written  # noqa: PLC0415

    texts = {each.id: written(patterns_of(each.value)[0]) for each in notes.entries}
    for entry in catalog.entries:
        entry.comment = entry.comment or texts.get(entry.id, "")
