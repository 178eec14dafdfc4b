"""Catalog files: JSON with positions, and the folders they lie in."""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from .files import read_bytes

_TEXT = r'"(?:[^"\\]+|\\.)*"'
_MEMBER = re.compile(rf"({_TEXT})(\s*:\s*(?:{_TEXT}\s*,?)?)?|([{{}}\[\],])", re.DOTALL)
# A pair of surrogates, a half of one, or another escape.
_ESCAPE = r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\u....|\\."
_ESCAPES = re.compile(_ESCAPE, re.DOTALL)
_DEEPEST = 250


@dataclass(eq=False)
class BrokenFileError(ValueError):
    """A file that cannot be read, with the position of the fault.

    `str()` begins with the file and the position, `reason` is without them.
    """

    reason: str
    line: int = 1
    column: int = 1
    file: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return place + self.reason


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raise a BrokenFileError for a file that is not what its format asks for.

    Parsers of other projects raise whatever they met; a file that cannot be opened
    stays an OSError.
    """
    try:
        yield
    except BrokenFileError as error:
        error.file = error.file or str(path)
        raise
    except (ImportError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise BrokenFileError(*_fault(error), str(path)) from error


def _fault(error: Exception) -> tuple[str, int, int]:
    """The message of a parser, and its position, which may be in the text alone."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg, error.lineno, error.colno
    if isinstance(error, UnicodeDecodeError):
        before = error.object[: error.start].decode(errors="replace")
        return "text is not valid UTF-8", *position_of(before)
    if isinstance(error, RecursionError):
        return "objects are nested too deeply", 1, 1
    text = str(error) or type(error).__name__
    line, column = getattr(error, "position", None) or (0, 0)
    if not line:
        named = re.search(r"\bline:? (\d+)(?:,? col(?:umn)?:? (\d+))?", text)
        line = getattr(error, "lineno", 0) or (int(named[1]) if named else 1)
        column = int(named[2] or 1) if named else 1
    if not isinstance(error, (ValueError, SyntaxError, OSError)):
        text = f"the file is broken: {type(error).__name__}: {text}"
    return text, max(line, 1), max(column, 1)


def position_of(before: str) -> tuple[int, int]:
    """Line and column, counted from 1, of what follows a text."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


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
    repeated: Mapping[str, bool] = field(default_factory=dict)
    """Names of members that an object has twice, and whether their values differ."""
    has_mark: bool = False
    """Whether the file begins with a byte order mark."""
    spots: Mapping[str, tuple[int, int]] | None = None
    """Lines and columns of keys, for formats other than JSON."""
    whole_numbers: bool = False
    """Whether the format has plural forms for whole numbers alone."""

    @cached_property
    def values(self) -> dict[str, Any]:
        """Texts and other values that are no objects or arrays, by key."""
        values: dict[str, Any] = {}
        self.containers: set[str] = set()
        self.ambiguous: list[str] = []
        self._flatten(self.tree, "", values, 0)
        return values

    def _flatten(self, node: Any, head: str, made: dict[str, Any], depth: int) -> None:
        if depth > _DEEPEST:
            raise RecursionError
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for name, value in items:
            key = f"{head}{name}"
            if isinstance(value, (dict, list)):
                self.containers.add(key)
                self._flatten(value, key + self.separator, made, depth + 1)
            elif key in made:
                self.ambiguous.append(key)
            else:
                made[key] = value

    @cached_property
    def texts(self) -> dict[str, str]:
        """The values that are texts, by key."""
        return {key: text for key, text in self.values.items() if isinstance(text, str)}

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.content))]

    @cached_property
    def _offsets(self) -> dict[str, int]:
        """Where the names of keys begin, and the elements of arrays."""
        return dict(_keys(self.content, self.separator))

    @cached_property
    def duplicates(self) -> dict[str, tuple[int, int]]:
        """Keys that occur more than once, with line and column of the second time."""
        seen, found = set[str](), dict[str, tuple[int, int]]()
        for key, offset in _keys(self.content, self.separator) if self.repeated else ():
            if key in seen:
                found.setdefault(key, self._position(offset))
            seen.add(key)
        return found

    def place(self, key: str, start: int = 0) -> tuple[int, int]:
        """Line and column of a key, or of the nearest object around it.

        With `start` those of a character within its text.
        """
        if self.spots is not None:
            return self.spots.get(key, (1, 1))
        if not self.content:
            return 0, 0
        while (at := self._offsets.get(key)) is None:
            key, _, last = key.rpartition(self.separator)
            if not last or not key:
                return 1, 1
            start = 0
        if start:
            before = rf'(?:{_TEXT}\s*:\s*)?"(?:{_ESCAPE}|.){{{start}}}'
            text = re.compile(before, re.S).match(self.content, at)
            at = text.end() if text else at
        return self._position(at)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


def _keys(content: str, separator: str) -> Iterator[tuple[str, int]]:
    """Keys of objects and elements with the offsets of their names or values."""
    prefix, pending = "", ""
    index: int | None = None
    outer: list[tuple[str, int | None]] = []
    for match in _MEMBER.finditer(content):
        name, colon, mark = match.groups()
        if colon is not None:
            pending = prefix + (json.loads(name) if "\\" in name else name[1:-1])
            yield pending, match.start()
        elif mark == ",":
            index = None if index is None else index + 1
        elif mark in {"}", "]"}:
            prefix, index = outer.pop() if outer else ("", None)
        else:
            if index is not None:
                pending = f"{prefix}{index}"
                yield pending, match.start()
            if mark is not None:
                outer.append((prefix, index))
                prefix = pending + separator if outer[1:] else ""
                index = 0 if mark == "[" else None


def read_source(
    path: Path, language: str, namespace: str, *, separator: str = "."
) -> Source:
    """Read a catalog file, `-` from standard input.

    Raises BrokenFileError and OSError.
    """
    with reading(path):
        data = read_bytes(path)
        content = data.decode("utf-8-sig")
        source = source_of(content, language, namespace, separator, str(path))
        source.has_mark = data.startswith(b"\xef\xbb\xbf")
        return source


def source_of(
    content: str, language: str, namespace: str, separator: str = ".", file: str = ""
) -> Source:
    """A catalog of the text of a file. Raises ValueError."""
    repeated: dict[str, bool] = {}

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            counts = Counter(name for name, _value in pairs)
            for name, value in pairs:
                if counts[name] > 1:
                    repeated[name] = repeated.get(name, False) or made[name] != value
        return made

    tree = json.loads(content, object_pairs_hook=members)
    if not isinstance(tree, dict):
        raise BrokenFileError("a catalog must be a JSON object")
    # The expression is slow, and few files have such escapes.
    if "\\ud" in content or "\\uD" in content:
        halves = (match for match in _ESCAPES.finditer(content) if match[1])
        if half := next(halves, None):
            position = position_of(content[: half.start()])
            raise BrokenFileError("half a surrogate pair is not a character", *position)
    source = Source(language, namespace, file, tree, separator, content, repeated)
    # Since Python 3.13 its parser goes deeper than what walks the tree.
    _ = source.values
    return source
