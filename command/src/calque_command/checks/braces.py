"""Messages with single braces: of ICU MessageFormat, of vue-i18n and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .parts import Facts, Part
from .source import Source

_SINGLE = re.compile(r"(?<!\{)\{\s*[\w.]+\s*(?:,[^{}]*)?\}(?!\})")
_SELECT = re.compile(r"\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal)\s*,")
_LINKED = re.compile(r"@:[\w.]+|\S \| \S")
_NAME = re.compile(r"\s*([\w.-]*)\s*")
_QUOTED = re.compile("''|'[{}][^']*(?:'|$)")

NAMES = {
    "icu": "messages of ICU MessageFormat",
    "braces": "messages with {single} braces, as vue-i18n has them",
}
"""What files of other libraries are, by the name of their format."""


def detect_braces(catalogs: Iterable[Source]) -> str | None:
    """The format of catalogs that are not i18next's; None for those that are."""
    double = single = selects = 0
    for catalog in catalogs:
        for text in catalog.texts.values():
            if "{{" in text:
                double += 1
            elif "{" in text:
                selects += bool(_SELECT.search(text))
                single += bool(_SINGLE.search(text) or _SELECT.search(text))
    if single < 2 or single < 4 * double:
        return None
    return "icu" if selects else "braces"


def facts_of(text: str) -> Facts:
    """The arguments of a message, and what is broken of it."""
    facts = Facts()
    _Reader(text, facts).message(0, 0)
    return facts


class _Reader:
    """Reads a message; offsets are bytes in UTF-8."""

    def __init__(self, text: str, facts: Facts) -> None:
        self._text = text
        self._facts = facts

    def message(self, at: int, depth: int) -> int:
        """Read to the end of the text, or to the brace that ends a message."""
        text = self._text
        while at < len(text):
            quoted = _QUOTED.match(text, at)
            if quoted:
                at = quoted.end()
            elif text[at] == "{":
                at = self._argument(at, depth)
            elif text[at] == "}":
                if depth:
                    return at
                self._broken("}", at)
                at += 1
            else:
                at += 1
        return at

    def _argument(self, start: int, depth: int) -> int:
        text = self._text
        match = _NAME.match(text, start + 1)
        at = match.end() if match else start + 1
        name = match[1] if match else ""
        mark = text[at : at + 1]
        if mark == "}" and name:
            self._add(name, start, at + 1)
            return at + 1
        if mark != "," or not name:
            if mark == "" or "}" not in text[start:]:
                self._broken("{", start)
                return len(text)
            # A text in braces, such as {'@'} of vue-i18n.
            return text.index("}", start) + 1
        kind = _NAME.match(text, at + 1)
        end = kind.end() if kind else at + 1
        if kind and kind[1] in {"plural", "select", "selectordinal"}:
            end = self._options(end + 1, depth)
        else:
            closed = text.find("}", end)
            end = len(text) if closed < 0 else closed
        if end >= len(text):
            self._broken("{", start)
            return len(text)
        self._add(name, start, end + 1)
        return end + 1

    def _options(self, at: int, depth: int) -> int:
        text = self._text
        while at < len(text) and text[at] != "}":
            if text[at] == "{":
                at = self.message(at + 1, depth + 1)
            at += 1
        return at

    def _add(self, name: str, start: int, end: int) -> None:
        first, last = self._bytes(start), self._bytes(end)
        self._facts.placeholders.setdefault(name, Part(name, first, last))
        self._facts.spans.append((first, last))

    def _broken(self, mark: str, at: int) -> None:
        first = self._bytes(at)
        self._facts.broken.append(Part(mark, first, first + 1))

    def _bytes(self, at: int) -> int:
        return len(self._text[:at].encode())
