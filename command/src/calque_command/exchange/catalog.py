"""Catalogs between formats: resources of moz.l10n, and what a conversion loses.

An entry's id is the path of its key. Plural messages select on the variable `count`,
by CLDR's category; ordinals by a number with the option `select=ordinal`. Metadata have
the names of the format that they were read from.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from moz.l10n import model as moz
from moz.l10n.model import Expression, Message, Pattern

from ..checks.endings import CATEGORIES
from .formats import Losses

ARRAY = "array"
"""Metadata of an entry within arrays: the places in its path that are indices."""
UNTRANSLATED = "untranslated"
"""Metadata of an entry that the file has without a text."""

EXACT = {"0": "zero", "1": "one", "2": "two"}
"""The categories for which variants of single numbers are taken."""

Entry = moz.Entry[Message]
Forms = dict[str, Pattern]
"""Patterns by plural category."""


@dataclass
class Catalog:
    """The messages of one language, and the format that they were read from.

    `source` is the catalog of the source language, for formats that contain its texts,
    and `before` the file that it is written into, for those with all languages in one.
    """

    language: str
    resource: moz.Resource[Message] = field(
        default_factory=lambda: moz.Resource(None, [moz.Section((), [])])
    )
    format: str = ""
    source_language: str = ""
    name: str = "translation"
    source: "Catalog | None" = None
    losses: Losses = field(default_factory=Losses)
    before: bytes = b""

    @property
    def entries(self) -> list[Entry]:
        """All entries, without the comments between them."""
        return [*self.resource.all_entries()]


@dataclass
class Text:
    """A message as a file without objects has it: one key, and all that is about it."""

    key: str
    value: Message
    comment: str = ""
    meta: list[moz.Metadata] = field(default_factory=list)

    @property
    def pattern(self) -> Pattern:
        """Its one pattern, or the first one."""
        return patterns_of(self.value)[0]


def name_of(part: Any) -> str | None:
    """The name of a placeholder; None for anything else."""
    if isinstance(part, Expression) and isinstance(part.arg, moz.VariableRef):
        return part.arg.name
    return None


def names_of(patterns: Iterable[Pattern]) -> list[str]:
    """The names of the placeholders, each once, in their order."""
    parts = (part for pattern in patterns for part in pattern)
    return list(dict.fromkeys(name for part in parts if (name := name_of(part))))


def text_message(pattern: Iterable[Any]) -> moz.PatternMessage:
    """A message of a pattern, with neighbouring texts joined."""
    return moz.PatternMessage([*pattern]).normalize()


def joined(parts: Iterable[Any]) -> Pattern:
    """A pattern with neighbouring texts joined and empty ones left out."""
    return text_message(parts).pattern


def plural_message(forms: Forms, ordinal: bool = False) -> moz.SelectMessage:
    """A message that selects on `count`."""
    options: dict[str, Any] = {"select": "ordinal"} if ordinal else {}
    count, variants = moz.VariableRef("count"), dict[Any, Pattern]()
    for name in (name for name in CATEGORIES if name in forms):
        key = moz.CatchallKey("other") if name == "other" else name
        variants[key,] = forms[name]
    number = Expression(count, "number", options)
    return moz.SelectMessage({"count": number}, (count,), variants)


def message_of(forms: Forms) -> Message:
    """A text, which has the form "", or a message that selects on `count`."""
    is_plural = forms and "" not in forms
    return plural_message(forms) if is_plural else moz.PatternMessage(forms.get("", []))


def _by_label(message: Message) -> Forms:
    """The variants of a message that selects on the count alone."""
    if isinstance(message, moz.SelectMessage) and len(message.selectors) == 1:
        (number,) = message.selector_expressions()
        if name_of(number) == "count" and is_number(message, 0):
            return {label(keys[0]): pattern for keys, pattern in message}
    return {}


def forms_of(message: Message) -> Forms | None:
    """The forms of a message that selects on the count alone; None for others."""
    forms = _by_label(message)
    return forms if forms and forms.keys() <= set(CATEGORIES) else None


def by_count(message: Message) -> Message:
    """A message that selects on the count by its categories, if it can."""
    forms = _by_label(message)
    for number, category in EXACT.items():
        if number in forms and category not in forms:
            forms[category] = forms.pop(number)
    is_plural = forms and forms.keys() <= set(CATEGORIES)
    return plural_message(forms, is_ordinal(message)) if is_plural else message


def is_ordinal(message: Message) -> bool:
    """Whether a message selects by ordinal categories."""
    if not isinstance(message, moz.SelectMessage):
        return False
    options = message.selector_expressions()[-1].options
    return "ordinal" in {options.get("select"), options.get("type")}


def is_number(message: moz.SelectMessage, place: int) -> bool:
    """Whether a selector is a number."""
    return message.selector_expressions()[place].function in {"number", "integer"}


def label(key: str | moz.CatchallKey) -> str:
    """The name of a variant."""
    return (key.value or "other") if isinstance(key, moz.CatchallKey) else key


def patterns_of(message: Message) -> list[Pattern]:
    """All patterns of a message."""
    return [pattern for _keys, pattern in message]


def value_of(message: Message) -> tuple[Any] | None:
    """A value that is not a text (a number, true, null), in a tuple; None for texts."""
    parts = message.pattern if isinstance(message, moz.PatternMessage) else []
    first = parts[0] if len(parts) == 1 else None
    if isinstance(first, Expression) and first.function == "json":
        return (json.loads(str(first.arg)),)
    return None


def key_of(entry: Entry) -> str:
    """The path of a key, joined by dots."""
    return ".".join(entry.id)


def array_places(entry: Entry) -> list[int]:
    """The places in the id of an entry that are indices of arrays."""
    return [int(each) for each in (entry.get_meta(ARRAY) or "").split(",") if each]


def entries_of(texts: Iterable[Text]) -> list[Entry]:
    """Entries of a file without objects: keys are paths, unless some are sentences."""
    given = list(texts)
    is_nested = not any(" " in each.key or each.key.endswith(".") for each in given)
    entries = []
    for text in given:
        key, meta = text.key, text.meta
        is_path = is_nested and key.strip(".") == key and ".." not in key
        path = tuple(key.split(".")) if is_path else (key,)
        places = [str(at) for at, name in enumerate(path) if at and name.isdigit()]
        if places:
            meta = [moz.Metadata(ARRAY, ",".join(places)), *meta]
        entries.append(Entry(path, text.value, comment=text.comment, meta=meta))
    return entries


def mapped(message: Message, change: Callable[[Any], Any]) -> Message:
    """A message whose parts are changed, with neighbouring texts joined."""
    return with_patterns(message, lambda pattern: map(change, pattern))


def with_patterns(message: Message, change: Callable[[Pattern], Any]) -> Message:
    """A message whose patterns are changed, with neighbouring texts joined."""
    if isinstance(message, moz.PatternMessage):
        return text_message(change(message.pattern))
    variants = {keys: joined(change(pattern)) for keys, pattern in message}
    return replace(message, variants=variants)
