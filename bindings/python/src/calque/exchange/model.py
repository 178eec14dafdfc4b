"""Messages between formats: keys, texts by plural category, and what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

CATEGORIES = ("zero", "one", "two", "few", "many", "other")


@dataclass(frozen=True)
class Slot:
    """A placeholder of a text. `formats` are formatters as i18next writes them."""

    name: str
    raw: bool = False
    formats: str = ""


Pattern = tuple["str | Slot", ...]


@dataclass
class Message:
    """A message: one text, or texts by CLDR's category.

    `path` are the names of the objects that hold it, its own last; a number is a
    place in an array. `value` is anything that is not text: a number, true, null.
    """

    path: tuple[str | int, ...]
    text: Pattern | None = None
    cardinal: dict[str, Pattern] = field(default_factory=dict)
    ordinal: dict[str, Pattern] = field(default_factory=dict)
    value: Any = None
    comment: str = ""
    source: Pattern | None = None

    @property
    def key(self) -> str:
        """The names joined by dots."""
        return ".".join(map(str, self.path))

    @property
    def patterns(self) -> list[Pattern]:
        """All of its texts."""
        single = () if self.text is None else (self.text,)
        return [*single, *self.cardinal.values(), *self.ordinal.values()]

    @property
    def is_plural(self) -> bool:
        """Whether the texts are by category."""
        return bool(self.cardinal or self.ordinal)


@dataclass
class Catalog:
    """The messages of one language."""

    language: str
    messages: list[Message] = field(default_factory=list)
    source_language: str = ""
    name: str = "translation"

    def texts(self, losses: Losses) -> Iterator[Message]:
        """The messages but those that are no text, which are told."""
        for message in self.messages:
            if message.text is None and not message.is_plural:
                losses.tell(message.key, f"{message.value!r} is no text and left out")
            else:
                yield message

    def without_ordinals(self, losses: Losses) -> Iterator[Message]:
        """As `texts`, with the forms of ordinals as messages of their own."""
        for message in self.texts(losses):
            for category, text in message.ordinal.items():
                told = "there are no ordinals; they are texts of their own"
                losses.tell(message.key, told)
                yield Message((f"{message.key}_ordinal_{category}",), text)
            if message.text is not None or message.cardinal:
                yield replace(message, ordinal={})

    @cached_property
    def values(self) -> dict[str, Any]:
        """Texts by key in i18next's notation, plural forms as keys of format v4."""
        from .i18next import flat_values  # noqa: PLC0415

        return flat_values(self)


class Losses(list[str]):
    """The losses of a conversion, one line each."""

    def tell(self, key: str, text: str) -> None:
        """Add a line, once."""
        line = f"{key}: {text}"
        if line not in self:
            self.append(line)


def plain(parts: Iterable[str | Slot]) -> Pattern:
    """A pattern with neighbouring texts joined and empty ones left out."""
    joined: list[str | Slot] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return tuple(joined)
