"""Catalog files: JSON with positions, and the folders they lie in."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from .languages import CODES

_MEMBER = re.compile(
    r'"((?:[^"\\]+|\\.)*)"(\s*:\s*(?:"(?:[^"\\]+|\\.)*"\s*,?)?)?|([{}\[\],])', re.DOTALL
)
# An escape of a surrogate that has no other half.
_SURROGATE = re.compile(
    r"(?<!\\)(?:\\\\)*(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_@][A-Za-z0-9]{1,8}){0,3}")
_TOO_DEEP = "objects are too deep inside one another"
_DEEPEST = 250
_IGNORED = {"node_modules", ".git", "__pycache__"}


class BrokenFileError(ValueError):
    """A file that cannot be read, with the position."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Tell a file that is not what its format asks for as a BrokenFileError.

    Parsers of other projects raise whatever they met; a file that cannot be opened
    stays an OSError.
    """
    try:
        yield
    except BrokenFileError as error:
        told = f"{path}:{error.line}:{error.column}: {error}"
        raise BrokenFileError(told, error.line, error.column) from None
    except (ImportError, MemoryError, ValueError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        name = type(error).__name__
        raise BrokenFileError(f"{path}: the file is broken: {name}: {error}") from error


@dataclass
class Source:
    """The texts of one language and namespace, by their keys.

    Keys within objects are joined by `separator`. `tree` is the value of the file.
    """

    language: str
    namespace: str = "translation"
    file: str = ""
    tree: dict[str, Any] = field(default_factory=dict)
    separator: str = "."
    content: str = ""
    has_duplicates: bool = False
    root: str = ""
    """Name of the member of the file that holds the tree, when it is not all of it."""

    @cached_property
    def values(self) -> dict[str, Any]:
        """Texts and other values that are no objects or arrays, by key."""
        values: dict[str, Any] = {}
        self.containers: set[str] = set()
        self.ambiguous: list[str] = []
        self._flatten(self.tree, "", values, 0)
        return values

    def _flatten(
        self, node: Any, prefix: str, values: dict[str, Any], depth: int
    ) -> None:
        if depth > _DEEPEST:
            raise RecursionError
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for name, value in items:
            key = f"{prefix}{name}"
            if isinstance(value, (dict, list)):
                self.containers.add(key)
                self._flatten(value, key + self.separator, values, depth + 1)
            elif key in values:
                self.ambiguous.append(key)
            else:
                values[key] = value

    @cached_property
    def texts(self) -> dict[str, str]:
        """The values that are texts, by key."""
        return {key: text for key, text in self.values.items() if isinstance(text, str)}

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.content))]

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        self._duplicates: list[tuple[str, int, int]] = []
        places: dict[str, tuple[int, int]] = {}
        lines = self.content.split("\n")
        if (
            not self.has_duplicates
            and not self.root
            and self._read_lines(self.tree, "", lines, 1, places)
        ):
            return places
        places = {}
        for key, offset in _keys(self.content, self.separator):
            place = self._position(offset)
            if key in places:
                self._duplicates.append((key, *place))
            places[key] = place
        return places

    def _read_lines(
        self,
        node: dict[str, Any],
        prefix: str,
        lines: list[str],
        line: int,
        places: dict[str, tuple[int, int]],
    ) -> int:
        """Find each member at the beginning of a line of its own, as files are mostly
        printed. The next line; 0 when the file is not printed so.

        A line begins outside of texts, so a text before a colon is a name, and as many
        names as the tree has are all of them. Names with escapes and elements of
        arrays are left to `_keys`, which takes several times as long.
        """
        for name, value in node.items():
            if line >= len(lines):
                return 0
            text = lines[line]
            column = text.find('"')
            colon = column + len(name) + 2
            if (
                column < 0
                or "\\" in name
                or not text.startswith(f'"{name}"', column)
                or (text[colon : colon + 1] != ":" and text[colon:].lstrip()[:1] != ":")
            ):
                return 0
            line += 1
            places[f"{prefix}{name}"] = line, column + 1
            if isinstance(value, dict) and value:
                inner = f"{prefix}{name}{self.separator}"
                line = self._read_lines(value, inner, lines, line, places)
                if not line:
                    return 0
                line += 1
            elif isinstance(value, list) and value:
                return 0
        return line

    @property
    def duplicates(self) -> list[tuple[str, int, int]]:
        """Keys that occur more than once, with line and column."""
        return self._duplicates if self._places is not None else []

    def place(self, key: str) -> tuple[int, int]:
        """Line and column of a key, or of the nearest object around it."""
        if not self.content:
            return 0, 0
        if self.root:
            key = f"{self.root}{self.separator}{key}"
        places = self._places
        while (place := places.get(key)) is None:
            key, _, last = key.rpartition(self.separator)
            if not last or not key:
                return 1, 1
        return place

    def _position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the file."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


def _keys(content: str, separator: str) -> Iterator[tuple[str, int]]:
    """Keys of objects and elements with the offsets of their names or values."""
    prefixes = [""]
    counts: list[int | None] = []
    pending = ""
    for match in _MEMBER.finditer(content):
        name, colon, mark = match.groups()
        inside = counts[-1] if counts else None
        if mark is None:
            if colon is not None:
                if "\\" in name:
                    name = json.loads(f'"{name}"')
                pending = prefixes[-1] + name
                yield pending, match.start()
            elif inside is not None:
                yield f"{prefixes[-1]}{inside}", match.start()
        elif mark in "{[":
            if inside is not None:
                pending = f"{prefixes[-1]}{inside}"
                yield pending, match.start()
            prefixes.append(pending + separator if counts else "")
            counts.append(0 if mark == "[" else None)
        elif mark == ",":
            if inside is not None:
                counts[-1] = inside + 1
        elif counts:
            prefixes.pop()
            counts.pop()


def read_source(
    path: Path, language: str, namespace: str, *, separator: str = "."
) -> Source:
    """Read a catalog file.

    A file that holds its texts below its own language, as those of Rails do, is
    read from there. Raises BrokenFileError and OSError.
    """
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise BrokenFileError("text is not valid UTF-8", line, column) from None
    repeated = False

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        made = dict(pairs)
        repeated = repeated or len(made) != len(pairs)
        return made

    try:
        tree = json.loads(content, object_pairs_hook=members)
    except json.JSONDecodeError as error:
        raise BrokenFileError(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise BrokenFileError(_TOO_DEEP) from None
    if not isinstance(tree, dict):
        raise BrokenFileError("a catalog is a JSON object")
    # The expression is slow, and few files have such escapes.
    if "\\ud" in content or "\\uD" in content:
        surrogate = _SURROGATE.search(content)
    else:
        surrogate = None
    if surrogate is not None:
        before = content[: surrogate.start()]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise BrokenFileError("half of a surrogate pair is no character", line, column)
    source = Source(language, namespace, str(path), tree, separator, content, repeated)
    try:
        # Since Python 3.13 its parser goes deeper than what walks the tree.
        _ = source.values
    except RecursionError:
        raise BrokenFileError(_TOO_DEEP) from None
    return source


@dataclass(frozen=True)
class Place:
    """A file of a folder, with the language and namespace of its path."""

    path: Path
    language: str
    namespace: str

    def read(self, separator: str = ".") -> Source:
        """Read the file, as `read_source` does."""
        return read_source(
            self.path, self.language, self.namespace, separator=separator
        )


def find_files(folder: Path, load_path: str | None = None) -> list[Place]:
    """The catalog files below a folder.

    `load_path` is a path in i18next's notation, `{{lng}}/{{ns}}.json`. Without it
    `LANG/NS.json`, `LANG.json`, `LANG.anything.json`, `NS.LANG.json` and
    `NS/LANG.json` are found, at any depth. A file alone is a catalog too.
    """
    if folder.is_file():
        found = [folder]
        root = folder.parent
    else:
        root = folder
        found = sorted(
            path
            for path in folder.rglob("*.json")
            if not _IGNORED.intersection(path.relative_to(folder).parts)
        )
    if load_path:
        pattern = _path_pattern(load_path)
        places = []
        for path in found:
            match = pattern.fullmatch(path.relative_to(root).as_posix())
            if match:
                named = match.groupdict()
                ns = named.get("ns") or "translation"
                places.append(Place(path, named["lng"], ns))
        return places
    return [place for path in found if (place := _guess(path, root))]


def _path_pattern(load_path: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\{(?:lng|ns)\}\})", load_path)
    seen: set[str] = set()
    pattern = ""
    for part in parts:
        name = part.strip("{}")
        if part not in {"{{lng}}", "{{ns}}"}:
            pattern += re.escape(part)
        elif name in seen:
            pattern += f"(?P={name})"
        else:
            seen.add(name)
            pattern += f"(?P<{name}>[^/]+)" if name == "lng" else "(?P<ns>.+)"
    if "lng" not in seen:
        raise ValueError("a load path has {{lng}} in it")
    return re.compile(pattern)


def _is_language(path: Path, name: str) -> bool:
    """Whether the name of a file or folder is a language tag.

    A code of two letters is known; of others the neighbours tell: `ast.json` is a
    language beside `es.json`.
    """
    if not _LANGUAGE.fullmatch(name):
        return False
    code = re.split("[-_@]", name)[0].lower()
    return code in CODES or (len(code) == 3 and _has_languages(path.parent))


@lru_cache(maxsize=4096)
def _has_languages(folder: Path) -> bool:
    return any(path.name.partition(".")[0] in CODES for path in folder.iterdir())


def _guess(path: Path, root: Path) -> Place | None:
    folders = path.relative_to(root).parts[:-1]
    stem = path.name.removesuffix(".json")
    first, _, rest = stem.partition(".")
    # A folder for each language, and in it a file for each namespace.
    for depth in range(len(folders) - 1, -1, -1):
        if _is_language(root.joinpath(*folders[: depth + 1]), folders[depth]):
            inner = (*folders[depth + 1 :], stem)
            return Place(path, folders[depth], "/".join(inner))
    outer = "/".join(folders) or "translation"
    if _is_language(path, first):
        return Place(path, first, outer)
    start, _, last = stem.rpartition(".")
    if start and _is_language(path, last):
        return Place(path, last, "/".join((*folders, start)))
    if not folders and not rest and _is_language(root, root.name):
        return Place(path, root.name, stem)
    return None
