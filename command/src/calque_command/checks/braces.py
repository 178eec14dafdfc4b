"""Messages with single braces: of ICU MessageFormat, of vue-i18n and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .parts import Facts, Part
from .source import Source

_SINGLE = re.compile(r"(?<!\{)\{\s*[\w.]+\s*(?:,[^{}]*)?\}(?!\})")
_SELECT = re.compile(r"\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal)\s*,")
_LINKED = re.compile(r"@:[\w.]+|\S \| \S")
# A quoted piece, an argument, the beginning of one with options, any other text in
# braces (an option, or `{'@'}` of vue-i18n), or a brace.
_TOKEN = re.compile(
    r"(?P<quoted>''|'[{}][^']*(?:'|$))"
    r"|\{\s*(?P<name>[\w.-]+)\s*(?:,[^{}]*)?\}"
    r"|\{\s*(?P<select>[\w.-]+)\s*,\s*(?:plural|select|selectordinal)\s*,"
    r"|\{[^{}]*\}|[{}]"
)

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
    """The arguments of a message, and what is broken of it; offsets are in UTF-8."""
    facts = Facts()

    def part(name: str, start: int, end: int) -> Part:
        return Part(name, len(text[:start].encode()), len(text[:end].encode()))

    def add(name: str, start: int, end: int) -> None:
        made = part(name, start, end)
        facts.placeholders.setdefault(name, made)
        facts.spans.append((made.start, made.end))

    # Arguments that are open, each with its options: "" is a message among them.
    opened: list[tuple[str, int]] = []
    skipped = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        is_message = not opened or not opened[-1][0]
        if start < skipped or match["quoted"]:
            continue
        if match[0] == "}":
            name, begin = opened.pop() if opened else ("", -1)
            if name:
                add(name, begin, end)
            elif begin < 0:
                facts.broken.append(part("}", start, end))
        elif not is_message:
            opened += [("", start)] if match[0] == "{" else []
        elif match["name"]:
            add(match["name"], start, end)
        elif match["select"]:
            opened.append((match["select"], start))
        elif match[0] == "{":
            skipped = text.find("}", start) + 1
            if not skipped:
                opened.append(("{", start))
                break
    for name, start in reversed(opened):
        if name:
            facts.broken.append(part("{", start, start + 1))
    return facts
