"""The trees of catalogs: objects within objects, whose names lead to texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..checks.edit import Document, Node


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


def change_texts(document: Document, node: Node, change: Callable[[str], str]) -> None:
    """Change each text of a document; those that stay keep their escapes."""
    text = node.text
    if text is not None:
        new = change(text)
        if new != text:
            node.scalar = document.quoted(new)
    for member in node.members or []:
        change_texts(document, member.value, change)
