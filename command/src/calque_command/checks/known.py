"""Facts about a source catalog: its plural messages, contexts and texts."""

import re
from functools import cached_property
from typing import Any

from .facts import NOTHING, FactBook, without_parts
from .plurals import Family, families, members
from .source import Source
from .texts import Fault, fault_of, is_even

_LETTER = re.compile(r"[^\W\d_]")


class KnownSource:
    """Facts about one source catalog."""

    def __init__(self, source: Source, book: FactBook) -> None:
        options = book.options
        self.source, self.values, self.book = source, source.values, book
        self._context, self._named = options.endings.context, options.contexts
        self.families = families(self.values, options.endings, source.language)
        in_family = members(self.families)
        self.singles = [
            (key, value, *self._kind(value))
            for key, value in self.values.items()
            if key not in in_family
        ]

    def _kind(self, value: Any) -> tuple[bool, bool]:
        """Whether a text has no parts, and whether it has words to be translated."""
        if not isinstance(value, str):
            return False, False
        facts = self.book[value]
        words = _LETTER.search(without_parts(value, facts))
        return is_even(value) and facts is NOTHING, words is not None

    @cached_property
    def _contexts(self) -> set[str]:
        """Endings of keys whose beginnings are keys too: "male" of "friend_male"."""
        ends = (key.rpartition(self._context) for key in self.values)
        found = {context for base, _, context in ends if base and base in self.values}
        # Other names go on: "small_v2" beside "small" is no context.
        return found & self._named

    def is_context(self, key: str) -> bool:
        """Whether an extra key is a context form of a key of the source."""
        base, _, context = key.rpartition(self._context)
        return base in self.values and context in self._contexts

    def absence(self, key: str, catalog: Source) -> Fault:
        """The fault of a key that a language lacks."""
        base, _, context = key.rpartition(self._context)
        if base in catalog.values and context in self._contexts:
            return fault_of("context-missing", base)
        return Fault("missing-text", "the text is missing")

    def form(self, family: Family, suffix: str) -> str | None:
        """The text of the source that a form translates."""
        other = "_ordinal_other" if family.ordinal else "_other"
        names = (suffix, other, "_plural", *family.keys)
        name = next(each for each in names if each in family.keys)
        return self.source.texts.get(family.keys[name])

    @cached_property
    def placeholders(self) -> dict[str, set[str]]:
        """The placeholders that the forms of each plural message have."""
        found = {name: set[str]() for name in self.families}
        for key, family in members(self.families).items():
            text = self.source.texts.get(key, "")
            found[family.name].update(self.book[text].placeholders)
        return found
