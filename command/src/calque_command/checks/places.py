"""The catalog files of a folder, with the language and namespace of each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from calque.language import language_of_locale

from .files import files_below
from .rules import known_names
from .source import Source, read_source

_TABLE = known_names()["languages"]
CODES = frozenset(_TABLE["codes"].split())
_MEANT: dict[str, str] = _TABLE["meant"]
_COPIES = frozenset(_TABLE["copies"].split())

NOTES = "qqq"
"""The language whose texts are notes for translators, as in Blockly and MediaWiki."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_@][A-Za-z0-9]{1,8}){0,3}")


@dataclass(frozen=True)
class Place:
    """A file of a folder, with the language and namespace of its path."""

    path: Path
    language: str
    namespace: str

    def read(self, separator: str = ".") -> Source:
        """Read the file, as `read_source` does."""
        where = self.path, self.language, self.namespace
        return read_source(*where, separator=separator)


def find_files(folder: Path, load_path: str | None = None) -> list[Place]:
    """The catalog files below a folder.

    `load_path` is a path in i18next's notation, `{{lng}}/{{ns}}.json`. Without it
    `LANG/NS.json`, `LANG.json`, `LANG.anything.json`, `NS.LANG.json` and
    `NS/LANG.json` are found, at any depth, but none that git ignores. A file alone is a
    catalog too, and `-` that of standard input.
    """
    if str(folder) == "-":
        return [Place(folder, "", "translation")]
    root, found = folder.parent, [folder]
    if not folder.is_file():
        root = folder
        found = [each for each in files_below(folder) if each.suffix == ".json"]
    if not load_path:
        return [place for path in found if (place := guess(path, root))]
    if "{{lng}}" not in load_path:
        raise ValueError("a load path must contain {{lng}}")
    spelt, places = re.escape(load_path), []
    for name, inner in (("lng", "[^/]+"), ("ns", ".+")):
        mark = re.escape(f"{{{{{name}}}}}")
        spelt = spelt.replace(mark, f"(?P<{name}>{inner})", 1)
        spelt = spelt.replace(mark, f"(?P={name})")
    pattern = re.compile(spelt)
    for path in found:
        if match := pattern.fullmatch(path.relative_to(root).as_posix()):
            namespace = match.groupdict().get("ns") or "translation"
            places.append(Place(path, match["lng"], namespace))
    return places


def code_of(name: str) -> str:
    """The code of a language that a tag or name begins with."""
    return re.split("[-_@]", name)[0].lower()


def _is_language(path: Path, name: str) -> bool:
    # Of codes of three letters the neighbours tell: `ast.json` beside `es.json`.
    code = code_of(name) if _LANGUAGE.fullmatch(name) else ""
    return code in CODES or (len(code) == 3 and _has_languages(path.parent))


@lru_cache(maxsize=4096)
def _has_languages(folder: Path) -> bool:
    return any(path.name.partition(".")[0] in CODES for path in folder.iterdir())


def is_tag(name: str) -> bool:
    """Whether a name is a language tag with a known code."""
    return bool(_LANGUAGE.fullmatch(name)) and code_of(name) in {*CODES, NOTES}


def guess(path: Path, root: Path, stem: str = "") -> Place | None:
    """The language and namespace that the path of a file names."""
    folders = path.relative_to(root).parts[:-1]
    stem = stem or path.name.removesuffix(".json")
    first, _, rest = stem.partition(".")
    # A folder for each language, and in it a file for each namespace.
    for depth in range(len(folders) - 1, -1, -1):
        if _is_language(root.joinpath(*folders[: depth + 1]), folders[depth]):
            inner = (*folders[depth + 1 :], stem)
            return Place(path, folders[depth], "/".join(inner))
    if rest in _COPIES:
        return None
    outer = "/".join(folders) or "translation"
    if _is_language(path, first):
        return Place(path, first, outer)
    start, _, last = stem.rpartition(".")
    if start and _is_language(path, last):
        return Place(path, last, "/".join((*folders, start)))
    if not folders and not rest and _is_language(root, root.name):
        return Place(path, root.name, stem)
    return None


def strays(folder: Path, places: Sequence[Place]) -> Iterator[tuple[Path, str]]:
    """Findings about names of files and folders that are not languages."""
    if not folder.is_dir():
        return
    known = {place.path for place in places}
    parents: dict[Path, set[str]] = {}
    for place in places:
        for path in (place.path, *place.path.parents):
            if path == folder:
                break
            if path.name.partition(".")[0] == place.language:
                parents.setdefault(path.parent, set()).add(place.language)
        tag = place.language
        is_plain = re.fullmatch("[^_@]+-[^_@]+", tag)
        if is_plain and (known_as := language_of_locale(tag) or tag) != tag:
            yield place.path, f"{tag!r} is never found: it is looked up as {known_as!r}"
    for parent, languages in parents.items():
        for path in sorted(parent.iterdir()) if len(languages) > 1 else ():
            is_stray = path not in known and path.suffix in {"", ".json"}
            if is_stray and (fault := _named_wrongly(path, languages)):
                yield path, fault


def _named_wrongly(path: Path, languages: set[str]) -> str:
    name, _, rest = path.name.removesuffix(".json").partition(".")
    code = code_of(name)
    if name in languages and rest in _COPIES:
        return "it is a copy, and is not read"
    if name in languages or code in CODES or rest:
        return ""
    if code in _MEANT:
        return f"{name!r} is not a language tag; {_MEANT[code]!r} is"
    is_meant = len(code) == 2 and _LANGUAGE.fullmatch(name)
    return f"{name!r} is not a language tag" if is_meant else ""
