"""Reads the C headers of Calque: a parser for the subset of C that they use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_DEFINE = re.compile(
    r"(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?^#define (CALQUE_\w+) (.+)$", re.MULTILINE
)
_DIRECTIVE = re.compile(r"^#.*$", re.MULTILINE)
_ALIAS = re.compile(r"^typedef (\w+) (\w+)$")
_OPAQUE = re.compile(r"^typedef struct (\w+) \1$")
_FOREIGN = re.compile(r"^struct \w+$")
_STRUCT = re.compile(r"^typedef struct (\w+) \{(.*)\} \1$")
_CALLBACK = re.compile(r"^typedef (.+?) ?\(\*(\w+)\)\((.*)\)$")
_FUNCTION = re.compile(r"^CALQUE_API (.+?[ *])(\w+)\((.*)\)$")
_POINTER_TO_FUNCTION = re.compile(r"^(.+?) ?\(\*(\w+)\)\((.*)\)$")
_VARIABLE = re.compile(r"^(.*?[ *])(\w+)$")


@dataclass(frozen=True)
class CType:
    """A type: a name behind some pointers, or a pointer to a function."""

    name: str
    pointers: int = 0
    const: bool = False
    parameters: tuple[CType, ...] | None = None
    result: CType | None = None


@dataclass(frozen=True)
class Variable:
    """A parameter or a member of a structure."""

    name: str
    type: CType


@dataclass(frozen=True)
class Function:
    """A function, or the type of a callback."""

    name: str
    result: CType
    parameters: tuple[Variable, ...]


@dataclass
class API:
    """The declarations of the headers, in their order."""

    constants: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    opaque: list[str] = field(default_factory=list)
    structs: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    callbacks: dict[str, Function] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    constant_docs: dict[str, str] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    """The declarations as written, one per line."""


def read_headers(folder: Path) -> API:
    """Parse the headers that `calque.h` includes, in that order.

    Raises ValueError when a declaration is not understood.
    """
    api = API()
    seen: set[str] = set()
    for name in _umbrella(folder):
        _read_with_includes(folder / "calque", name, seen, api)
    return api


def read_header_beside(folder: Path, name: str, core: API) -> API:
    """Parse a header that `calque.h` does not include: what it adds to `core`.

    Raises ValueError when a declaration is not understood.
    """
    api = API(aliases=dict(core.aliases))
    _read_with_includes(folder / "calque", name, set(_umbrella(folder)), api)
    return api


def status_names(folder: Path) -> set[str]:
    """Names of the constants that `status.h` defines."""
    text = (folder / "calque" / "status.h").read_text(encoding="utf-8")
    return {
        line.split()[1]
        for line in text.splitlines()
        if line.startswith("#define CALQUE_") and "calque_status)" in line
    }


def _umbrella(folder: Path) -> list[str]:
    text = (folder / "calque.h").read_text(encoding="utf-8")
    return re.findall(r'^#include "calque/(\w+\.h)"', text, re.MULTILINE)


def _read_with_includes(folder: Path, name: str, seen: set[str], api: API) -> None:
    if name in seen:
        return
    seen.add(name)
    text = (folder / name).read_text(encoding="utf-8")
    for included in re.findall(r'^#include "(\w+\.h)"', text, re.MULTILINE):
        _read_with_includes(folder, included, seen, api)
    _read_constants(text, api)
    body = _DIRECTIVE.sub("", _COMMENT.sub(" ", text).replace("\\\n", " "))
    body = re.sub(r"\b(CALQUE_BEGIN|CALQUE_END)\b", " ", body)
    for statement in _statements(body):
        api.text.append(statement)
        _read_statement(statement, name, api)


def _read_constants(text: str, api: API) -> None:
    joined = re.sub(r"\\\n\s*", "", text)
    for doc, name, value in _DEFINE.findall(joined):
        number = re.fullmatch(r"(?:\(\(\w+\))?(-?\d+)\)?", value.strip())
        if number is None:
            continue
        api.constants[name] = int(number.group(1))
        if doc:
            api.constant_docs[name] = " ".join(re.sub(r"\n\s*\*", " ", doc).split())


def _statements(body: str) -> list[str]:
    """Split at semicolons outside braces; white space becomes single blanks."""
    statements: list[str] = []
    depth = 0
    current = ""
    for character in body:
        depth += (character == "{") - (character == "}")
        if character == ";" and depth == 0:
            statements.append(" ".join(current.split()))
            current = ""
        else:
            current += character
    if current.strip():
        raise ValueError(f"text after the last declaration: {current.strip()[:60]!r}")
    return [statement for statement in statements if statement]


def _read_statement(statement: str, header: str, api: API) -> None:
    if _FOREIGN.match(statement):
        return
    if match := _OPAQUE.match(statement):
        api.opaque.append(match.group(1))
    elif match := _STRUCT.match(statement):
        members = [part.strip() for part in _statements(match.group(2) + " ")]
        api.structs[match.group(1)] = tuple(_variable(member) for member in members)
    elif match := _CALLBACK.match(statement):
        result, name, parameters = match.groups()
        function = Function(name, _type(result), _parameters(parameters))
        api.callbacks[name] = function
    elif match := _ALIAS.match(statement):
        api.aliases[match.group(2)] = match.group(1)
    elif match := _FUNCTION.match(statement):
        result, name, parameters = match.groups()
        api.functions.append(Function(name, _type(result), _parameters(parameters)))
    else:
        raise ValueError(f"{header}: cannot read {statement!r}")


def _parameters(text: str) -> tuple[Variable, ...]:
    if text.strip() in ("", "void"):
        return ()
    parts: list[str] = []
    depth = 0
    current = ""
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return tuple(_variable(part) for part in [*parts, current.strip()])


def _variable(text: str) -> Variable:
    if match := _POINTER_TO_FUNCTION.match(text):
        result, name, parameters = match.groups()
        types = tuple(parameter.type for parameter in _parameters(parameters))
        return Variable(name, CType("", 0, False, types, _type(result)))
    match = _VARIABLE.match(text)
    if match is None:
        raise ValueError(f"cannot read the variable {text!r}")
    return Variable(match.group(2), _type(match.group(1)))


def _type(text: str) -> CType:
    words = text.replace("*", " * ").split()
    # Own structures have a typedef: others are declared elsewhere, and handed on.
    foreign = words.index("struct") + 1 if "struct" in words else -1
    if foreign > 0:
        words[foreign] = "void"
    names = [word for word in words if word not in ("*", "const", "struct")]
    if len(names) != 1:
        raise ValueError(f"cannot read the type {text!r}")
    return CType(names[0], words.count("*"), "const" in words)
