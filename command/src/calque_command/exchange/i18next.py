"""i18next's JSON, formats ios and v1 to v4, and plural forms that are keys."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from moz.l10n.model import Expression, Metadata, Pattern, PatternMessage

from ..checks.endings import CATEGORIES, Endings
from ..checks.plurals import Family, families, members
from . import catalog as catalogs
from .catalog import Catalog, Entry, Forms, forms_of, is_ordinal, key_of, value_of
from .fit import fitted, written
from .formats import I18NEXT, Losses
from .notation import read_texts, write_text
from .plurals import from_suffixes, to_suffixes

_V4 = Endings()
_Path = tuple[str, ...]
# Between the names of a path: no name has it.
_STEP = "\0"
_TWICE = "the key occurs twice; one is left out"


def read_tree(tree: dict[str, Any], language: str, format_: str) -> Catalog:
    """The messages of a tree in a catalog format."""
    leaves = list(_leaves(tree, (), ()))
    texts = list(dict.fromkeys(text for *_, text in leaves if isinstance(text, str)))
    patterns = dict(zip(texts, read_texts(texts, format_), strict=True))
    made: list[Entry] = []
    for path, places, value in leaves:
        is_text = isinstance(value, str)
        # A value that is not a text: a number, true, null.
        other: Pattern = [] if is_text else [Expression(json.dumps(value), "json")]
        message = PatternMessage(patterns[value] if is_text else other)
        array = Metadata(catalogs.ARRAY, ",".join(map(str, places)))
        made.append(Entry(path, message, meta=[array] if places else []))
    return grouped(Catalog(language, format=format_), made)


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


def grouped(catalog: Catalog, entries: list[Entry]) -> Catalog:
    """The catalog with the entries, and one message for plural forms that are keys.

    A form that stands alone, as `_zero` does, belongs to its message, and those of v4
    may stand beside the forms of an older format.
    """
    given = {_STEP.join(each.id): each for each in entries}
    found = _families(catalog, given)
    holders = members(found)
    suffixes = {key: name for each in found.values() for name, key in each.keys.items()}
    groups: dict[tuple[bool, str], tuple[Entry, bool, Forms]] = {}
    for entry in entries:
        name = key = _STEP.join(entry.id)
        family, forms = holders.get(key), forms_of(entry.value)
        ordinal = is_ordinal(entry.value)
        if forms is not None:
            forms = {f"_{name}": pattern for name, pattern in forms.items()}
        elif family is not None:
            # An ordinal alone has the name of its message.
            is_alone = family.base not in given and family.base not in found
            end = "_ordinal" if family.ordinal and not is_alone else ""
            name, ordinal = family.base + end, family.ordinal
            suffix = suffixes[key].removeprefix("_ordinal")
            forms = {suffix: entry.value.pattern}  # type: ignore[union-attr]
        group = groups.setdefault((forms is None, name), (entry, ordinal, {}))
        if group[0] is not entry and forms is None:
            catalog.losses.tell(key_of(entry), _TWICE)
        group[2].update(forms or {})
    for (_is_text, name), group in groups.items():
        catalog.resource.sections[0].entries.append(_message(catalog, name, *group))
    return catalog


def _families(catalog: Catalog, given: dict[str, Entry]) -> dict[str, Family]:
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


def _message(
    catalog: Catalog, name: str, entry: Entry, ordinal: bool, given: Forms
) -> Entry:
    if not given:
        return entry
    path = tuple(name.split(_STEP))
    forms = {each: given[f"_{each}"] for each in CATEGORIES if f"_{each}" in given}
    older = {each: given[each] for each in given if each[1:] not in forms}
    if older:
        lose = partial(catalog.losses.tell, ".".join(path))
        forms = from_suffixes(older, forms, catalog.language, catalog.format, lose)
    return replace(entry, id=path, value=catalogs.plural_message(forms, ordinal))


def write_tree(catalog: Catalog, format_: str) -> dict[str, Any]:
    """The tree of messages in a catalog format."""
    tree: dict[Any, Any] = {}
    for entry in fitted(catalog, format_):
        path: list[Any] = list(entry.id)
        for place in catalogs.array_places(entry):
            path[place] = int(path[place])
        for name, value in _values(entry, catalog, format_):
            last = path[-1] if name == entry.id[-1] else name
            _put(tree, [*path[:-1], last], value, catalog.losses)
    return _with_arrays(tree)


def _values(entry: Entry, catalog: Catalog, format_: str) -> Iterator[tuple[str, Any]]:
    name, message, mark = entry.id[-1], entry.value, ""
    lose = partial(catalog.losses.tell, key_of(entry))
    if value := value_of(message):
        yield name, value[0]
        return
    texts = {"": catalogs.patterns_of(message)[0]}
    if (forms := forms_of(message)) is not None:
        if is_ordinal(message):
            name, mark = name.removesuffix("_ordinal"), "_ordinal"
            if format_ != "v4":
                lose(f"format {format_} has no ordinals")
        texts = {}
        if format_ != "v4" and not mark:
            texts, forms = to_suffixes(forms, catalog.language, format_, lose)
        texts |= {f"{mark}_{category}": forms[category] for category in forms}
    for suffix, pattern in texts.items():
        yield f"{name}{suffix}", write_text(pattern, format_, lose)


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
        for entry in fitted(catalog, "v4")
        for name, value in _values(entry, catalog, "v4")
    }


def source_texts(catalog: Catalog | None) -> dict[str, str]:
    """The texts of a source catalog, as `flat_values`, without other values."""
    values = flat_values(catalog).items() if catalog else ()
    return {key: text for key, text in values if isinstance(text, str)}
