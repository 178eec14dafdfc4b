"""Catalogs in the formats of others: read, written, and told of what is lost."""

from __future__ import annotations

import json
from pathlib import Path

from ..checks import detect_format, find_files, read_source
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
_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"} | {
    ".xliff": "xliff"
}


def format_of(path: Path) -> str | None:
    """The format that the name of a file tells; None for JSON."""
    return _SUFFIXES.get(path.suffix.lower())


def read_catalog(
    path: Path,
    format_: str | None = None,
    language: str = "",
    losses: Losses | None = None,
) -> Catalog:
    """Read a catalog. Without a format the file tells it.

    Raises OSError, and BrokenFileError or another ValueError for a broken file.
    """
    losses = Losses() if losses is None else losses
    format_ = format_ or format_of(path)
    with reading(path):
        return _read(path, format_, language, losses)


def _read(path: Path, format_: str | None, language: str, losses: Losses) -> Catalog:
    if format_ is None or format_ in I18NEXT:
        source = read_source(path, language or _language(path), "translation")
        if format_ is None and "@metadata" in source.tree:
            format_ = "blockly"
        else:
            format_ = format_ or detect_format([source])
            catalog = read_tree(source.tree, source.language, format_, losses)
            catalog.name = path.stem
            return catalog
    if format_ in {"po", "pot", "mo"}:
        from .gettext import read_po  # noqa: PLC0415

        return read_po(path, language, losses)
    if format_ in {"fluent", "android", "xliff"}:
        from . import mozilla  # noqa: PLC0415

        read = getattr(mozilla, f"read_{format_}")
        catalog = read(path, language or _language(path, ""), losses)
        assert isinstance(catalog, Catalog)
        return catalog
    if format_ == "arb":
        from .icu import read_arb  # noqa: PLC0415

        return read_arb(path, language, losses)
    if format_ == "xcstrings":
        from .xcstrings import read_xcstrings  # noqa: PLC0415

        return read_xcstrings(path, language, losses)
    from . import flat  # noqa: PLC0415

    if format_ == "strings":
        return flat.read_strings(path, language or _language(path), losses)
    return flat.read_blockly(path, language, losses)


def write_catalog(
    catalog: Catalog,
    path: Path,
    format_: str,
    losses: Losses,
    source: Catalog | None = None,
) -> None:
    """Write a catalog. Losses are added to the list, one line each."""
    if format_ in I18NEXT:
        tree = write_tree(catalog, format_, losses)
        content = json.dumps(tree, ensure_ascii=False, indent=2)
        path.write_text(content + "\n", encoding="utf-8")
    elif format_ in {"po", "pot", "mo"}:
        from .gettext import write_po  # noqa: PLC0415

        write_po(catalog, path, losses, source)
    elif format_ == "xliff":
        from .mozilla import write_xliff  # noqa: PLC0415

        write_xliff(catalog, path, losses, source)
    elif format_ == "xcstrings":
        from .xcstrings import write_xcstrings  # noqa: PLC0415

        write_xcstrings(catalog, path, losses, source)
    elif format_ in {"fluent", "android"}:
        from . import mozilla  # noqa: PLC0415

        getattr(mozilla, f"write_{format_}")(catalog, path, losses)
    elif format_ == "arb":
        from .icu import write_arb  # noqa: PLC0415

        write_arb(catalog, path, losses)
    else:
        from . import flat  # noqa: PLC0415

        getattr(flat, f"write_{format_}")(catalog, path, losses)


def _language(path: Path, default: str = "en") -> str:
    """The language that the path of a file tells."""
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
