"""Keys as the names that a format allows, and the resources of moz.l10n."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moz.l10n import model as moz
from moz.l10n.formats import Format
from moz.l10n.resource import serialize_resource

from .catalog import Entry, Text
from .formats import TABLE

_NOTE = re.compile(r"^key: (.*)$", re.MULTILINE)


class Named:
    """Entries whose names a format allows, each unlike all before."""

    def __init__(self, format_: str) -> None:
        self._format = format_
        self.odd = re.compile(f"[^{TABLE[format_].names or chr(0)}]")
        """Characters that names do not have."""
        self._used: set[str] = set()
        self.entries: list[Any] = []

    def name(self, key: str) -> str:
        """A name for a key; the key itself where names have any characters."""
        if not TABLE[self._format].names:
            return key
        name = self.odd.sub("-" if self._format == "fluent" else "_", key)
        # A line of an ini file that begins with "rem" is a comment.
        is_comment = self._format == "ini" and name.lower().startswith("rem")
        if is_comment or not re.match("[A-Za-z]", name):
            name = f"k{name}"
        base, number = name, 2
        # Names of WebExtensions are the same in any case.
        while name.lower() in self._used:
            name, number = f"{base}{number}", number + 1
        self._used.add(name.lower())
        return name

    def add(self, text: Text, value: moz.Message) -> None:
        """Add a message; a key that the format cannot spell stands in its comment."""
        name = self.name(text.key)
        comment = with_key(text.comment, text.key, name)
        self.entries.append(moz.Entry((name,), value, comment=comment))

    def file(self, format_: Format, *section: str) -> bytes:
        """The bytes of a file of the entries."""
        return serialized(moz.Resource(format_, [moz.Section(section, self.entries)]))


def with_key(comment: str, key: str, name: str) -> str:
    """The comment with the key, when the format could not spell it."""
    is_plain = key.isprintable() and key == key.strip() and key[:1] != '"'
    shown = key if is_plain and "--" not in key else json.dumps(key, ensure_ascii=False)
    return comment if key == name else f"{comment}\nkey: {shown}".lstrip("\n")


def with_own_key(text: Text) -> Text:
    """The text with the key that its comment may have, and without that."""
    match = _NOTE.search(text.comment)
    if match is None:
        return text
    key = json.loads(match[1]) if match[1].startswith('"') else match[1]
    return replace(text, key=str(key), comment=_NOTE.sub("", text.comment).strip())


def serialized(resource: moz.Resource[Any]) -> bytes:
    """The bytes of a file of the resource's format."""
    return "".join(serialize_resource(resource)).encode()


def entries_in(resource: moz.Resource[moz.Message]) -> Iterator[tuple[str, Entry]]:
    """The entries with the names of their sections."""
    for section in resource.sections:
        for entry in section.entries:
            if isinstance(entry, moz.Entry):
                yield ".".join([*section.id, *entry.id]), entry


def plain_part(part: Any) -> Any:
    """A part of a pattern with what stands in quotes, or names a message, as text."""
    if isinstance(part, moz.Expression) and isinstance(part.arg, str):
        return f"{{ {part.arg} }}" if part.function == "message" else part.arg
    return part


def table_of(data: bytes) -> dict[str, Any]:
    """The object of a file in JSON. Raises ValueError."""
    table = json.loads(data.decode("utf-8-sig"))
    if not isinstance(table, dict):
        raise ValueError("a catalog must be a JSON object")
    return table


def bytes_of(table: dict[str, Any], separators: tuple[str, str] | None = None) -> bytes:
    """The bytes of a file in JSON."""
    text = json.dumps(table, ensure_ascii=False, indent=2, separators=separators)
    return f"{text}\n".encode()
