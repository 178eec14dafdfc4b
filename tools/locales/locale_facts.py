"""Facts of CLDR's trees as lists of texts, None for one that is not stated."""

from __future__ import annotations

Texts = list[str | None]
Tree = dict[str, object]

PLURALS = ("zero", "one", "two", "few", "many", "other")
WIDTHS = ("", "-short", "-narrow")


def member(tree: object, *path: str) -> str | None:
    """A text deep in a tree."""
    for name in path:
        if not isinstance(tree, dict):
            return None
        tree = tree.get(name)
    return tree if isinstance(tree, str) else None


def branch(tree: Tree, *path: str) -> Tree:
    """A tree deep in another, empty when it is not there."""
    for name in path:
        found = tree.get(name)
        tree = found if isinstance(found, dict) else {}
    return tree
