"""Keys in source code, found in syntax trees."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ..checks.endings import Endings
from ..checks.files import files_below, read_bytes
from ..checks.rules import read_toml
from ..checks.source import position_of
from . import templates
from .console import note

_TABLE = read_toml(Path(__file__).with_suffix(".toml"))
_LANGUAGES, _KINDS, _FILES = _TABLE["languages"], _TABLE["nodes"], _TABLE["files"]
_NAME = re.compile(r"([A-Za-z_$][\w$]*)!?\s*(?:<[^()]*>)?\s*$")
_PREFIX = re.compile(r"""(?:keyPrefix|key_prefix)['"]?\s*[:=]\s*['"]([^'"]+)['"]""")


@dataclass
class Use:
    """A key in code. One that is not `whole` is the beginning of a composed key."""

    key: str
    whole: bool
    file: str
    line: int
    column: int
    default: str = ""
    counts: bool = False


def functions_of(extra: Iterable[str]) -> dict[str, int]:
    """The functions with those of options, `name` or `name:2`."""
    functions = dict(_TABLE["functions"])
    for each in extra:
        name, _, place = each.partition(":")
        if place and not place.isdigit():
            raise click.UsageError(f"a function is NAME or NAME:PLACE, not {each!r}")
        functions[name] = int(place or 1)
    return functions


def names_of(key: str, endings: Endings, separator: str) -> list[str]:
    """How code may write a key: without its plural form, context, or last names."""
    bare = endings.split(key)[0]
    names = [key, bare]
    if endings.context in bare:
        names.append(bare.rpartition(endings.context)[0])
    steps = bare.split(separator)
    return names + [separator.join(steps[:end]) for end in range(1, len(steps))]


def scan(paths: Iterable[Path], functions: dict[str, int], name: str = "") -> "Code":
    """Read the code below the paths; `name` is the file that `-` stands for."""
    code = Code(functions)
    for path in sorted(set(_files(paths, code))):
        file = Path(name) if str(path) == "-" else path
        if file.suffix not in _LANGUAGES:
            raise click.UsageError("`-` needs --stdin-filename, with a known ending")
        code.read(file, read_bytes(path).decode("utf-8", errors="replace"))
    code.uses.sort(key=lambda use: (use.file, use.line, use.column))
    return code


def _files(paths: Iterable[Path], code: "Code") -> Iterator[Path]:
    for path in paths:
        if str(path) == "-":
            yield path
            continue
        below = files_below(path, {*_FILES["built"]})
        for inner in [path] if path.is_file() else below:
            if inner.suffix in _LANGUAGES and inner.is_file():
                yield inner
            elif inner.suffix in _FILES["unread"]:
                code.skipped[inner.suffix] += 1


@dataclass
class Code:
    """The result of a search: keys, calls whose key is unknown, and other texts."""

    functions: dict[str, int]
    uses: list[Use] = field(default_factory=list)
    unknown: list[Use] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    prefixes: set[str] = field(default_factory=set)
    files: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    def note_skipped(self) -> None:
        """Say which files were not read, by their endings."""
        if self.skipped:
            listed = ", ".join(f"{end} {n}" for end, n in self.skipped.most_common())
            note(f"files that were not read: {listed}")

    def read(self, file: Path, text: str) -> None:
        """Add what a file uses."""
        from ast_grep_py import SgRoot  # noqa: PLC0415 (an extra)

        self.files += 1
        self.prefixes.update(_PREFIX.findall(text))
        self._file, self._begin, self._known = str(file), (1, 1), self.functions
        language = _LANGUAGES[file.suffix]
        if language != "template":
            self._scan(SgRoot(text, language).root())
            return
        self._known = {**_TABLE["templates"], **self.functions}
        for expression, offset in templates.expressions(text):
            self._begin = position_of(text[:offset])
            self._scan(SgRoot(expression, "python").root())
        for message, offset, counts in templates.messages(text):
            place = self._file, *position_of(text[:offset])
            self.uses.append(Use(message, True, *place, counts=counts))

    def _scan(self, root: Any) -> None:
        stack = [root]
        while stack:
            node = stack.pop()
            kind = node.kind()
            stack.extend(node.children())
            if kind in _KINDS["calls"]:
                self._call(node)
            elif kind == "jsx_attribute":
                name, *values = _named(node)
                if name.text() == "i18nKey" and values:
                    self._add(values[0], name, "", False)
            elif "string" in kind and "content" not in kind:
                self.texts.update(text for text, is_whole in _texts(node) if is_whole)

    def _call(self, node: Any) -> None:
        arguments = _arguments(node)
        if arguments is None:
            return
        start, first = node.range().start.index, arguments.range().start.index
        match = _NAME.search(node.text()[: first - start])
        place = self._known.get(match[1]) if match else None
        given = [each for each in _named(arguments) if "comment" not in each.kind()]
        if place is None or len(given) < place:
            return
        found = list(_texts(given[place])) if given[place:] else []
        default = found[0][0] if len(found) == 1 and found[0][1] else ""
        counts = bool(re.search(r"\bcount\b", arguments.text()))
        self._add(given[place - 1], node, default, counts)

    def _add(self, value: Any, node: Any, default: str, counts: bool) -> None:
        start, (line, column) = node.range().start, self._begin
        place = line + start.line, start.column + (1 if start.line else column)
        for text, whole in list(_texts(value)) or [("", False)]:
            use = Use(text, whole, self._file, *place, default, counts)
            (self.uses if text else self.unknown).append(use)


def _named(node: Any) -> list[Any]:
    return [child for child in node.children() if child.is_named()]


def _arguments(node: Any) -> Any:
    for child in node.children():
        if child.kind() in _KINDS["arguments"]:
            return child
        if child.kind() == "call_suffix":
            return _arguments(child)
    return None


def _texts(node: Any) -> Iterator[tuple[str, bool]]:
    """The texts that an expression can be, and whether each is whole."""
    kind, named = node.kind(), _named(node)
    if kind in {"conditional_expression", "ternary_expression"}:
        # Python's has its condition in the middle, the others at the beginning.
        branches = named[:1] + named[2:] if named and _is_text(named[0]) else named[1:]
        for branch in branches:
            yield from _texts(branch)
    elif "binary" in kind or kind == "additive_expression":
        # Its text, or what it begins with.
        right = list(_texts(named[-1])) if named[1:] else []
        for head, whole in _texts(named[0]) if named else ():
            if whole and len(right) == 1:
                yield head + right[0][0], right[0][1]
            else:
                yield head, False
    elif kind == "concatenated_string":
        yield "".join(text for child in named for text, _whole in _texts(child)), True
    elif kind == "macro_invocation" and node.text().startswith("format!"):
        tokens = [each for child in named[1:] for each in child.children()]
        texts = [text for each in tokens if _is_text(each) for text, _ in _texts(each)]
        if texts:
            head = texts[0].partition("{")[0]
            yield head, head == texts[0]
    elif _is_text(node):
        yield _literal(node, named)
    elif named and kind in _KINDS["around"]:
        yield from _texts(named[-1])


def _is_text(node: Any) -> bool:
    kind = node.kind()
    return kind in {"string", "template_string"} or kind.endswith("string_literal")


def _literal(node: Any, named: list[Any]) -> tuple[str, bool]:
    text = ""
    for child in named:
        kind = child.kind()
        if "interpol" in kind or "substitution" in kind:
            return text, False
        if "escape" in kind:
            text += _unescaped(child.text())
        elif any(word in kind for word in ("content", "fragment", "str_text")):
            text += child.text()
    if not named:
        text = re.sub(r"""^[A-Za-z]*["'`]|["'`]$""", "", node.text())
    return text, True


def _unescaped(text: str) -> str:
    try:
        return text.encode("latin-1").decode("unicode_escape")
    except (UnicodeDecodeError, UnicodeEncodeError):
        return text
