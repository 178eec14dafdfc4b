"""Placeholders of Apple and Android: `%1$@`, `%d`, with their names in comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from moz.l10n.model import Expression, Pattern, VariableRef

from .catalog import joined, name_of, names_of

PRINTF = re.compile(
    r"%(?:(?P<at>\d+)\$)?(?P<flags>[-+ #0']*\d*(?:\.\d+)?)"
    r"(?P<type>(?:hh|h|ll|l|q|z|t|j|L)?[@dDiuUxXoOfFeEgGaAcCsS])|%%"
)
_NOTE = re.compile(r"^placeholders: (.*)$", re.MULTILINE)
_INTEGER = re.compile("[dDiuUxXoO]$")


class Names:
    """Names of numbered placeholders, as comments and plural messages give them."""

    def __init__(self, comment: str, plural: bool = False) -> None:
        self._names: dict[int, str] = {}
        self._plural = plural
        match = _NOTE.search(comment)
        self.comment = _NOTE.sub("", comment).strip() if match else comment
        for pair in (match[1] if match else "").split(", "):
            number, equals, name = pair.partition("=")
            if equals and number.isdigit():
                self._names[int(number)] = name

    def name(self, number: int, type_: str) -> str:
        """The name of a placeholder; the first integer of a plural is the count."""
        if (
            self._plural
            and "count" not in self._names.values()
            and _INTEGER.search(type_)
        ):
            self._names.setdefault(number, "count")
        return self._names.get(number, f"arg{number}")

    def android(self, pattern: Pattern) -> Iterator[Any]:
        """The parts of a pattern of moz.l10n, with names for its placeholders."""
        following = 1
        for part in pattern:
            if not isinstance(part, Expression) or part.function == "entity":
                yield part
                continue
            match = PRINTF.fullmatch(str(part.attributes.get("source", "")))
            if match is None or match[0] == "%%":
                is_text = part.function is None and isinstance(part.arg, str)
                yield part.arg if is_text else part
                continue
            number = int(match["at"] or following)
            following += not match["at"]
            name = self.name(number, match["type"])
            if part.function == "xliff:g":
                name = name_of(part) or name
            yield replace(part, arg=VariableRef(name))


def read_printf(text: str, names: Names) -> Pattern:
    """A pattern of a text; placeholders keep what they were written as."""
    parts: Pattern = []
    at, following = 0, 1
    for match in PRINTF.finditer(text):
        parts.append(text[at : match.start()])
        at = match.end()
        if match[0] == "%%":
            parts.append("%")
            continue
        number = int(match["at"] or following)
        following += not match["at"]
        function = None if match["type"] in {"@", "s"} else "float"
        if _INTEGER.search(match["type"]):
            function = "integer"
        variable = VariableRef(names.name(number, match["type"]))
        parts.append(Expression(variable, function, attributes={"source": match[0]}))
    return joined([*parts, text[at:]])


class Positions:
    """Numbers and types for the placeholders of a message.

    `types` are those that the key or another language has, by number; `count` is an
    integer, others are objects.
    """

    def __init__(
        self, patterns: Iterable[Pattern], types: dict[int, str], text: str, number: str
    ) -> None:
        given = list(patterns)
        self._is_apple = text == "@"
        self._text, self._number = text, number
        self._numbers: dict[str, int] = {}
        self._types: dict[str, str] = {}
        self._sources: dict[str, set[str]] = {}
        for pattern in given:
            self._read(pattern)
        free = iter(range(1, 1000))
        for name in names_of(given):
            if name not in self._numbers:
                taken = set(self._numbers.values())
                self._numbers[name] = next(n for n in free if n not in taken)
            if name not in self._types and self._numbers[name] in types:
                self._types[name] = types[self._numbers[name]]

    def _read(self, pattern: Pattern) -> None:
        following = 1
        for part in pattern:
            name = name_of(part)
            if name is None or not isinstance(part, Expression):
                continue
            match = PRINTF.fullmatch(str(part.attributes.get("source", "")))
            own = re.fullmatch(r"arg(\d{1,3})", name)
            if match:
                number = int(match["at"] or following)
                following += not match["at"]
                if number not in self._numbers.values():
                    self._numbers.setdefault(name, number)
                self._types.setdefault(name, match["flags"] + match["type"])
            elif own and int(own[1]) and int(own[1]) not in self._numbers.values():
                self._numbers.setdefault(name, int(own[1]))

    def write(self, part: Any) -> str:
        """A placeholder as it is written."""
        name = name_of(part) or ""
        type_ = self._types.get(name, self._number if name == "count" else self._text)
        return f"%{self._numbers[name]}${self._own(type_)}"

    def _own(self, type_: str) -> str:
        """A type as this system has it."""
        if self._is_apple:
            return re.sub("[sS]$", "@", type_)
        return re.sub("(?:hh|h|ll|l|q|z|t|j|L)?([@a-zA-Z])$", _android, type_)

    def text(self, pattern: Pattern) -> str:
        """A pattern as it is written."""
        return "".join(
            part.replace("%", "%%") if isinstance(part, str) else self.write(part)
            for part in pattern
        )

    def note(self, comment: str) -> str:
        """The comment with the names that numbers do not say."""
        told = ", ".join(
            f"{number}={name}"
            for name, number in self._numbers.items()
            if name != f"arg{number}"
        )
        return "\n".join(filter(None, [comment, told and f"placeholders: {told}"]))


def _android(match: re.Match[str]) -> str:
    return {"@": "s", "i": "d", "u": "d", "U": "d", "D": "d"}.get(match[1], match[1])


def types_in(text: str) -> dict[int, str]:
    """The types of the placeholders of a text by their number."""
    found: dict[int, str] = {}
    following = 1
    for match in PRINTF.finditer(text):
        if match[0] != "%%":
            number = int(match["at"] or following)
            following += not match["at"]
            found[number] = match["flags"] + match["type"]
    return found
