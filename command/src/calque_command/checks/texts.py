"""Rules for a text beside the text of the source."""

import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

from .facts import NOTHING, Facts, Part
from .rules import RULES, known_names

BUILT_IN = frozenset({"number", "currency", "datetime", "relativetime", "list"})
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u180e\u200b\u2060-\u2064"
    "\u206a-\u206f\ufeff\ufff9-\ufffb]"
)
_SPACELESS = frozenset({"th", "lo", "km", "my", "ja", "zh", "bo", "dz"})
_WIDE_END = re.compile("[\u3000-\u303f\uff00-\uff65]$")
_HTML = frozenset(known_names()["tags"]["html"].split())
_OPEN = frozenset(f"<{name}>" for name in known_names()["tags"]["open"].split())
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ENDS = {**dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),
         **dict.fromkeys("\u2066\u2067\u2068", "\u2069")}  # fmt: skip


@dataclass(slots=True)
class Fault:
    """A fault of one text; offsets count code points, -1 for the text as a whole."""

    rule: str
    message: str
    severity: str = ""
    start: int = -1
    end: int = -1


def fault_of(rule: str, *values: Any, start: int = -1, end: int = -1) -> Fault:
    """A fault with the message of its rule, or with the one that is given."""
    message = (RULES[rule].message or "{}").format(*values)
    return Fault(rule, message, "", start, end)


@dataclass(slots=True)
class Side:
    """A text and its facts."""

    text: str
    facts: Facts

    def fault(self, part: Part, rule: str, *values: Any) -> Fault:
        """A fault of a part of the text."""
        data = self.text.encode()
        start = len(data[: part.start].decode(errors="replace"))
        length = len(data[part.start : part.end].decode(errors="replace"))
        return fault_of(rule, *values, start=start, end=start + length)


@dataclass(slots=True)
class Plural:
    """How a text takes part in a plural message.

    `numbers` show the form, `single` if it is one alone. With `few` leaving out the
    count is a warning. `names` are the placeholders of all forms of the source.
    """

    numbers: str
    single: bool
    few: bool
    names: Set[str]


def compare(
    source: Side,
    target: Side,
    plural: Plural | None,
    formatters: Set[str],
    defaults: Set[str],
) -> Iterator[Fault]:
    """The faults of a text that is a translation of another.

    `defaults` are placeholders that every text may have or leave out.
    """
    ours, theirs = target.facts, source.facts
    if ours is not NOTHING or theirs is not NOTHING or plural is not None:
        yield from _placeholders(theirs, target, plural, defaults)
        yield from _formats(theirs, target, formatters)
        yield from _references(theirs, target)
        yield from broken(theirs, target)
        if theirs.sprintf:
            yield from _sprintf(theirs, ours, plural)
        if ours.tags or theirs.tags or ours.unbalanced:
            yield from tags(theirs, ours)
    if not is_even(target.text) or not is_even(source.text):
        yield from _spaces(source.text, target.text)


def _placeholders(
    theirs: Facts, target: Side, plural: Plural | None, defaults: Set[str]
) -> Iterator[Fault]:
    ours, known = target.facts.placeholders, {*theirs.placeholders, *defaults}
    lost = [name for name in theirs.placeholders if name not in {*ours, *defaults}]
    if plural is not None:
        known |= {*plural.names, "count"}
    added = [part for name, part in ours.items() if name not in known]
    if plural is not None:
        lost = [name for name in lost if name != "count"]
        if "count" not in ours and "count" in plural.names:
            if added:
                lost.insert(0, "count")
            else:
                yield from _count(plural)
    elif theirs.sprintf and not theirs.placeholders:
        lost = []
    if len(lost) == len(added) == 1:
        name, part = lost.pop(), added.pop()
        yield target.fault(part, "placeholder-renamed", _shown(name), _shown(part.name))
    for name in lost:
        yield fault_of("placeholder-missing", _shown(name))
    for part in added:
        yield target.fault(part, "placeholder-extra", _shown(part.name))
    for name, part in ours.items():
        other = theirs.placeholders.get(name, part)
        if part.raw and not other.raw:
            yield target.fault(part, "placeholder-unescaped", _shown(name))
        elif other.raw and not part.raw:
            yield target.fault(part, "placeholder-escaped", _shown(name))


def _count(plural: Plural) -> Iterator[Fault]:
    if plural.few and not plural.single:
        yield fault_of("plural-count", plural.numbers)
    elif not plural.single:
        shown = f"; {plural.numbers} show this text" if plural.numbers else ""
        message = f"the placeholder count of the source is missing{shown}"
        yield Fault("placeholder-missing", message)


def _formats(theirs: Facts, target: Side, known: Set[str]) -> Iterator[Fault]:
    for name, part in target.facts.placeholders.items():
        other = theirs.placeholders.get(name)
        expected = other.formats if other else ()
        unknown = [f for f in part.formats if f not in known and f not in expected]
        for format_ in unknown:
            yield target.fault(part, "formatter-unknown", format_)
        if part.formats != expected and not unknown and other is not None:
            here, there = _formatters(part.formats), _formatters(expected)
            yield target.fault(part, "placeholder-format", _shown(name), here, there)


def _formatters(formats: tuple[str, ...]) -> str:
    plural = "s" if len(formats) > 1 else ""
    return f"the formatter{plural} {', '.join(formats)}" if formats else "no formatter"


def _references(theirs: Facts, target: Side) -> Iterator[Fault]:
    expected = Counter(part.name for part in theirs.references)
    for name in expected - Counter(part.name for part in target.facts.references):
        yield fault_of("reference-missing", name)
    for part in target.facts.references:
        if part.name not in expected:
            yield target.fault(part, "reference-extra", part.name)


