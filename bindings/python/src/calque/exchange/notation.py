"""Placeholders as formats write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..patterns import describe_patterns
from .model import Losses, Pattern, Slot, plain

_MODERN = {"v2", "v3", "v4"}


def read_texts(texts: list[str], format_: str) -> list[Pattern]:
    """Patterns of texts in i18next's notation, many in one call."""
    found = describe_patterns(texts, format=format_)
    return [_read(text, parts) for text, parts in zip(texts, found, strict=True)]


def _read(text: str, parts: list[dict[str, Any]]) -> Pattern:
    data = text.encode()
    pattern: list[str | Slot] = []
    references = [part for part in parts if part["kind"] == "reference"]
    at = 0
    for part in parts:
        start, end = part["start"], part["end"]
        # A placeholder within a reference belongs to the call that it makes.
        inside = any(each["start"] <= start < each["end"] for each in references)
        if part["kind"] != "placeholder" or inside:
            continue
        inner = data[start:end].decode().strip("{}").strip()
        formats = inner.partition(",")[2].strip() if part["formats"] else ""
        pattern.append(data[at:start].decode())
        pattern.append(Slot(part["name"], part["raw"], formats))
        at = end
    pattern.append(data[at:].decode())
    return plain(pattern)


def write_text(pattern: Pattern, format_: str, key: str, losses: Losses) -> str:
    """A pattern in the notation of a catalog format of i18next."""
    if format_ in _MODERN:
        return "".join(map(_modern, pattern))
    return "".join(_underscored(part, format_, key, losses) for part in pattern)


def _modern(part: str | Slot) -> str:
    if isinstance(part, str):
        return part
    raw = "- " if part.raw else ""
    formats = f", {part.formats}" if part.formats else ""
    return f"{{{{{raw}{part.name}{formats}}}}}"


def _underscored(part: str | Slot, format_: str, key: str, losses: Losses) -> str:
    if isinstance(part, str):
        if "$t(" in part and "{{" in part:
            losses.tell(key, "a placeholder within a reference is kept as text")
        return part
    if part.raw and format_ == "ios":
        losses.tell(key, f"{part.name!r} is no longer marked as raw")
    if part.formats:
        losses.tell(key, f"the formatter {part.formats!r} of {part.name!r} is lost")
    return f"__{part.name}{'HTML' if part.raw and format_ == 'v1' else ''}__"


def write_with(
    pattern: Pattern,
    slot: Callable[[Slot], str],
    text: Callable[[str], str],
    key: str,
    losses: Losses,
) -> str:
    """A pattern in the notation of another format, which has neither formatters nor
    raw values nor references.
    """
    parts = []
    for part in pattern:
        if isinstance(part, Slot):
            tell_slot(part, key, losses)
            parts.append(slot(part))
        else:
            tell_references(part, key, losses)
            parts.append(text(part))
    return "".join(parts)


def tell_slot(part: Slot, key: str, losses: Losses) -> None:
    """Tell what formats without formatters and raw values lose."""
    if part.formats:
        losses.tell(key, f"the formatter {part.formats!r} of {part.name!r} is lost")
    if part.raw:
        losses.tell(key, f"{part.name!r} is no longer marked as raw")


def tell_references(text: str, key: str, losses: Losses) -> None:
    """Tell that references stay as text."""
    if "$t(" in text:
        losses.tell(key, "a reference $t(…) is kept as text")


def slot_names(patterns: Iterable[Pattern]) -> dict[str, None]:
    """The names of the placeholders, each once, in their order."""
    parts = (part for pattern in patterns for part in pattern)
    return {part.name: None for part in parts if isinstance(part, Slot)}


# Placeholders in Apple's files.
APPLE = re.compile(r"%(?:(\d+)\$)?(?:@|l{0,2}[du]|\.?\d*f)")


class Positions:
    """Numbers for named placeholders, kept in a comment."""

    _NOTE = re.compile(r"^placeholders: (.*)$", re.MULTILINE)

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        names = slot_names(patterns)
        self._numbers = {name: number for number, name in enumerate(names, 1)}

    def number(self, slot: Slot) -> int:
        """The number of a placeholder, counted from 1."""
        return self._numbers[slot.name]

    def note(self, comment: str) -> str:
        """The comment with the names."""
        if not self._numbers:
            return comment
        told = ", ".join(f"{number}={name}" for name, number in self._numbers.items())
        return "\n".join(filter(None, [comment, f"placeholders: {told}"]))

    @classmethod
    def names(cls, comment: str) -> tuple[dict[int, str], str]:
        """The names by number of a comment, and the comment without them."""
        match = cls._NOTE.search(comment)
        if match is None:
            return {}, comment
        names = {}
        for pair in match[1].split(", "):
            number, equals, name = pair.partition("=")
            if equals and number.isdigit():
                names[int(number)] = name
        return names, cls._NOTE.sub("", comment).strip()


def read_positions(
    text: str, pattern: re.Pattern[str], names: dict[int, str]
) -> Pattern:
    """A pattern of a text with numbered placeholders, group 1 being the number.

    Two percent signs are one.
    """
    parts: list[str | Slot] = []
    at = 0
    next_number = 1
    for match in pattern.finditer(text):
        number = int(match[1]) if match[1] else next_number
        next_number += not match[1]
        parts.append(text[at : match.start()].replace("%%", "%"))
        parts.append(Slot(names.get(number, f"arg{number}")))
        at = match.end()
    return plain([*parts, text[at:].replace("%%", "%")])


def write_positions(
    pattern: Pattern,
    positions: Positions,
    kind: Callable[[Slot], str],
    key: str,
    losses: Losses,
) -> str:
    """A pattern with numbered placeholders, `%1` and what `kind` says of each."""

    def slot(part: Slot) -> str:
        return f"%{positions.number(part)}{kind(part)}"

    return write_with(pattern, slot, lambda text: text.replace("%", "%%"), key, losses)
