"""Folders of catalogs in the formats of other programs.

The converters are those of `calque convert`; this module knows how the files of a
format lie in a folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from calque.exchange import FORMATS, I18NEXT, Losses, read_catalog, write_catalog
from calque.exchange.i18next import read_tree, write_tree

from . import names
from .catalogs import Trees
from .errors import invalid
from .folders import DEFAULT_NAMESPACE
from .projects import Project

# Where a format has the file of a language and namespace; the first is written.
_LAYOUTS: dict[str, tuple[str, ...]] = {
    name: (f"{{tag}}/{{ns}}{suffix}", f"{{tag}}{suffix}")
    for name, suffix in FORMATS.items()
} | {
    "po": ("{tag}/LC_MESSAGES/{ns}.po", "{tag}/{ns}.po", "{tag}.po"),
    "mo": ("{tag}/LC_MESSAGES/{ns}.mo", "{tag}/{ns}.mo", "{tag}.mo"),
    "pot": ("{ns}.pot",),
    "ios": ("{tag}.lproj/{ns}.json", "{tag}.json"),
    "android": ("values-{tag}/{ns}.xml", "values/{ns}.xml"),
    "strings": ("{tag}.lproj/{ns}.strings",),
    "xcstrings": ("{ns}.xcstrings",),
    "arb": ("{ns}_{tag}.arb",),
}


def detect(folder: Path) -> str | None:
    """The format of a folder whose files are not JSON; None for JSON."""
    for name, suffix in FORMATS.items():
        if suffix != ".json" and any(folder.rglob(f"*{suffix}")):
            return name
    return None


def read(folder: Path, format: str, project: Project, losses: Losses) -> Trees:
    """The catalogs of a folder in the format of a project.

    Raises Refused when there are none, or one cannot be read.
    """
    trees: Trees = {}
    try:
        for path, tag, name in _found(folder, format, project.source_locale):
            catalog = read_catalog(path, format, tag, losses)
            tree = write_tree(catalog, project.format, losses)
            trees.setdefault(tag, {})[name] = tree
    except (OSError, ValueError) as error:
        raise invalid(f"{folder}: {error}") from error
    if not trees:
        wanted = " or ".join(_LAYOUTS[format])
        raise invalid(
            f"{folder}: no catalogs there; {format} is looked for as {wanted}"
        )
    return trees


def write(
    trees: Trees, folder: Path, format: str, project: Project, losses: Losses
) -> int:
    """Write the catalogs of a project in a format; how many files."""
    written = set()
    sources = trees.get(project.source_locale, {})
    # Formats with all languages in one file begin with the source.
    order = sorted(trees, key=lambda tag: (tag != project.source_locale, tag))
    for tag in order:
        for name, tree in trees[tag].items():
            path = folder / _LAYOUTS[format][0].format(
                tag=_qualifier(tag) if format == "android" else tag, ns=name
            )
            if format == "pot" and tag != project.source_locale:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if path not in written:
                path.unlink(missing_ok=True)
            written.add(path)
            if format in I18NEXT and format == project.format:
                # Nothing is converted, so nothing can be lost.
                data = json.dumps(tree, ensure_ascii=False, indent=2)
                path.write_text(data + "\n", "utf-8")
                continue
            catalog = read_tree(tree, tag, project.format, losses)
            catalog.name, catalog.source_language = name, project.source_locale
            source = None
            # A template has the texts of the source and none of its own.
            if name in sources and (tag != project.source_locale or format == "pot"):
                source = read_tree(
                    sources[name], project.source_locale, project.format, losses
                )
            write_catalog(catalog, path, format, losses, source)
    return len(written)


def _found(folder: Path, format: str, source: str) -> Iterator[tuple[Path, str, str]]:
    """Files with their language and namespace."""
    for path in sorted(folder.rglob(f"*{FORMATS[format]}")):
        place = path.relative_to(folder).as_posix()
        for layout in _LAYOUTS[format]:
            fits = _pattern(layout).fullmatch(place)
            if fits is None:
                continue
            parts = fits.groupdict()
            name = names.namespace(parts.get("ns", DEFAULT_NAMESPACE))
            if format == "xcstrings":
                yield from ((path, tag, name) for tag in _languages(path, source))
            else:
                tag = parts.get("tag", source)
                if format == "android":
                    tag = tag.removeprefix("b+").replace("+", "-").replace("-r", "-")
                yield path, names.tag(tag), name
            break


@cache
def _pattern(layout: str) -> re.Pattern[str]:
    written = re.escape(layout)
    written = written.replace(r"\{tag\}", r"(?P<tag>[A-Za-z]{2,8}([-_+][A-Za-z0-9]+)*)")
    return re.compile(written.replace(r"\{ns\}", "(?P<ns>[^/]+?)"))


def _qualifier(tag: str) -> str:
    """A language as Android's folders have it: `pt-rBR`, `b+sr+Latn`."""
    parts = tag.split("-")
    if len(parts) == 1:
        return tag
    if len(parts) == 2 and len(parts[1]) == 2:
        return f"{parts[0]}-r{parts[1]}"
    return "b+" + "+".join(parts)


def _languages(path: Path, source: str) -> list[str]:
    table = json.loads(path.read_text("utf-8-sig"))
    found = {
        tag
        for entry in table.get("strings", {}).values()
        for tag in entry.get("localizations", {})
    }
    return sorted(found | {table.get("sourceLanguage") or source})
