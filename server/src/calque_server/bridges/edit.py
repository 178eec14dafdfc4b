"""One text of a JSON file, changed in its place: every other byte stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

_BOM = b"\xef\xbb\xbf"
_decoder = json.JSONDecoder()


class _Member(NamedTuple):
    key: str
    # Where the white space before the key begins, the key, and the value.
    space: int
    start: int
    value: int
    end: int


def set_value(data: bytes, path: tuple[str, ...], value: str) -> bytes:
    """The file with a text at a path of members; parents that lack are added.

    Raises ValueError for a file that is not an object in JSON, and for a path through
    something else than objects and arrays.
    """
    start = len(_BOM) if data.startswith(_BOM) else 0
    text = data[start:].decode()
    json.loads(text)
    ascii_ = text.isascii() and "\\u" in text
    first, last, new = _change(text, path, value, ascii_)
    return data[:start] + (text[:first] + new + text[last:]).encode()


def _change(
    text: str, path: tuple[str, ...], value: str, ascii_: bool
) -> tuple[int, int, str]:
    """What is replaced, and by what."""
    at, end = _space(text, 0), len(text)
    for depth, step in enumerate(path):
        if text[at] == "[":
            elements = list(_elements(text, at))
            if not step.isdigit() or int(step) >= len(elements):
                raise ValueError(f"{'.'.join(path)} leads beyond an array")
            at, end = elements[int(step)]
            continue
        if text[at] != "{":
            raise ValueError(f"{'.'.join(path)} leads through a text")
        members = list(_members(text, at))
        found = [each for each in members if each.key == step]
        if not found:
            return _added(text, at, members, path[depth:], value, ascii_)
        at, end = found[-1].value, found[-1].end
    if text[at] in "{[":
        raise ValueError(f"{'.'.join(path)} has texts below it")
    return at, end, json.dumps(value, ensure_ascii=ascii_)


def _added(
    text: str,
    at: int,
    members: list[_Member],
    rest: tuple[str, ...],
    value: str,
    ascii_: bool,
) -> tuple[int, int, str]:
    """A new member after the last one, as that one is laid out."""
    node: Any = value
    for step in reversed(rest[1:]):
        node = {step: node}
    written = json.dumps(node, ensure_ascii=ascii_)
    key = json.dumps(rest[0], ensure_ascii=ascii_)
    if not members:
        return at + 1, at + 1, f"{key}: {written}"
    last = members[-1]
    space = text[last.space : last.start]
    _, end = _decoder.raw_decode(text, last.start)
    return last.end, last.end, f",{space}{key}{text[end : last.value]}{written}"


def _members(text: str, at: int) -> Iterator[_Member]:
    space = at + 1
    while text[start := _space(text, space)] != "}":
        key, end = _decoder.raw_decode(text, start)
        value = _space(text, _space(text, end) + 1)
        _, end = _decoder.raw_decode(text, value)
        yield _Member(key, space, start, value, end)
        space = _space(text, end)
        if text[space] == "}":
            return
        space += 1


def _elements(text: str, at: int) -> Iterator[tuple[int, int]]:
    at = _space(text, at + 1)
    while text[at] != "]":
        _, end = _decoder.raw_decode(text, at)
        yield at, end
        at = _space(text, end)
        if text[at] == ",":
            at = _space(text, at + 1)


def _space(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at
