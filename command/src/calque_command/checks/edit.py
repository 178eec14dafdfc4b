"""Edits of JSON files that keep every byte that they do not change.

A document is read with all of its white space, escapes and number literals, changed
member by member, and written as it was. The standard library's scanner reads the
texts; nothing else is needed, so servers can use it too.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from operator import itemgetter
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^\s,\]}]+")


@dataclass(slots=True)
class Member:
    """A member of an object: white space, its name as written, and its value.

    In arrays `name` is the index, and `raw` and `colon` are "".
    """

    before: str
    name: str
    raw: str
    colon: str
    value: "Node"
    after: str = ""


@dataclass(slots=True)
class Node:
    """A value: the text of a scalar, or the members of an object or array."""

    scalar: str = ""
    members: list[Member] | None = None
    is_array: bool = False
    tail: str = ""

    @property
    def is_object(self) -> bool:
        """Whether it is an object."""
        return self.members is not None and not self.is_array

    def find(self, name: str) -> Member | None:
        """The member of a name; the last one, as parsers have it."""
        named = (each for each in reversed(self.members or []) if each.name == name)
        return next(named, None)

    @property
    def value(self) -> Any:
        """The value, as a parser has it."""
        return json.loads("".join(self.written()))

    def written(self) -> Iterator[str]:
        """The text as it was read."""
        if self.members is None:
            yield self.scalar
            return
        yield "[" if self.is_array else "{"
        for place, member in enumerate(self.members):
            yield ("," if place else "") + member.before + member.raw + member.colon
            yield from member.value.written()
            yield member.after
        yield self.tail + ("]" if self.is_array else "}")


@dataclass
class Document:
    """A JSON file. Raises ValueError for text that is not JSON."""

    content: str
    root: Node = field(init=False)

    def __post_init__(self) -> None:
        text = self.content
        plain = text.removeprefix("\ufeff")
        json.loads(plain)
        start = len(text) - len(plain.lstrip(" \t\r\n"))
        self._head = text[:start]
        self.root, end = self._value(start)
        self._end = text[end:]
        lines = re.search(r'(\r?\n)([ \t]+)["\[{]', text)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.indent = lines[2] if lines else "  "
        self._is_line = "\n" not in text.strip() and len(self.root.members or []) > 0
        self._is_ascii = plain.isascii() and "\\u" in text

    @classmethod
    def of(cls, data: bytes) -> "Document":
        """A document of the bytes of a file. An empty file is an empty object."""
        return cls(data.decode("utf-8") or "{}\n")

    def __str__(self) -> str:
        return "".join([self._head, *self.root.written(), self._end])

    def _space(self, at: int) -> str:
        match = _SPACE.match(self.content, at)
        return match[0] if match else ""

    def _value(self, at: int) -> tuple[Node, int]:
        mark = self.content[at]
        if mark == '"':
            end: int = scanstring(self.content, at + 1)[1]
            return Node(self.content[at:end]), end
        if mark in "{[":
            return self._members(at, mark == "[")
        match = _SCALAR.match(self.content, at)
        assert match is not None
        return Node(match[0]), match.end()

    def _members(self, at: int, is_array: bool) -> tuple[Node, int]:
        text, members = self.content, list[Member]()
        node = Node(members=members, is_array=is_array)
        while text[at] not in "]}":
            # Behind the beginning or a comma.
            before = self._space(at + 1)
            at += 1 + len(before)
            if text[at] in "]}":
                node.tail = before
                break
            name, raw, colon = str(len(members)), "", ""
            if not is_array:
                name, end = scanstring(text, at + 1)
                raw, at = text[at:end], end
                begin = text.index(":", at) + 1
                colon = text[at:begin] + self._space(begin)
                at += len(colon)
            value, at = self._value(at)
            after = self._space(at)
            at += len(after)
            members.append(Member(before, name, raw, colon, value, after))
            if text[at] in "]}":
                # White space before the end belongs to the end.
                members[-1].after, node.tail = "", after
        return node, at + 1

    # Changes

    def quoted(self, text: str) -> str:
        """A text as this file writes it."""
        return json.dumps(text, ensure_ascii=self._is_ascii)

    def reach(self, path: Sequence[str]) -> Member | None:
        """The member at a path."""
        node, member = self.root, None
        for name in path:
            member = node.find(name)
            if member is None:
                return None
            node = member.value
        return member

    def object(self, path: Sequence[str]) -> Node:
        """The object at a path, made where there is none.

        Raises ValueError where a text lies on the way.
        """
        node = self.root
        for depth, name in enumerate(path):
            node = (node.find(name) or self.insert(node, depth, name, {})).value
            if not node.is_object:
                raise ValueError(f"{'.'.join(path[: depth + 1])!r} is not an object")
        return node

    def change_texts(
        self, change: Callable[[str], str], node: Node | None = None
    ) -> None:
        """Change each text; those that stay keep their escapes."""
        node = node or self.root
        if node.scalar[:1] == '"':
            text = json.loads(node.scalar)
            if (new := change(text)) != text:
                node.scalar = self.quoted(new)
        for member in node.members or []:
            self.change_texts(change, member.value)

    def put(self, key: str, separator: str, value: Any) -> None:
        """Set the value of a key: where it is, else as the file spells its keys."""
        path = key.split(separator)
        is_flat = any(separator in member.name for member in self.root.members or [])
        if self.reach([key]) or (is_flat and not self.reach(path)):
            path = [key]
        self.set(path, value)

    def set(self, path: Sequence[str], value: Any) -> None:
        """Set the value at a path; a new one stands last in its object."""
        node = self.object(path[:-1])
        if member := node.find(path[-1]):
            member.value = self._made(value)
        else:
            self.insert(node, len(path) - 1, path[-1], value)

    def insert(
        self, node: Node, depth: int, name: str, value: Any, after: str | None = None
    ) -> Member:
        """Add a member to an object that lies `depth` objects deep."""
        members = node.members
        assert members is not None
        names = [member.name for member in members]
        place = names.index(after) + 1 if after in names else len(members)
        made = Member("", name, self.quoted(name), ": ", self._made(value))
        if members:
            made.colon = members[min(place, len(members) - 1)].colon
            made.before = _one_line(members[min(max(place, 1), len(members) - 1)])
            if len(members) == 1 and "\n" not in made.before:
                made.before = " "
        elif not self._is_line:
            made.before = self.newline + self.indent * (depth + 1)
            node.tail = self.newline + self.indent * depth
        members.insert(place, made)
        return made

    def remove(self, node: Node, member: Member) -> None:
        """Remove a member from an object."""
        members = node.members or []
        place = next(at for at, each in enumerate(members) if each is member)
        del members[place]
        if not members:
            node.tail = ""
        elif place == 0:
            members[0].before = member.before

    def rename(self, member: Member, name: str) -> None:
        """Give a member another name."""
        member.name, member.raw = name, self.quoted(name)

    def sort(self, node: Node, keys: Sequence[Any]) -> None:
        """Order the members of an object by keys; white space stays where it is."""
        members = node.members or []
        spaces = [(member.before, member.after) for member in members]
        pairs = sorted(zip(keys, members, strict=True), key=itemgetter(0))
        node.members = [member for _key, member in pairs]
        for member, (before, after) in zip(node.members, spaces, strict=True):
            member.before, member.after = before, after

    def _made(self, value: Any) -> Node:
        if value == {}:
            return Node(members=[])
        return Node(json.dumps(value, ensure_ascii=self._is_ascii))


def _one_line(member: Member) -> str:
    """The white space before a member, without empty lines."""
    lines = member.before.split("\n")
    if len(lines) < 3:
        return member.before
    return f"{lines[0]}\n{lines[-1]}" if lines[0] in {"", "\r"} else member.before


def path_of(node: Any, key: str, separator: str) -> list[str] | None:
    """Names of objects that lead to a key of a tree; None for one within an array."""
    if not isinstance(node, dict):
        return None
    if key in node:
        return [key]
    for name, inner in node.items():
        if key.startswith(name + separator):
            rest = path_of(inner, key[len(name) + len(separator) :], separator)
            if rest is not None:
                return [name, *rest]
    return None


def set_value(text: bytes, path: Sequence[str], value: str) -> bytes:
    """A file with another value at a path; every other byte is the same.

    Raises ValueError for text that is not JSON, and where a text lies on the way.
    """
    document = Document.of(text)
    document.set(path, value)
    return str(document).encode()
