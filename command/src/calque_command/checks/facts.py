"""Facts about texts, found once for each distinct text, many in one call."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calque.patterns import describe_patterns

from .rules import CheckOptions, known_names
from .source import Source

NAMES = {
    "icu": "messages of ICU MessageFormat",
    "braces": "messages with {single} braces, as vue-i18n has them",
}
"""Descriptions of the files of other libraries, by the name of their format."""

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9.:_-]*|\d+)(?:\s[^<>]*?)?(/?)>")
# A pattern of strftime, whose parts go in another order in each language.
_DATE = re.compile("(?<!%)%[-_0^#EO]?[ABHIMYy]")
_VOID = frozenset(known_names()["tags"]["void"].split())
# Verbs that show the same values are the same.
_TYPES = {verb: verb for verb in "bcdefgjosuxXCEFG"} | {"@": "s", "i": "d"}
# A quoted piece, an argument, the beginning of one with options, any other text in
# braces (an option, or `{'@'}` of vue-i18n), or a brace.
_TOKEN = re.compile(
    r"(?P<quoted>''|'[{}][^']*(?:'|$))"
    r"|\{\s*(?P<name>[\w.-]+)\s*(?:,[^{}]*)?\}"
    r"|\{\s*(?P<select>[\w.-]+)\s*,\s*(?:plural|select|selectordinal)\s*,"
    r"|\{[^{}]*\}|[{}]"
)


@dataclass(slots=True)
class Part:
    """A placeholder, or another part; offsets are bytes in UTF-8."""

    name: str
    start: int
    end: int
    raw: bool = False
    formats: tuple[str, ...] = ()


@dataclass(slots=True)
class Facts:
    """The parts of a text."""

    placeholders: dict[str, Part] = field(default_factory=dict)
    references: list[Part] = field(default_factory=list)
    broken: list[Part] = field(default_factory=list)
    sprintf: list[Part] = field(default_factory=list)
    intervals: list[dict[str, Any]] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    unbalanced: tuple[str, ...] = ()


NOTHING = Facts()


class FactBook(dict[str, Facts]):
    """The facts of all texts of catalogs. A text without marks has `NOTHING`."""

    def __init__(self, options: CheckOptions, catalogs: Iterable[Source]) -> None:
        self.options = options
        begins, is_other = delimiters(options), options.format in NAMES
        marks = "|".join(map(re.escape, begins)) + r"|%|\)\s?[\[{]"
        # Texts without these are plain; a set is searched faster than alternatives.
        first = re.escape("".join(text[0] for text in begins))
        begun = re.compile("[<{}]" if is_other else f"[<%){first}]").search
        marked = re.compile("[{}]" if is_other else marks).search
        texts = set[str]().union(*(each.texts.values() for each in catalogs))
        wanted = [one for one in texts if begun(one) and ("<" in one or marked(one))]
        if is_other:
            self.update((text, message_facts(text)) for text in wanted)
        else:
            patterns = [text for text in wanted if marked(text)]
            # One call of the library for all of them.
            how: Any = {"format": options.format, "options": options.options}
            found = describe_patterns(patterns, **how)
            parts = dict(zip(patterns, found, strict=True))
            self.update((text, _facts(parts.get(text, ()), text)) for text in wanted)
        for text, facts in self.items():
            if "<" in text:
                _read_tags(text, facts)
        self.has_references = any(facts.references for facts in self.values())

    def __missing__(self, text: str) -> Facts:
        return NOTHING


def delimiters(options: CheckOptions) -> list[str]:
    """Texts without any of these have no placeholder and no reference.

    The last one begins references.
    """
    given = dict(options.options)
    inner = given.get("interpolation")
    given.update(inner if isinstance(inner, Mapping) else {})
    names = {"prefix": "{{", "suffix": "}}", "nestingPrefix": "$t("}
    if options.format in {"ios", "v1"}:
        names = {"interpolationPrefix": "__", "interpolationSuffix": "__",
                 "reusePrefix": "$t("}  # fmt: skip
    return [str(given.get(name) or default) for name, default in names.items()]


def _facts(parts: Iterable[dict[str, Any]], text: str) -> Facts:
    facts, is_date = Facts(), _DATE.search(text)
    for part in parts:
        kind, start, end = part["kind"], part["start"], part["end"]
        if kind == "interval":
            facts.intervals.append(part)
            continue
        facts.spans.append((start, end))
        if kind == "placeholder":
            formats = tuple(format_["name"] for format_ in part["formats"])
            name = part["name"]
            known = facts.placeholders.get(name)
            raw = part["raw"] or (known is not None and known.raw)
            facts.placeholders[name] = Part(name, start, end, raw, formats)
        elif kind == "reference":
            formats = tuple(part["formats"])
            facts.references.append(Part(part["key"], start, end, formats=formats))
        elif kind == "sprintf":
            argument = "" if part["argument"] is None else part["argument"]
            name = f"{argument}%{_TYPES[part['verb']]}"
            # "100%-ig" and "%-encoding" left-justify nothing.
            if not is_date and text.encode()[start + 1 : end - 1] != b"-":
                facts.sprintf.append(Part(name, start, end))
        else:
            facts.broken.append(Part(part["delimiter"], start, end))
            facts.spans.pop()
    return facts


def message_facts(text: str) -> Facts:
    """The arguments of a message with single braces, and what is broken of it."""
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


def _read_tags(text: str, facts: Facts) -> None:
    opened: list[str] = []
    stray: list[str] = []
    for closing, name, alone in _TAG.findall(text):
        is_void = name.lower() in _VOID
        if not closing:
            facts.tags[name] += 1
            opened += [] if alone or is_void else [name]
        elif name in opened:
            while (last := opened.pop()) != name:
                stray.append(f"<{last}>")
        elif not is_void:
            # `<br></br>` is one tag, and nothing is open.
            stray.append(f"</{name}>")
    facts.unbalanced = (*stray, *(f"<{name}>" for name in opened))


def without_parts(text: str, facts: Facts) -> str:
    """The text without placeholders, references and tags."""
    if facts.spans:
        data = text.encode()
        for start, end in sorted(facts.spans, reverse=True):
            data = data[:start] + b" " + data[end:]
        text = data.decode(errors="replace")
    return _TAG.sub(" ", text) if "<" in text else text
