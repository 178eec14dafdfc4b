"""Catalog trees as rows of leaves, and back, with nothing lost on the way.

A leaf is a path of members and positions with a string, or with any other JSON
value that has no members: a number, true, false, null, {} and [].
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .errors import invalid

_DEPTH = 100
Path = tuple[str | int, ...]


class Leaf(NamedTuple):
    """A value of a catalog; `kind` is `text`, or `json` for other values."""

    path: str
    key: str
    value: str
    kind: str


def leaves(tree: dict[str, Any]) -> list[Leaf]:
    """The leaves of a tree in the order of its members.

    Raises Refused for a tree that is too deep or has a number without JSON form.
    """
    return [
        Leaf(_written(path), ".".join(map(str, path)), *_value(node))
        for path, node in _walk(tree, ())
    ]


def nested(key: str, value: str) -> dict[str, Any]:
    """A tree with a text where its key says."""
    node: Any = value
    for part in reversed(key.split(".")):
        node = {part: node}
    made: dict[str, Any] = node
    return made


def tree_of(rows: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """The tree of leaves given as path, value and kind, in their order.

    Positions of an array that have no leaf are closed up.
    """
    root = _Members()
    for path, value, kind in rows:
        *steps, last = json.loads(path)
        node = root
        for step in steps:
            inner = node.get(step)
            if not isinstance(inner, _Members):
                inner = node[step] = _Members()
            node = inner
        node[last] = value if kind == "text" else json.loads(value)
    return {name: _plain(node) for name, node in root.items()}


class _Members(dict[Any, Any]):
    """An object by its members, or an array by its positions, while it is built."""


def _plain(node: Any) -> Any:
    if not isinstance(node, _Members):
        return node
    if isinstance(next(iter(node)), int):
        return [_plain(node[position]) for position in sorted(node)]
    return {name: _plain(value) for name, value in node.items()}


def _walk(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if len(path) > _DEPTH:
        raise invalid(f"a catalog may have at most {_DEPTH} levels")
    if isinstance(node, dict) and (node or not path):
        for name, value in node.items():
            yield from _walk(value, (*path, name))
    elif isinstance(node, list) and node:
        for position, value in enumerate(node):
            yield from _walk(value, (*path, position))
    else:
        yield path, node


def _written(path: Path) -> str:
    return json.dumps(path, ensure_ascii=False, separators=(",", ":"))


def _value(node: Any) -> tuple[str, str]:
    if isinstance(node, str):
        return node, "text"
    try:
        return json.dumps(node, allow_nan=False), "json"
    except ValueError as error:
        raise invalid("a catalog has a number that JSON cannot represent") from error
