"""Placeholders of Apple and Android: `%1$@`, `%d`, with their names in comments."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from moz.l10n.model import Expression, Pattern, VariableRef

from .catalog import Text, joined, name_of, names_of, patterns_of

_PRINTF = re.compile(
    r"%(?:(?P<at>\d+)\$)?(?P<type>[-+ #0']*\d*(?:\.\d+)?"
    r"(?:hh|h|ll|l|q|z|t|j|L)?[@dDiuUxXoOfFeEgGaAcCsS])|%%"
)
_NOTE = re.compile(r"^placeholders: (.*)$", re.MULTILINE)
Types = dict[int, str]
"""The types of placeholders by their numbers."""
_ANDROID = str.maketrans("@iuUD", "sdddd")
_INTEGER = re.compile("[dDiuUxXoO]$")


def split(text: str) -> Iterator[Any]:
    """The parts of a text; placeholders keep what they were written as."""
    at = 0
    for match in _PRINTF.finditer(text):
        number = "integer" if _INTEGER.search(match[0]) else "float"
        function = None if match[0][-1] in "@s%" else number
        yield text[at : match.start()]
        arg = "%" if match[0] == "%%" else VariableRef("")
        yield Expression(arg, function, attributes={"source": match[0]})
        at = match.end()
    yield text[at:]


def _numbered(parts: Iterable[Any]) -> Iterator[tuple[Any, int, str]]:
    """Parts with the number and the type of those that are placeholders, or 0."""
    following = count(1)
    for part in parts:
        match = None
        if isinstance(part, Expression) and part.function != "entity":
            match = _PRINTF.fullmatch(str(part.attributes.get("source", "")))
        if match and match["type"]:
            yield part, int(match["at"] or next(following)), match["type"]
        else:
            yield part, 0, ""


def types_in(text: str) -> Types:
    """The types of the placeholders of a text by their number."""
    return {number: type_ for _, number, type_ in _numbered(split(text)) if number}


class Names:
    """Names of numbered placeholders, as comments and plural messages give them."""

    def __init__(self, comment: str, plural: bool = False) -> None:
        match = _NOTE.search(comment)
        self.comment = _NOTE.sub("", comment).strip() if match else comment
        self._plural = plural
        pairs = re.findall(r"(?:^|, )(\d+)=(.*?)(?=, |$)", match[1] if match else "")
        self._names = {int(number): name for number, name in pairs}

    def name(self, number: int, type_: str) -> str:
        """The name of a placeholder; the first integer of a plural is the count."""
        is_free = self._plural and "count" not in self._names.values()
        if is_free and _INTEGER.search(type_):
            self._names.setdefault(number, "count")
        return self._names.get(number, f"arg{number}")

    def named(self, parts: Iterable[Any]) -> Pattern:
        """A pattern with names for its placeholders, and quoted parts as texts."""
        made = []
        for part, number, type_ in _numbered(parts):
            if number:
                name = self.name(number, type_)
                if part.function == "xliff:g":
                    name = name_of(part) or name
                made.append(replace(part, arg=VariableRef(name)))
            elif isinstance(part, Expression) and part.function is None:
                made.append(part.arg if isinstance(part.arg, str) else part)
            else:
                made.append(part)
        return joined(made)


class Positions:
    """Numbers and types for the placeholders of a message.

    `known` are the types that other languages have; `count` is an integer, others are
    objects.
    """

    def __init__(self, text: Text, is_apple: bool, known: Types | None = None) -> None:
        given, types = patterns_of(text.value), {**(known or {}), **types_in(text.key)}
        self._comment, self._is_apple = text.comment, is_apple
        self.numbers: dict[str, int] = {}
        self._types: dict[str, str] = {}
        for part, number, type_ in (each for one in given for each in _numbered(one)):
            name = name_of(part) or ""
            own = re.fullmatch(r"arg([1-9]\d{0,2})", name)
            if number and name:
                self._types.setdefault(name, type_)
            wanted = number or (int(own[1]) if own else 0)
            if wanted and name and wanted not in self.numbers.values():
                self.numbers.setdefault(name, wanted)
        for name in names_of(given):
            if name not in self.numbers:
                taken = self.numbers.values()
                self.numbers[name] = next(n for n in count(1) if n not in taken)
            if self.numbers[name] in types:
                self._types.setdefault(name, types[self.numbers[name]])

    def write(self, part: Any) -> str:
        """A placeholder as it is written, with a type as this system has it."""
        name = name_of(part) or ""
        text, number = ("@", "lld") if self._is_apple else ("s", "d")
        type_ = self._types.get(name, number if name == "count" else text)
        if self._is_apple:
            type_ = re.sub("[sS]$", "@", type_)
        else:
            type_ = re.sub("(?:hh|h|ll|l|q|z|t|j|L)?([@a-zA-Z])$", r"\1", type_)
            type_ = type_.translate(_ANDROID)
        return f"%{self.numbers[name]}${type_}"

    def text(self, pattern: Pattern) -> str:
        """A pattern as it is written."""
        return "".join(
            part.replace("%", "%%") if isinstance(part, str) else self.write(part)
            for part in pattern
        )

    @property
    def note(self) -> str:
        """The comment with the names that numbers do not say."""
        pairs = self.numbers.items()
        named = ", ".join(f"{n}={name}" for name, n in pairs if name != f"arg{n}")
        named = named and f"placeholders: {named}"
        return "\n".join(filter(None, [self._comment, named]))
