"""i18next's JSON, formats ios and v1 to v4, and plural forms that are keys."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from moz.l10n.model import Entry, Message, Metadata, Pattern, PatternMessage

from ..checks.endings import CATEGORIES, Endings
from ..checks.plurals import Family, families, members
from . import catalog as catalogs
from .catalog import Catalog, forms_of, is_ordinal, key_of, value_of
from .fit import fitted, written
from .formats import I18NEXT, Losses
from .notation import read_texts, write_text
from .plurals import from_suffixes, to_suffixes

_V4 = Endings()
_Path = tuple[str, ...]
# Between the names of a path: no name has it.
_STEP = "\0"
_TWICE = "the key occurs twice; one is left out"


def read_tree(
    tree: dict[str, Any], language: str, format_: str, losses: Losses
) -> Catalog:
    """The messages of a tree in a catalog format."""
    leaves = list(_leaves(tree, (), ()))
    texts = list(dict.fromkeys(text for *_, text in leaves if isinstance(text, str)))
    patterns = dict(zip(texts, read_texts(texts, format_), strict=True))
    made: list[Entry[Message]] = []
    for path, places, value in leaves:
        is_text = isinstance(value, str)
        message = (
            PatternMessage(patterns[value])
            if is_text
            else catalogs.value_message(value)
        )
        array = Metadata(catalogs.ARRAY, ",".join(map(str, places)))
        made.append(Entry(path, message, meta=[array] if places else []))
    return grouped(Catalog(language, format=format_, losses=losses), made)


def _leaves(
    node: Any, path: _Path, places: tuple[int, ...]
) -> Iterator[tuple[_Path, tuple[int, ...], Any]]:
    """The values of a tree with their paths, and the places in these of indices."""
    if isinstance(node, dict) and (node or not path):
        for name, value in node.items():
            yield from _leaves(value, (*path, name), places)
    elif isinstance(node, list) and node:
        for index, value in enumerate(node):
            yield from _leaves(value, (*path, str(index)), (*places, len(path)))
    else:
        yield path, places, node


@dataclass
class _Group:
    """The first entry of a message, and its forms by suffix."""

    entry: Entry[Message]
    name: str
    ordinal: bool = False
    forms: dict[str, Pattern] = field(default_factory=dict)


def grouped(catalog: Catalog, entries: list[Entry[Message]]) -> Catalog:
    """The catalog with the entries, and one message for plural forms that are keys.

    A form that stands alone, as `_zero` does, belongs to its message, and those of v4
    may stand beside the forms of an older format.
    """
    given = {_STEP.join(each.id): each for each in entries}
    found = _families(catalog, given)
    holders = members(found)
    suffixes = {key: name for each in found.values() for name, key in each.keys.items()}
    groups: dict[tuple[bool, str], _Group] = {}
    for entry in entries:
        key = _STEP.join(entry.id)
        family, forms = holders.get(key), forms_of(entry.value)
        made = _Group(entry, key, is_ordinal(entry.value))
        if forms is not None:
            forms = {f"_{name}": pattern for name, pattern in forms.items()}
        elif family is not None:
            # An ordinal alone has the name of its message.
            is_alone = family.base not in given and family.base not in found
            end = "_ordinal" if family.ordinal and not is_alone else ""
            made = _Group(entry, family.base + end, family.ordinal)
            suffix = suffixes[key].removeprefix("_ordinal")
            forms = {suffix: entry.value.pattern}  # type: ignore[union-attr]
        group = groups.setdefault((forms is None, made.name), made)
        if group is not made and forms is None:
            catalog.losses.tell(key_of(entry), _TWICE)
        group.forms.update(forms or {})
    (section,) = catalog.resource.sections
    section.entries += [_message(catalog, group) for group in groups.values()]
    return catalog


def _families(catalog: Catalog, given: dict[str, Entry[Message]]) -> dict[str, Family]:
    """The messages of which forms are keys, by base."""
    known = {key for key, each in given.items() if forms_of(each.value) is not None}
    texts = {
        key: written(each.value.pattern)
        for key, each in given.items()
        if isinstance(each.value, PatternMessage) and not value_of(each.value)
    }
    format_ = catalog.format if catalog.format in I18NEXT else "v4"
    found = families(texts, Endings(format_), catalog.language)
    known.update(found)
    for key in texts:
        base, suffix = _V4.split(key)
        made = Family(base, suffix.startswith("_ordinal"))
        if suffix and (made.name in known or base in known):
            known.add(made.name)
            found.setdefault(made.name, made).keys.setdefault(suffix, key)
    return found


def _message(catalog: Catalog, group: _Group) -> Entry[Message]:
    if not group.forms:
        return group.entry
    path = tuple(group.name.split(_STEP))
    forms = {each: group.forms[f"_{each}"] for each in CATEGORIES
             if f"_{each}" in group.forms}  # fmt: skip
    older = {each: group.forms[each] for each in group.forms if each[1:] not in forms}
    if older:
        how = catalog.language, catalog.format, ".".join(path), catalog.losses
        forms = from_suffixes(older, forms, *how)
    value = catalogs.plural_message(forms, group.ordinal)
    return replace(group.entry, id=path, value=value)


def write_tree(catalog: Catalog, format_: str, losses: Losses) -> dict[str, Any]:
    """The tree of messages in a catalog format."""
    catalog = replace(catalog, losses=losses)
    tree: dict[Any, Any] = {}
    for entry, message in fitted(catalog, format_):
        path: list[Any] = list(entry.id)
        for place in catalogs.array_places(entry):
            path[place] = int(path[place])
        for name, value in _values(entry, message, catalog, format_):
            last = path[-1] if name == entry.id[-1] else name
            _put(tree, [*path[:-1], last], value, losses)
    return _with_arrays(tree)


def _values(
    entry: Entry[Message], message: Message, catalog: Catalog, format_: str
) -> Iterator[tuple[str, Any]]:
    name, key, losses = entry.id[-1], key_of(entry), catalog.losses
    forms, value = forms_of(message), value_of(message)
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
        texts, forms = to_suffixes(forms, catalog.language, format_, key, losses)
    texts |= {f"{mark}_{category}": pattern for category, pattern in forms.items()}
    for suffix, pattern in texts.items():
        yield f"{name}{suffix}", write_text(pattern, format_, key, losses)


def _put(tree: dict[Any, Any], path: list[Any], value: Any, losses: Losses) -> None:
    node, whole = tree, ".".join(map(str, path))
    for step in path[:-1]:
        node = node.setdefault(step, {})
        if not isinstance(node, dict):
            losses.tell(whole, "it lies within a text and is left out")
            return
    if path[-1] in node:
        losses.tell(whole, _TWICE)
    node.setdefault(path[-1], value)


def _with_arrays(node: Any) -> Any:
    """Objects whose names are indices become arrays."""
    if not isinstance(node, dict):
        return node
    if node and all(isinstance(name, int) for name in node):
        return [_with_arrays(node[place]) for place in sorted(node)]
    return {str(name): _with_arrays(value) for name, value in node.items()}


def flat_values(catalog: Catalog) -> dict[str, Any]:
    """Texts by key in i18next's notation, plural forms with their keys of v4."""
    catalog = replace(catalog, losses=Losses())
    return {
        ".".join([*entry.id[:-1], name]): value
        for entry, message in fitted(catalog, "v4")
        for name, value in _values(entry, message, catalog, "v4")
    }


def source_texts(catalog: Catalog | None) -> dict[str, str]:
    """The texts of a source catalog, as `flat_values`, without other values."""
    values = flat_values(catalog).items() if catalog else ()
    return {key: text for key, text in values if isinstance(text, str)}
