"""The keys of a catalog as names of code, with the parameters of their messages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ..checks import CheckOptions, Source
from ..checks.facts import FactBook
from ..checks.files import visible
from ..checks.plurals import families, members


@dataclass(frozen=True)
class Parameter:
    """A parameter of a message; counts and formatted numbers are numbers."""

    name: str
    identifier: str
    is_number: bool


@dataclass(frozen=True)
class Key:
    """A key: as code passes it, its words, its parameters and a text to show."""

    key: str
    words: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    text: str


def camel(words: Sequence[str]) -> str:
    """`menuOpen`"""
    first, *rest = (word.lower() for word in words)
    return first + "".join(word.capitalize() for word in rest)


def read_keys(source: Source, options: CheckOptions, namespace: str = "") -> list[Key]:
    """The keys in the order of the file; a plural message is one."""
    book = FactBook(options, [source])
    plurals = families(source.values, options.endings, source.language)
    bases = members(plurals)
    used: set[tuple[str, ...]] = set()
    done: set[str] = set()
    keys = []
    for name, value in source.texts.items():
        family = bases.get(name)
        base = family.base if family else name
        if base in done:
            continue
        done.add(base)
        forms = [base]
        if family is not None:
            both = (plurals.get(base), plurals.get(f"{base}_ordinal"))
            forms = [key for each in both if each for key in each.keys.values()]
        parameters = _parameters(forms, source.texts, book, family is not None)
        whole = f"{namespace}:{base}" if namespace else base
        keys.append(Key(whole, _words(base, used), parameters, _shown(value)))
    return keys


def _parameters(
    forms: list[str], texts: dict[str, str], book: FactBook, is_plural: bool
) -> tuple[Parameter, ...]:
    found: dict[str, bool] = {"count": True} if is_plural else {}
    for form in forms:
        for name, part in book[texts.get(form, "")].placeholders.items():
            number = bool({"number", "currency"}.intersection(part.formats))
            found[name] = found.get(name, False) or number or name == "count"
    parameters: dict[str, Parameter] = {}
    for name, number in found.items():
        # `user.name` is a member of the parameter `user`.
        first = re.split(r"[.\[]", name)[0].strip()
        identifier = "_".join(_split(first)).lower() or "value"
        if identifier[0].isdigit():
            identifier = f"_{identifier}"
        whole = number and first == name
        parameters.setdefault(first, Parameter(first, identifier, whole))
    return tuple(parameters.values())


def _split(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", plain)
    return [word for word in re.split("[^A-Za-z0-9]+", plain) if word]


def _words(key: str, used: set[tuple[str, ...]]) -> tuple[str, ...]:
    """Words of a name unlike all before; a sentence gives its first eight."""
    words = tuple(_split(key)[:8]) or ("key",)
    if words[0][0].isdigit():
        words = ("n", *words)
    base, number = words, 2
    while tuple(map(str.lower, words)) in used:
        words, number = (*base, str(number)), number + 1
    used.add(tuple(map(str.lower, words)))
    return words


def _shown(text: str) -> str:
    """One line for a comment."""
    line = visible(" ".join(text.split())).replace("*/", "* /")
    return line if len(line) <= 70 else f"{line[:69]}…"
