"""i18next's JSON, formats ios and v1 to v4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from moz.l10n.model import Entry, Message, Metadata, Pattern, PatternMessage

from ..checks.endings import CATEGORIES, Endings
from ..checks.plurals import Family, families, members
from .catalog import (
    ARRAY,
    Catalog,
    Forms,
    Text,
    array_places,
    catalog_of,
    forms_of,
    is_nested,
    is_ordinal,
    key_of,
    path_of,
    plural_message,
    value_message,
    value_of,
)
from .fit import fitted, written
from .losses import Losses
from .notation import read_texts, write_text
from .plurals import from_suffixes, to_suffixes

_V4 = Endings()
_Path = tuple[str, ...]


def read_tree(
    tree: dict[str, Any], language: str, format_: str, losses: Losses
) -> Catalog:
    """The messages of a tree in a catalog format."""
    texts = list(dict.fromkeys(_texts(tree)))
    patterns = dict(zip(texts, read_texts(texts, format_), strict=True))
    reader = _Reader(language, format_, patterns, losses)
    return catalog_of(language, reader.read(tree, (), ()), format_)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, (dict, list)):
        for value in node.values() if isinstance(node, dict) else node:
            yield from _texts(value)


@dataclass
class _Reader:
    """Reads the messages of a tree."""

    language: str
    format: str
    patterns: dict[str, Pattern]
    losses: Losses

    def read(
        self, node: Any, path: _Path, places: tuple[int, ...]
    ) -> Iterator[Entry[Message]]:
        """The messages of a node, which lies at a path with indices at places."""
        if isinstance(node, dict) and (node or not path):
            yield from self._object(node, path, places)
        elif isinstance(node, list) and node:
            for index, value in enumerate(node):
                inner = (*places, len(path))
                yield from self.read(value, (*path, str(index)), inner)
        elif isinstance(node, str):
            yield _entry(path, PatternMessage(self.patterns[node]), places)
        else:
            yield _entry(path, value_message(node), places)

    def _object(
        self, node: dict[str, Any], path: _Path, places: tuple[int, ...]
    ) -> Iterator[Entry[Message]]:
        texts = {name: value for name, value in node.items() if isinstance(value, str)}
        found = families(texts, Endings(self.format), self.language)
        kept_bases = set()
        if self.format == "v4":
            join_single(found, texts)
        else:
            # Their categories may stand beside the forms of the older format.
            kept_bases = {family.base for family in found.values()}
        holders = members(found)
        done: set[str] = set()
        for name, value in node.items():
            family = holders.get(name)
            if family is None:
                if _V4.split(name)[0] not in kept_bases:
                    yield from self.read(value, (*path, name), places)
                continue
            whole = f"{family.base}_ordinal" if family.ordinal else family.base
            if whole in done:
                continue
            done.add(whole)
            alone = family.base not in node and family.base not in found
            last = family.base if family.ordinal and alone else whole
            message = plural_message(self._forms(family, node), family.ordinal)
            yield _entry((*path, last), message, places)
            if family.ordinal or self.format == "v4":
                continue
            ordinals = {
                category: self.patterns[value]
                for category in CATEGORIES
                if isinstance(node.get(name := f"{whole}_ordinal_{category}"), str)
            }
            if ordinals:
                ordinal = plural_message(ordinals, True)
                yield _entry((*path, f"{whole}_ordinal"), ordinal, places)

    def _forms(self, family: Family, node: dict[str, Any]) -> Forms:
        if self.format == "v4":
            prefix = "_ordinal" if family.ordinal else ""
            return {
                category: self.patterns[node[key]]
                for category in CATEGORIES
                if (key := family.keys.get(f"{prefix}_{category}")) is not None
            }
        texts = {
            suffix: self.patterns[node[key]] for suffix, key in family.keys.items()
        }
        kept = {
            category: self.patterns[node[f"{family.base}_{category}"]]
            for category in CATEGORIES
            if isinstance(node.get(f"{family.base}_{category}"), str)
        }
        return from_suffixes(
            texts, kept, self.language, self.format, family.base, self.losses
        )


def _entry(path: _Path, value: Message, places: tuple[int, ...]) -> Entry[Message]:
    meta = [Metadata(ARRAY, ",".join(map(str, places)))] if places else []
    return Entry(path, value, meta=meta)


def join_single(found: dict[str, Family], texts: Iterable[str]) -> None:
    """A form that stands alone, as `_zero` does, belongs to its message."""
    for name in texts:
        base, suffix = _V4.split(name)
        if suffix and base in found and not suffix.startswith("_ordinal"):
            found[base].keys.setdefault(suffix, name)


def assembled(
    texts: Iterable[Text], language: str, format_: str, source_language: str = ""
) -> Catalog:
    """A catalog of the messages of a format without objects.

    Keys become paths, and texts whose keys are those of plural forms in v4 become
    forms of one message.
    """
    given = list(texts)
    nested = is_nested(each.key for each in given)
    plain = {
        each.key: written(each.value.pattern)
        for each in given
        if isinstance(each.value, PatternMessage)
    }
    found = families(plain, _V4, language)
    plurals = {each.key: each for each in given if forms_of(each.value) is not None}
    for key in plain:
        base, suffix = _V4.split(key)
        ordinal = suffix.startswith("_ordinal")
        name = f"{base}_ordinal" if ordinal else base
        if suffix and (name in plurals or base in plurals or name in found):
            found.setdefault(name, Family(base, ordinal)).keys.setdefault(suffix, key)
    holders = members(found)
    made: dict[str, _Message] = {}
    for each in given:
        family = holders.get(each.key)
        forms = forms_of(each.value)
        ordinal = family.ordinal if family else is_ordinal(each.value)
        key = each.key
        if family is not None and key not in plurals:
            key = f"{family.base}_ordinal" if family.ordinal else family.base
            category = _V4.split(each.key)[1].rpartition("_")[2]
            pattern = each.value.pattern  # type: ignore[union-attr]
            forms = {category: pattern}
        is_plural = forms is not None
        message = made.setdefault(f"{is_plural}{key}", _Message(each, key, ordinal))
        message.forms.update(forms or {})
    entries = [each.entry(nested) for each in made.values()]
    return catalog_of(language, entries, format_, source_language)


@dataclass
class _Message:
    """A message whose forms come from one text or several."""

    text: Text
    key: str
    ordinal: bool
    forms: Forms = field(default_factory=dict)

    def entry(self, nested: bool) -> Entry[Message]:
        path, meta = path_of(self.key, nested)
        value = self.text.value
        if self.forms:
            value = plural_message(self.forms, self.ordinal)
        return Entry(
            path, value, comment=self.text.comment, meta=[*meta, *self.text.meta]
        )


def write_tree(catalog: Catalog, format_: str, losses: Losses) -> dict[str, Any]:
    """The tree of messages in a catalog format."""
    tree: dict[Any, Any] = {}
    for entry, message in fitted(catalog, format_, losses):
        path: list[Any] = list(entry.id)
        for place in array_places(entry):
            path[place] = int(path[place])
        for name, value in _values(entry, message, catalog.language, format_, losses):
            last = path[-1] if name == entry.id[-1] else name
            _put(tree, [*path[:-1], last], value, losses)
    return _with_arrays(tree)


def _values(
    entry: Entry[Message], message: Message, language: str, format_: str, losses: Losses
) -> Iterator[tuple[str, Any]]:
    name, key, forms = entry.id[-1], key_of(entry), forms_of(message)
    value = value_of(message)
    if value:
        yield name, value[0]
        return
    if forms is None:
        assert isinstance(message, PatternMessage)
        yield name, write_text(message.pattern, format_, key, losses)
        return
    mark = ""
    if is_ordinal(message):
        name, mark = name.removesuffix("_ordinal"), "_ordinal"
        if format_ != "v4":
            losses.tell(key, f"format {format_} has no ordinals")
    texts: dict[str, Pattern] = {}
    if format_ != "v4" and not mark:
        texts, forms = to_suffixes(forms, language, format_, key, losses)
    texts |= {f"{mark}_{category}": pattern for category, pattern in forms.items()}
    for suffix, pattern in texts.items():
        yield f"{name}{suffix}", write_text(pattern, format_, key, losses)


def _put(tree: dict[Any, Any], path: list[Any], value: Any, losses: Losses) -> None:
    node = tree
    whole = ".".join(map(str, path))
    for step in path[:-1]:
        node = node.setdefault(step, {})
        if not isinstance(node, dict):
            losses.tell(whole, "it lies within a text and is left out")
            return
    if path[-1] in node:
        losses.tell(whole, "the key is there twice; one is left out")
        return
    node[path[-1]] = value


def _with_arrays(node: Any) -> Any:
    """Objects whose names are indices become arrays."""
    if not isinstance(node, dict):
        return node
    if node and all(isinstance(name, int) for name in node):
        return [_with_arrays(node[place]) for place in sorted(node)]
    return {str(name): _with_arrays(value) for name, value in node.items()}


def flat_values(catalog: Catalog) -> dict[str, Any]:
    """Texts by key in i18next's notation, plural forms with their keys of v4."""
    values: dict[str, Any] = {}
    for entry, message in fitted(catalog, "v4", Losses()):
        head = ".".join(entry.id[:-1])
        for name, value in _values(entry, message, catalog.language, "v4", Losses()):
            values[f"{head}.{name}" if head else name] = value
    return values


def source_texts(catalog: Catalog | None) -> dict[str, str]:
    """The texts of a source catalog, as `flat_values`, without other values."""
    values = flat_values(catalog).items() if catalog else ()
    return {key: text for key, text in values if isinstance(text, str)}
