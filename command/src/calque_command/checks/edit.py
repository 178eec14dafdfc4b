"""Edits of JSON files that keep every byte that they do not change.

A document is read with all of its white space, escapes and number literals, changed
member by member, and written as it was.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

_TOKEN = re.compile(r'([\ufeff\s]*)("(?:[^"\\]+|\\.)*"|[\[\]{},:]|[^\s,:\]}]+)', re.S)


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
    """A value: the text of a scalar, or the bracket and members of a container."""

    text: str
    members: list[Member] = field(default_factory=list)
    tail: str = ""

    @property
    def is_object(self) -> bool:
        """Whether it is an object."""
        return self.text == "{"

    def find(self, name: str) -> Member | None:
        """The member of a name; the last one, as parsers have it."""
        return next((m for m in reversed(self.members) if m.name == name), None)

    @property
    def value(self) -> Any:
        """The value, as a parser has it."""
        return json.loads("".join(self.written()))

    def written(self) -> Iterator[str]:
        """The text as it was read."""
        yield self.text
        for place, member in enumerate(self.members):
            yield ("," if place else "") + member.before + member.raw + member.colon
            yield from member.value.written()
            yield member.after
        yield self.tail + {"{": "}", "[": "]"}.get(self.text, "")

    def remove(self, member: Member) -> None:
        """Remove a member."""
        is_first = self.members[0] is member
        self.members = [each for each in self.members if each is not member]
        if not self.members:
            self.tail = ""
        elif is_first:
            self.members[0].before = member.before

    def sort(self, keys: Sequence[Any]) -> None:
        """Order the members by keys; white space stays where it is."""
        spaces = [(member.before, member.after) for member in self.members]
        pairs = sorted(zip(keys, self.members, strict=True), key=itemgetter(0))
        self.members = [member for _key, member in pairs]
        for member, (before, after) in zip(self.members, spaces, strict=True):
            member.before, member.after = before, after


@dataclass
class Document:
    """A JSON file. Raises ValueError for text that is not JSON."""

    content: str
    root: Node = field(init=False)

    def __post_init__(self) -> None:
        text = self.content
        json.loads(text.removeprefix("\ufeff"))
        tokens = (match.groups() for match in _TOKEN.finditer(text))
        self._head, token = next(tokens)
        self.root = self._node(token, tokens)
        self._end = text[len(text.rstrip(" \t\r\n")) :]
        lines = re.search(r'(\r?\n)([ \t]+)["\[{]', text)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.indent = lines[2] if lines else "  "
        self._is_line = "\n" not in text.strip() and len(self.root.members) > 0
        self._is_ascii = text.removeprefix("\ufeff").isascii() and "\\u" in text

    def __str__(self) -> str:
        return "".join([self._head, *self.root.written(), self._end])

    def _node(self, token: str, tokens: Iterator[Sequence[str]]) -> Node:
        node = Node(token)
        if token not in {"{", "["}:
            return node
        space, token = next(tokens)
        while token not in {"}", "]"}:
            name, raw, colon = str(len(node.members)), "", ""
            if node.is_object:
                name, raw = json.loads(token), token
                colon = "".join(next(tokens))
                gap, token = next(tokens)
                colon += gap
            value = self._node(token, tokens)
            node.members.append(Member(space, name, raw, colon, value))
            space, token = next(tokens)
            if token == ",":
                node.members[-1].after = space
                space, token = next(tokens)
        node.tail = space
        return node

    def quoted(self, value: Any) -> str:
        """A value as this file writes it."""
        return json.dumps(value, ensure_ascii=self._is_ascii)

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
                whole = ".".join(path[: depth + 1])
                raise ValueError(f"{whole!r} already exists, and is not an object")
        return node

    def change_texts(self, change: Callable[[str], str]) -> None:
        """Change each text; those that stay keep their escapes."""
        nodes = [self.root]
        for node in nodes:
            nodes += [member.value for member in node.members]
            text = json.loads(node.text) if node.text[:1] == '"' else ""
            if (new := change(text)) != text:
                node.text = self.quoted(new)

    def put(self, key: str, separator: str, value: Any) -> None:
        """Set the value of a key: where it is, else as the file spells its keys."""
        path = key.split(separator)
        is_flat = any(separator in member.name for member in self.root.members)
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
        names = [member.name for member in members]
        place = names.index(after) + 1 if after in names else len(members)
        made = Member("", name, self.quoted(name), ": ", self._made(value))
        if members:
            made.colon = members[min(place, len(members) - 1)].colon
            # As another member, without empty lines.
            before = members[min(max(place, 1), len(members) - 1)].before
            made.before = re.sub(r"^(\r?\n).*\n", r"\1", before, flags=re.DOTALL)
            if len(members) == 1 and "\n" not in made.before:
                made.before = " "
        elif not self._is_line:
            made.before = self.newline + self.indent * (depth + 1)
            node.tail = self.newline + self.indent * depth
        members.insert(place, made)
        return made

    def rename(self, member: Member, name: str) -> None:
        """Give a member another name."""
        member.name, member.raw = name, self.quoted(name)

    def _made(self, value: Any) -> Node:
        return Node("{" if value == {} else self.quoted(value))


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
    document = Document(text.decode("utf-8") or "{}\n")
    document.set(path, value)
    return str(document).encode()
