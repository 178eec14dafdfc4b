"""i18next's JSON, formats ios and v1 to v4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..checks.endings import Endings
from ..checks.plurals import Family, families, members
from .model import CATEGORIES, Catalog, Losses, Message, Pattern
from .notation import read_texts, write_text
from .plurals import from_suffixes, to_suffixes

_V4 = Endings()


def read_tree(
    tree: dict[str, Any], language: str, format_: str, losses: Losses
) -> Catalog:
    """The messages of a tree in a catalog format."""
    texts = list(dict.fromkeys(_texts(tree)))
    patterns = dict(zip(texts, read_texts(texts, format_), strict=True))
    reader = _Reader(language, format_, patterns, losses)
    return Catalog(language, list(reader.read(tree, ())))


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from _texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value)


@dataclass
class _Reader:
    """Reads the messages of a tree."""

    language: str
    format: str
    patterns: dict[str, Pattern]
    losses: Losses

    def read(self, node: Any, path: tuple[str | int, ...]) -> Iterator[Message]:
        """The messages of a node, which lies at a path."""
        if isinstance(node, dict) and (node or not path):
            yield from self._object(node, path)
        elif isinstance(node, list) and node:
            for place, value in enumerate(node):
                yield from self.read(value, (*path, place))
        elif isinstance(node, str):
            yield Message(path, self.patterns[node])
        else:
            yield Message(path, value=node)

    def _object(
        self, node: dict[str, Any], path: tuple[str | int, ...]
    ) -> Iterator[Message]:
        texts = {name: value for name, value in node.items() if isinstance(value, str)}
        found = families(texts, Endings(self.format), self.language)
        if self.format == "v4":
            _join_single(found, texts)
            kept_bases = set()
        else:
            # Their categories may stand beside the forms of the older format.
            kept_bases = {family.base for family in found.values()}
        holders = members(found)
        done: set[str] = set()
        for name, value in node.items():
            family = holders.get(name)
            if family is None:
                if _V4.split(name)[0] not in kept_bases:
                    yield from self.read(value, (*path, name))
            elif family.base not in done:
                done.add(family.base)
                yield self._plural(family.base, path, found, node)

    def _plural(
        self,
        base: str,
        path: tuple[str | int, ...],
        found: dict[str, Family],
        node: dict[str, Any],
    ) -> Message:
        message = Message((*path, base))
        if self.format == "v4":
            for family in (found.get(base), found.get(f"{base}_ordinal")):
                if family is None:
                    continue
                into = message.ordinal if family.ordinal else message.cardinal
                prefix = "_ordinal" if family.ordinal else ""
                for category in CATEGORIES:
                    key = family.keys.get(f"{prefix}_{category}")
                    if key is not None:
                        into[category] = self.patterns[node[key]]
            return message
        texts = {
            suffix: self.patterns[node[key]] for suffix, key in found[base].keys.items()
        }
        kept = {
            category: self.patterns[node[f"{base}_{category}"]]
            for category in CATEGORIES
            if isinstance(node.get(f"{base}_{category}"), str)
        }
        message.cardinal = from_suffixes(
            texts, kept, self.language, self.format, message.key, self.losses
        )
        return message


def _join_single(found: dict[str, Family], texts: dict[str, str]) -> None:
    """A form that stands alone, as `_zero` does, belongs to its message."""
    for name in texts:
        base, suffix = _V4.split(name)
        if suffix and base in found and not suffix.startswith("_ordinal"):
            found[base].keys.setdefault(suffix, name)


def write_tree(catalog: Catalog, format_: str, losses: Losses) -> dict[str, Any]:
    """The tree of messages in a catalog format."""
    tree: dict[str, Any] = {}
    for message in catalog.messages:
        for name, value in _values(message, catalog, format_, losses):
            _put(tree, (*message.path[:-1], name), value)
    return _with_arrays(tree)


def _values(
    message: Message, catalog: Catalog, format_: str, losses: Losses
) -> Iterator[tuple[str | int, Any]]:
    name = message.path[-1]
    if message.text is not None:
        yield name, write_text(message.text, format_, message.key, losses)
    elif not message.is_plural:
        yield name, message.value
    texts: dict[str, Pattern] = {}
    if format_ == "v4":
        texts = {f"_{category}": text for category, text in message.cardinal.items()}
    elif message.cardinal:
        texts, kept = to_suffixes(
            message.cardinal, catalog.language, format_, message.key, losses
        )
        texts |= {f"_{category}": text for category, text in kept.items()}
    if message.ordinal and format_ != "v4":
        losses.tell(message.key, f"format {format_} has no ordinals")
    texts |= {
        f"_ordinal_{category}": text for category, text in message.ordinal.items()
    }
    for suffix, text in texts.items():
        yield f"{name}{suffix}", write_text(text, format_, message.key, losses)


def _put(tree: Any, path: tuple[str | int, ...], value: Any) -> None:
    node = tree
    for step in path[:-1]:
        inner = node.setdefault(step, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{'.'.join(map(str, path))} lies within a text")
        node = inner
    node[path[-1]] = value


def _with_arrays(node: Any) -> Any:
    """Objects whose names are places become arrays."""
    if not isinstance(node, dict):
        return node
    if node and all(isinstance(name, int) for name in node):
        return [_with_arrays(node[place]) for place in sorted(node)]
    return {str(name): _with_arrays(value) for name, value in node.items()}


def flat_values(catalog: Catalog) -> dict[str, Any]:
    """Values by key, in format v4."""
    values: dict[str, Any] = {}
    for message in catalog.messages:
        head = ".".join(map(str, message.path[:-1]))
        for name, value in _values(message, catalog, "v4", Losses()):
            values[f"{head}.{name}" if head else str(name)] = value
    return values


def path_of(key: str, nested: bool) -> tuple[str | int, ...]:
    """The path of a key of a format without objects."""
    if not nested or key.strip(".") != key or ".." in key:
        return (key,)
    return tuple(int(name) if name.isdigit() else name for name in key.split("."))


def is_nested(keys: list[str]) -> bool:
    """Whether keys are paths, and not sentences."""
    return not any(" " in key or key.endswith(".") for key in keys)
