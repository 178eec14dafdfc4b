"""Catalogs of a folder in any format, as the checks read them."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..checks import NOTES, Place, Source, find_files
from ..checks.endings import Endings
from ..checks.files import files_below
from ..checks.places import guess
from .formats import FORMATS, I18NEXT, format_of, language_of

_ENDS = tuple({suffix for name, suffix in FORMATS.items() if name != "pot"})
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)+)"|^\s*([\w.@-]+)\s*[=:]')
# Formats whose files have the texts of the source too.
_BILINGUAL = {"po", "mo", "xliff"}


@dataclass(frozen=True)
class FilePlace(Place):
    """A file in a format, with the language and namespace of its path."""

    format: str = "v4"

    def catalog(self) -> Any:
        """The catalog of the file."""
        from .files import read_catalog  # noqa: PLC0415 (an extra)

        format_ = None if self.format in I18NEXT else self.format
        return read_catalog(self.path, format_, self.language)

    def read(self, separator: str = ".") -> Source:
        """The texts of the file in the notation of i18next's v4."""
        if self.format in I18NEXT:
            return super().read(separator)
        from .i18next import flat_values  # noqa: PLC0415 (an extra)

        catalog = self.catalog()
        language = self.language or catalog.language
        values = flat_values(catalog)
        source = Source(language, self.namespace, str(self.path), values)
        source.spots = _spots(self.path, values)
        source.whole_numbers = self.format in _BILINGUAL
        return source

    def original(self, language: str) -> Source | None:
        """The texts of the source that the file has beside its own."""
        if self.format not in _BILINGUAL:
            return None
        texts: dict[str, str] = {}
        for entry in self.catalog().entries:
            key = ".".join(entry.id)
            one = entry.get_meta("msgid") or entry.get_meta("source")
            plural = entry.get_meta("plural")
            if plural:
                texts |= {f"{key}_one": one, f"{key}_other": plural}
            elif one:
                texts[key] = one
        return Source(language, self.namespace, "", texts)


def _spots(path: Path, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Line and column of each key, where its name stands for the first time."""
    found: dict[str, tuple[int, int]] = {}
    content = path.read_bytes().decode(errors="replace")
    for number, line in enumerate(content.split("\n"), 1):
        for match in _QUOTED.finditer(line):
            place = number, match.start(match.lastindex or 0) + 1
            found.setdefault(match[1] or match[2], place)
    spots = {}
    for key in keys:
        base = Endings().split(key)[0]
        names = (key, base, base.rpartition("_")[0], re.sub(r"\W", "_", base))
        spots[key] = next((found[name] for name in names if name in found), (1, 1))
    return spots


def find_catalogs(
    folder: Path, format_: str | None = None, load_path: str | None = None
) -> list[FilePlace]:
    """The catalogs of a folder or file: i18next's, else of the most frequent format."""
    if format_ is None or format_ in {*I18NEXT, "auto", "blockly"}:
        files = [at for at in find_files(folder, load_path) if not format_of(at.path)]
        files = [at for at in files if at.path.suffix in {".json", ""}]
        found = [at for at in files if not _is_webext(at.path)]
        is_table = format_ not in I18NEXT and any(map(_is_table, found[:1]))
        is_table |= format_ == "blockly"
        if found or load_path:
            kind = "blockly" if is_table else "v4"
            return [FilePlace(p.path, p.language, p.namespace, kind) for p in found]
    below = (path for path in files_below(folder) if path.name.endswith(_ENDS))
    paths = [folder] if folder.is_file() else below
    root = folder.parent if folder.is_file() else folder
    others = [each for path in paths for each in _places(path, root)]
    if format_ in {None, "auto"}:
        counts = Counter(place.format for place in others)
        format_ = max(counts, key=counts.__getitem__, default=None)
    return [place for place in others if place.format == format_]


def _is_table(place: Place) -> bool:
    """Whether a file is one of Blockly's, which begin with what is known of them."""
    if str(place.path) == "-":
        return False
    with place.path.open("rb") as file:
        return b'"@metadata"' in file.read(200)


def _is_webext(path: Path) -> bool:
    return path.parent.parent.name == "_locales"


def _places(path: Path, root: Path) -> Iterator[FilePlace]:
    format_ = "webext" if _is_webext(path) else format_of(path)
    is_other = format_ == "android" and path.parent.name[:6] != "values"
    if format_ is None or is_other:
        return
    if format_ == "xcstrings":
        for language in _languages(path):
            yield FilePlace(path, language, path.stem, format_)
        return
    stem = path.name.removesuffix(FORMATS[format_]).rstrip(".")
    # The language may be the end of a name: `app_pt_BR.arb`.
    names = filter(None, (stem, stem.partition("_")[2], stem.rpartition("_")[2]))
    guesses = (guess(path, root, name) for name in names)
    found = next(filter(None, guesses), Place(path, "", stem))
    language = language_of(path) or found.language.replace("_", "-")
    namespace = found.namespace.removeprefix("LC_MESSAGES/")
    yield FilePlace(path, language, namespace, format_)


@lru_cache(maxsize=64)
def _languages(path: Path) -> tuple[str, ...]:
    try:
        table = json.loads(path.read_bytes())
        names = [table.get("sourceLanguage", "en")]
        for entry in table["strings"].values():
            names += entry.get("localizations", {})
    except (ValueError, TypeError, AttributeError, KeyError):
        return ("en",)
    return tuple(name for name in dict.fromkeys(names) if name != NOTES)
