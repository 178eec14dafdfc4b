"""Catalogs between formats: resources of moz.l10n, and what a conversion loses.

An entry's id is the path of its key. Plural messages select on the variable `count`,
by CLDR's category; ordinals by a number with the option `select=ordinal`. Metadata have
the names of the format that they were read from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from moz.l10n.model import (
    CatchallKey,
    Entry,
    Expression,
    Message,
    Metadata,
    Pattern,
    PatternMessage,
    Resource,
    Section,
    SelectMessage,
    VariableRef,
)

from ..checks.endings import CATEGORIES
from .losses import Losses

ARRAY = "array"
"""Metadata of an entry within arrays: the places in its path that are indices."""
UNTRANSLATED = "untranslated"
"""Metadata of an entry that the file has without a text."""

EXACT = {"0": "zero", "1": "one", "2": "two"}
"""The categories for which variants of single numbers are taken."""

Forms = dict[str, Pattern]
"""Patterns by plural category."""


@dataclass
class Catalog:
    """The messages of one language, and the format that they were read from."""

    language: str
    resource: Resource[Message]
    format: str = ""
    source_language: str = ""
    name: str = "translation"
    source: Catalog | None = None
    """The catalog of the source language, for formats that contain its texts."""
    losses: Losses = field(default_factory=Losses)
    """What is lost of it while it is read or written."""
    before: bytes = b""
    """The file that it is written into, for formats with many languages in one."""

    @property
    def entries(self) -> list[Entry[Message]]:
        """All entries, without the comments between them."""
        found: list[Entry[Message]] = []
        for section in self.resource.sections:
            found += (each for each in section.entries if isinstance(each, Entry))
        return found


def catalog_of(language: str, format_: str, losses: Losses | None = None) -> Catalog:
    """A catalog without entries."""
    resource: Resource[Message] = Resource(None, [Section((), [])])
    return Catalog(
        language, resource, format_, losses=Losses() if losses is None else losses
    )


@dataclass
class Text:
    """A message as a file without objects has it: one key, and all that is about it."""

    key: str
    value: Message
    comment: str = ""
    meta: list[Metadata] = field(default_factory=list)

    @property
    def pattern(self) -> Pattern:
        """Its one pattern, or the first one."""
        return patterns_of(self.value)[0]


def variable(name: str, **attributes: Any) -> Expression:
    """A placeholder."""
    return Expression(VariableRef(name), attributes=attributes)


def name_of(part: Any) -> str | None:
    """The name of a placeholder; None for anything else."""
    if isinstance(part, Expression) and isinstance(part.arg, VariableRef):
        return part.arg.name
    return None


def names_of(patterns: Iterable[Pattern]) -> list[str]:
    """The names of the placeholders, each once, in their order."""
    parts = (part for pattern in patterns for part in pattern)
    return list(dict.fromkeys(name for part in parts if (name := name_of(part))))


def text_message(pattern: Iterable[Any]) -> PatternMessage:
    """A message of a pattern, with neighbouring texts joined."""
    return PatternMessage(joined(pattern))


def joined(parts: Iterable[Any]) -> Pattern:
    """A pattern with neighbouring texts joined and empty ones left out."""
    made: Pattern = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        elif part != "":
            made.append(part)
    return made


def plural_message(forms: Forms, ordinal: bool = False) -> SelectMessage:
    """A message that selects on `count`."""
    options: dict[str, Any] = {"select": "ordinal"} if ordinal else {}
    return SelectMessage(
        {"count": Expression(VariableRef("count"), "number", options)},
        (VariableRef("count"),),
        {
            (CatchallKey("other") if name == "other" else name,): forms[name]
            for name in CATEGORIES
            if name in forms
        },
    )


def message_of(forms: Forms) -> Message:
    """A text, which has the form "", or a message that selects on `count`."""
    is_plural = forms and "" not in forms
    return plural_message(forms) if is_plural else PatternMessage(forms.get("", []))


def forms_of(message: Message) -> Forms | None:
    """The forms of a message that selects on the count alone; None for others."""
    if not isinstance(message, SelectMessage) or len(message.selectors) != 1:
        return None
    if (
        not is_number(message, 0)
        or name_of(message.selector_expressions()[0]) != "count"
    ):
        return None
    forms = {label(keys[0]): pattern for keys, pattern in message.variants.items()}
    return forms if forms.keys() <= set(CATEGORIES) else None


def by_count(message: Message) -> Message:
    """A message that selects on the count by its categories, if it can."""
    if not isinstance(message, SelectMessage) or len(message.selectors) != 1:
        return message
    forms = {label(keys[0]): pattern for keys, pattern in message}
    for number, category in EXACT.items():
        if number in forms and category not in forms:
            forms[category] = forms.pop(number)
    is_count = name_of(message.selector_expressions()[0]) == "count"
    is_plural = is_number(message, 0) and forms.keys() <= set(CATEGORIES)
    made = plural_message(forms, is_ordinal(message))
    return made if is_count and is_plural else message


def is_ordinal(message: Message) -> bool:
    """Whether a message selects by ordinal categories."""
    if not isinstance(message, SelectMessage):
        return False
    options = message.selector_expressions()[-1].options
    return "ordinal" in {options.get("select"), options.get("type")}


def is_number(message: SelectMessage, place: int) -> bool:
    """Whether a selector is a number."""
    return message.selector_expressions()[place].function in {"number", "integer"}


def label(key: str | CatchallKey) -> str:
    """The name of a variant."""
    return (key.value or "other") if isinstance(key, CatchallKey) else key


def patterns_of(message: Message) -> list[Pattern]:
    """All patterns of a message."""
    return [pattern for _keys, pattern in message]


def value_message(value: Any) -> PatternMessage:
    """A message that holds what is not a text: a number, true, null."""
    return PatternMessage([Expression(json.dumps(value), "json")])


def value_of(message: Message) -> tuple[Any] | None:
    """The value of a message that is not a text, in a tuple; None for texts."""
    parts = message.pattern if isinstance(message, PatternMessage) else []
    first = parts[0] if len(parts) == 1 else None
    if isinstance(first, Expression) and first.function == "json":
        return (json.loads(str(first.arg)),)
    return None


def key_of(entry: Entry[Message]) -> str:
    """The path of a key, joined by dots."""
    return ".".join(entry.id)


def all_meta(entry: Entry[Message] | Text, key: str) -> list[str]:
    """The values of all metadata of a name."""
    return [each.value for each in entry.meta if each.key == key]


def array_places(entry: Entry[Message]) -> list[int]:
    """The places in the id of an entry that are indices of arrays."""
    return [int(each) for each in (entry.get_meta(ARRAY) or "").split(",") if each]


def entries_of(texts: Iterable[Text]) -> list[Entry[Message]]:
    """Entries of a file without objects: keys are paths, unless some are sentences."""
    given = list(texts)
    is_nested = not any(" " in each.key or each.key.endswith(".") for each in given)
    return [_entry(each, is_nested) for each in given]


def _entry(text: Text, is_nested: bool) -> Entry[Message]:
    key, meta = text.key, text.meta
    is_path = is_nested and key.strip(".") == key and ".." not in key
    path = tuple(key.split(".")) if is_path else (key,)
    places = [str(place) for place, name in enumerate(path) if place and name.isdigit()]
    if places:
        meta = [Metadata(ARRAY, ",".join(places)), *meta]
    return Entry(path, text.value, comment=text.comment, meta=meta)


def mapped(message: Message, change: Callable[[Any], Any]) -> Message:
    """A message whose parts are changed, with neighbouring texts joined."""
    return with_patterns(message, lambda pattern: map(change, pattern))


def with_patterns(
    message: Message, change: Callable[[Pattern], Iterable[Any]]
) -> Message:
    """A message whose patterns are changed, with neighbouring texts joined."""
    if isinstance(message, PatternMessage):
        return text_message(change(message.pattern))
    variants = {keys: joined(change(pattern)) for keys, pattern in message}
    return replace(message, variants=variants)
