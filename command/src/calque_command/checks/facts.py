"""Facts about texts, found once for each distinct text, many in one call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from calque.patterns import describe_patterns

from .braces import NAMES, facts_of
from .options import CheckOptions
from .parts import NOTHING, Facts, Part
from .rules import known_names
from .source import Source

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9.:_-]*|\d+)(?:\s[^<>]*?)?(/?)>")
# A pattern of strftime, whose parts go in another order in each language.
_DATE = re.compile("(?<!%)%[-_0^#EO]?[ABHIMYy]")
_VOID = frozenset(known_names()["tags"]["void"].split())


class FactBook:
    """The facts of all texts of catalogs. A text without marks has `NOTHING`."""

    def __init__(self, options: CheckOptions, catalogs: Iterable[Source]) -> None:
        begins, is_other = delimiters(options), options.format in NAMES
        marks = "|".join(map(re.escape, begins)) + r"|%|\)\s?[\[{]"
        # Texts without these are plain; a set is searched faster than alternatives.
        first = re.escape("".join(text[0] for text in begins))
        begun = re.compile("[<{}]" if is_other else f"[<%){first}]").search
        marked = re.compile("[{}]" if is_other else marks).search
        texts = dict.fromkeys(
            chain.from_iterable(each.texts.values() for each in catalogs)
        )
        wanted = [
            text for text in texts if begun(text) and ("<" in text or marked(text))
        ]
        if is_other:
            self._book = {text: with_tags(text, facts_of(text)) for text in wanted}
        else:
            patterns = [text for text in wanted if marked(text)]
            # One call of the library for all of them.
            found = describe_patterns(
                patterns, format=options.format, options=options.options
            )
            described = dict(zip(patterns, found, strict=True))
            self._book = {
                text: with_tags(text, _facts(described.get(text, ()), text))
                for text in wanted
            }
        self.has_references = any(facts.references for facts in self._book.values())

    def __getitem__(self, text: str) -> Facts:
        return self._book.get(text, NOTHING)


def delimiters(options: CheckOptions) -> list[str]:
    """Texts without any of these have no placeholder and no reference.

    The last one begins references.
    """
    given = dict(options.options)
    inner = given.get("interpolation")
    if isinstance(inner, Mapping):
        given.update(inner)
    if options.format in {"ios", "v1"}:
        names = dict.fromkeys(("interpolationPrefix", "interpolationSuffix"), "__")
        names["reusePrefix"] = "$t("
    else:
        names = {"prefix": "{{", "suffix": "}}", "nestingPrefix": "$t("}
    return [str(given.get(name) or default) for name, default in names.items()]


def _facts(parts: Iterable[dict[str, Any]], text: str) -> Facts:
    facts, is_date = Facts(), _DATE.search(text)
    for part in parts:
        kind, start, end = part["kind"], part["start"], part["end"]
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
            argument = part["argument"]
            name = f"{'' if argument is None else argument}%{_TYPES[part['verb']]}"
            # "100%-ig" and "%-encoding" left-justify nothing.
            if not is_date and text.encode()[start + 1 : end - 1] != b"-":
                facts.sprintf.append(Part(name, start, end))
        elif kind == "interval":
            facts.intervals.append(part)
            continue
        else:
            facts.broken.append(Part(part["delimiter"], start, end))
            continue
        facts.spans.append((start, end))
    return facts


def with_tags(text: str, facts: Facts) -> Facts:
    """The facts with the tags of a text."""
    if "<" in text:
        _read_tags(text, facts)
    return facts


# Verbs that show the same values are the same.
_TYPES = {verb: verb for verb in "bcdefgjosuxXCEFG"} | {"@": "s", "i": "d"}


def _read_tags(text: str, facts: Facts) -> None:
    opened: list[str] = []
    stray: list[str] = []
    for closing, name, alone in _TAG.findall(text):
        if closing:
            if name in opened:
                while (last := opened.pop()) != name:
                    stray.append(f"<{last}>")
            else:
                # `<br></br>` is one tag, and nothing is open.
                stray += [] if name.lower() in _VOID else [f"</{name}>"]
            continue
        facts.tags[name] += 1
        if not alone and name.lower() not in _VOID:
            opened.append(name)
    facts.unbalanced = (*stray, *(f"<{name}>" for name in opened))


def without_parts(text: str, facts: Facts) -> str:
    """The text without placeholders, references and tags."""
    if facts.spans:
        data = text.encode()
        for start, end in sorted(facts.spans, reverse=True):
            data = data[:start] + b" " + data[end:]
        text = data.decode(errors="replace")
    return _TAG.sub(" ", text) if "<" in text else text


def spans_of(text: str, facts: Facts) -> list[tuple[int, int]]:
    """Where placeholders, references and tags are, in code points, without overlaps."""
    data = text.encode()
    found = [
        (len(data[:start].decode()), len(data[:end].decode()))
        for start, end in facts.spans
    ]
    if "<" in text:
        found += [match.span() for match in _TAG.finditer(text)]
    spans: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if spans and start < spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans
