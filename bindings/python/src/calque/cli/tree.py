"""The trees of catalogs: objects within objects, whose names lead to texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def path_of(node: Any, key: str, separator: str) -> list[str] | None:
    """Names of objects that lead to a key; None for one within an array."""
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


def holder(
    tree: dict[str, Any], key: str, separator: str
) -> tuple[dict[str, Any], str] | None:
    """The object that has a key, and the key's name in it; None as `path_of`."""
    path = path_of(tree, key, separator)
    if path is None:
        return None
    *above, name = path
    for step in above:
        tree = tree[step]
    return tree, name


def changed(node: Any, change: Callable[[str], str]) -> Any:
    """The tree with each of its texts changed."""
    if isinstance(node, dict):
        return {name: changed(value, change) for name, value in node.items()}
    if isinstance(node, list):
        return [changed(value, change) for value in node]
    return change(node) if isinstance(node, str) else node
