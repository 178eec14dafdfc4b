"""Keys in source code, found in syntax trees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ..checks.walk import files_below
from . import templates
from .console import note, progress

_LANGUAGES = {
    ".py": "python", ".c": "c", ".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp",
    ".hpp": "cpp", ".hh": "cpp", ".swift": "swift", ".js": "javascript",
    ".mjs": "javascript", ".cjs": "javascript", ".jsx": "tsx", ".ts": "typescript",
    ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx", ".rs": "rust",
    ".go": "go", ".java": "java", ".kt": "kotlin", ".kts": "kotlin",
}  # fmt: skip
_BUILT = {"build", "dist", "target"}
# Code that may have keys, in languages that are not read.
_UNREAD = frozenset(
    """.vue .svelte .astro .pug .php .rb .erb .cs .dart .ex .eex .heex .scala .hbs .ejs
    .twig .razor .cshtml .m .mm .lua .pl .pm""".split()  # noqa: SIM905
)
_CALLS = ("call", "call_expression", "method_invocation", "macro_invocation")
_ARGUMENTS = ("argument_list", "arguments", "value_arguments", "token_tree")
_AROUND = ("parenthesized_expression", "reference_expression", "value_argument",
           "jsx_expression", "argument")  # fmt: skip
_NAME = re.compile(r"([A-Za-z_$][\w$]*)!?\s*(?:<[^()]*>)?\s*$")
_PREFIX = re.compile(r"""(?:keyPrefix|key_prefix)['"]?\s*[:=]\s*['"]([^'"]+)['"]""")

_NAMES = ("t", "T", "$t", "tf", "tr", "translate", "exists", "explain", "i18nKey")
_C_NAMES = ("translator_translate", "translator_translate_json", "translator_exists",
            "view_translate", "view_exists")  # fmt: skip
FUNCTIONS = dict.fromkeys(_NAMES, 1) | {f"calque_{name}": 2 for name in _C_NAMES}
"""Functions that take a key, and the place of the key among their arguments."""


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


@dataclass
class Code:
    """The result of a search: keys, calls whose key is unknown, and other texts."""

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


def functions_of(extra: Iterable[str]) -> dict[str, int]:
    """The functions with those of options, `name` or `name:2`."""
    functions = dict(FUNCTIONS)
    for each in extra:
        name, _, place = each.partition(":")
        if place and not place.isdigit():
            raise click.UsageError(f"a function is NAME or NAME:PLACE, not {each!r}")
        functions[name] = int(place or 1)
    return functions


def scan(paths: Iterable[Path], functions: dict[str, int]) -> Code:
    """Read the code below the paths."""
    from ast_grep_py import SgRoot  # noqa: PLC0415 (an extra)

    code = Code()
    files = sorted(set(_files(paths, code)))
    for path in progress(files, "Reading code"):
        text = path.read_text("utf-8", errors="replace")
        code.files += 1
        code.prefixes.update(_PREFIX.findall(text))
        if path.suffix in templates.ENDINGS:
            _template(text, str(path), functions, code, SgRoot)
        else:
            root = SgRoot(text, _LANGUAGES[path.suffix]).root()
            _scan(root, str(path), functions, code)
    code.uses.sort(key=lambda use: (use.file, use.line, use.column))
    return code


def _files(paths: Iterable[Path], code: Code) -> Iterator[Path]:
    known = {*_LANGUAGES, *templates.ENDINGS}
    for path in paths:
        for inner in [path] if path.is_file() else files_below(path, _BUILT):
            if inner.suffix in known and inner.is_file():
                yield inner
            elif inner.suffix in _UNREAD:
                code.skipped[inner.suffix] += 1


def _template(
    text: str, file: str, functions: dict[str, int], code: Code, parse: Any
) -> None:
    names = {**templates.FUNCTIONS, **functions}
    for expression, offset in templates.expressions(text):
        before = len(code.uses)
        _scan(parse(expression, "python").root(), file, names, code)
        line, column = templates.place_of(text, offset)
        for use in code.uses[before:]:
            use.column += column - 1 if use.line == 1 else 0
            use.line += line - 1
    for message, offset, counts in templates.messages(text):
        line, column = templates.place_of(text, offset)
        code.uses.append(Use(message, True, file, line, column, "", counts))


def _scan(root: Any, file: str, functions: dict[str, int], code: Code) -> None:
    stack = [root]
    while stack:
        node = stack.pop()
        kind = node.kind()
        stack.extend(node.children())
        if kind in _CALLS:
            _call(node, file, functions, code)
        elif kind == "jsx_attribute":
            name, *values = _named(node)
            if name.text() == "i18nKey" and values:
                _add(values[0], name, file, code, "", False)
        elif "string" in kind and "content" not in kind:
            code.texts.update(text for text, whole in _texts(node) if whole)


def _call(node: Any, file: str, functions: dict[str, int], code: Code) -> None:
    arguments = _arguments(node)
    if arguments is None:
        return
    start, first = node.range().start.index, arguments.range().start.index
    match = _NAME.search(node.text()[: first - start])
    place = functions.get(match[1]) if match else None
    given = [each for each in _named(arguments) if "comment" not in each.kind()]
    if place is None or len(given) < place:
        return
    found = list(_texts(given[place])) if given[place:] else []
    default = found[0][0] if len(found) == 1 and found[0][1] else ""
    counts = bool(re.search(r"\bcount\b", arguments.text()))
    _add(given[place - 1], node, file, code, default, counts)


def _named(node: Any) -> list[Any]:
    return [child for child in node.children() if child.is_named()]


def _arguments(node: Any) -> Any:
    for child in node.children():
        if child.kind() in _ARGUMENTS:
            return child
        if child.kind() == "call_suffix":
            return _arguments(child)
    return None


def _add(
    value: Any, node: Any, file: str, code: Code, default: str, counts: bool
) -> None:
    start = node.range().start
    for text, whole in list(_texts(value)) or [("", False)]:
        place = file, start.line + 1, start.column + 1
        use = Use(text, whole, *place, default, counts)
        (code.uses if text else code.unknown).append(use)


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
    elif named and kind in _AROUND:
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
