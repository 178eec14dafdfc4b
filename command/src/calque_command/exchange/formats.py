"""The formats of files and what each can hold (formats.toml), and what is lost."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks.endings import Endings
from ..checks.places import guess, is_tag
from ..checks.rules import read_toml


@dataclass(frozen=True)
class FileFormat:
    """A format of files, as formats.toml describes it."""

    suffix: str
    module: str = ""
    name: str = ""
    layout: str = ""
    names: str = ""
    text: bool = False
    plurals: bool = False
    ordinals: bool = False
    selects: bool = False
    needs_other: bool = False
    empty: bool = True
    comments: bool = False
    placeholders: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    meta: tuple[str, ...] = ()
    relatives: tuple[str, ...] = ()


_ROWS = read_toml(Path(__file__).with_suffix(".toml"))
TABLE = {name: FileFormat(**row) for name, row in _ROWS["formats"].items()}
KINDS: dict[str, str] = _ROWS["kinds"]
"""Names of metadata, and what a line about losses calls them."""
GENERAL: list[str] = _ROWS["headers"]["general"]
"""Fields of headers that each format has in its own way."""
FORMATS = {name: row.suffix for name, row in TABLE.items()}
"""The end of file names by format."""
I18NEXT = tuple(name for name, row in TABLE.items() if not row.module)
"""The formats of i18next, which are no others' JSON."""


_SUFFIXES = {suffix: name for name, suffix in FORMATS.items() if suffix != ".json"}
_SUFFIXES[".xliff"] = "xliff"


def format_of(path: Path) -> str | None:
    """The format of a file by its name; None for JSON."""
    is_mf2 = path.name.lower().endswith(".mf2.json")
    return "mf2" if is_mf2 else _SUFFIXES.get(path.suffix.lower())


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


Lose = Callable[[str], Any]
"""Adds a line about one message to the losses."""


class Losses(list[str]):
    """The losses of a conversion, one line each."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[str] = set()

    def tell(self, key: str, text: str) -> None:
        """Add a line about a message, once."""
        line = f"{key}: {text}"
        if line not in self._known:
            self._known.add(line)
            self.append(line)

    def has(self, key: str) -> bool:
        """Whether a line is about a key, or about the message of a plural form."""
        base = Endings().split(key)[0]
        heads = (f"{base}:", f"{base}_ordinal:", f"{key}:")
        return any(line.startswith(heads) for line in self)