def broken(theirs: Facts, target: Side) -> Iterator[Fault]:
    """The halves of placeholders and references that the source has not, too."""
    expected = Counter(part.name for part in theirs.broken)
    for part in target.facts.broken:
        expected[part.name] -= 1
        if expected[part.name] < 0:
            message = f"{part.name} has no matching half"
            yield target.fault(part, "pattern-broken", message)
    for name, part in target.facts.placeholders.items():
        if name not in theirs.placeholders and (not name or "{" in name):
            message = f"a placeholder cannot be named {name!r}"
            yield target.fault(part, "pattern-broken", message)


def _sprintf(theirs: Facts, ours: Facts, plural: Plural | None) -> Iterator[Fault]:
    expected, here = _arguments(theirs.sprintf), _arguments(ours.sprintf)
    lost = [each for each in expected if each not in here]
    added = [each for each in here if each not in expected]
    if plural is not None and plural.single and len(lost) == 1 and not added:
        # "one file": the number is in the words.
        return
    differences = [
        f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {what}"
        for names, what in ((lost, "missing"), (added, "not in the source"))
        if names
    ]
    if differences:
        yield Fault("sprintf-mismatch", ", ".join(differences))


def _arguments(parts: list[Part]) -> dict[str, None]:
    """Each argument with its type: `%s` of position 2 is `%2$s`, or the second one."""
    found: dict[str, None] = {}
    place = 0
    for part in parts:
        name, _, type_ = part.name.rpartition("%")
        place += not name
        name = name or str(place)
        found[f"%{name}${type_}" if name.isdigit() else f"%({name}){type_}"] = None
    return found


def tags(theirs: Facts, ours: Facts) -> Iterator[Fault]:
    """The tags that are not closed, and those that one side alone has."""
    # HTML closes some tags itself; they may stay open unless the source closes them.
    unbalanced = [
        tag
        for tag in ours.unbalanced
        if tag not in _OPEN
        or (tag.strip("<>") in theirs.tags and tag not in theirs.unbalanced)
    ]
    stray = Counter(tag for tag in unbalanced if tag not in theirs.unbalanced)
    for tag, count in stray.items():
        name = tag.strip("</>")
        if not (name.isdigit() or name in _HTML or name in theirs.tags):
            continue
        what = "is not opened" if tag.startswith("</") else "is not closed"
        if count > 1 and not tag.startswith("</"):
            # `<b>text<b>`: one fault, though two tags are open.
            what = "is opened again instead of closed"
        yield Fault("tag-unbalanced", f"the tag {tag} {what}")
    names = {name.strip("</>") for name in (*unbalanced, *theirs.unbalanced)}
    for name in theirs.tags:
        if name not in ours.tags and name not in names:
            yield fault_of("tag-missing", name)
    for name in ours.tags:
        if name not in theirs.tags and name not in names:
            component = name.isdigit() or name[:1].isupper() or name not in _HTML
            severity = "" if component else "warning"
            yield Fault("tag-extra", f"the tag <{name}> is not in the source", severity)


def _spaces(source: str, target: str) -> Iterator[Fault]:
    if not source.strip() or not target.strip():
        return
    begins = [text[: len(text) - len(text.lstrip())] for text in (source, target)]
    ends = [text[len(text.rstrip()) :] for text in (source, target)]
    for where, (left, right) in (("begins", begins), ("ends", ends)):
        is_same = bool(left) == bool(right) and ("\n" in left) == ("\n" in right)
        if is_same or (where == "ends" and _WIDE_END.search(target)):
            continue
        what = "a line break" if "\n" in left + right else "white space"
        if right:
            message = f"the text {where} with {what}, that of the source does not"
        else:
            message = f"the text of the source {where} with {what}, this one does not"
        yield Fault("space-edges", message)


def inspect(text: str, language: str, source: str = "") -> Iterator[Fault]:
    """The faults that a text has by itself: characters that cannot be seen.

    Characters that `source` has too are not reported.
    """
    if is_even(text):
        return
    joins = language[:2].lower() in _SPACELESS
    if "\ufffd" in text and "\ufffd" not in source:
        place = text.index("\ufffd")
        yield fault_of("replacement-character", start=place, end=place + 1)
    for match in _HIDDEN.finditer(text):
        character, at = match[0], match.start()
        if character not in source and not (joins and character == "\u200b"):
            yield fault_of("invisible-character", ord(character), start=at, end=at + 1)
    opened: list[str] = []
    for match in _BIDI.finditer(text):
        character = match[0]
        if character in _ENDS:
            opened.append(_ENDS[character])
        elif opened and opened[-1] == character:
            opened.pop()
        else:
            message = f"U+{ord(character):04X} has no opening character"
            yield Fault("bidi-unbalanced", message, "", *match.span())
        if character in "\u202d\u202e" and character not in source:
            message = f"U+{ord(character):04X} overrides the direction of writing"
            yield Fault("bidi-unbalanced", message, "warning", *match.span())
    if opened:
        message = "a bidirectional embedding, override or isolate is not closed"
        yield Fault("bidi-unbalanced", message)


def is_even(text: str) -> bool:
    """Whether a text surely has no hidden character and no white space at its ends."""
    is_plain = text.isprintable() and "\ufffd" not in text
    return is_plain and text != "" and text[0] != " " != text[-1]


def _shown(name: str) -> str:
    return f"{name!r}" if name else "without a name"
