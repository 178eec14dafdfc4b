"""Android's `strings.xml`, through moz.l10n."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.model import (
    Entry,
    Expression,
    Pattern,
    PatternMessage,
    Resource,
    Section,
    SelectMessage,
    VariableRef,
)
from moz.l10n.resource import parse_resource

from .catalog import (
    Catalog,
    Text,
    forms_of,
    key_of,
    label,
    name_of,
    patterns_of,
    plural_message,
    with_patterns,
)
from .fit import array_of, texts, with_meta
from .names import Named, entries_in, serialized, with_key
from .printf import Names, Positions, types_in


def read_android(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read `strings.xml`; arrays are arrays."""
    resource = parse_resource(Format.android, data)
    catalog.resource.meta, catalog.resource.comment = resource.meta, resource.comment
    if any(section.id == ("!ENTITY",) for section in resource.sections):
        catalog.losses.append("the entities of the DOCTYPE are left out")
        del resource.sections[0]
    for key, entry in entries_in(resource):
        names = Names(entry.comment, isinstance(entry.value, SelectMessage))
        value = with_patterns(entry.value, names.named)
        if isinstance(value, SelectMessage):
            value = plural_message({label(keys[0]): each for keys, each in value})
        yield Text(key, value, names.comment, entry.meta)


def write_android(catalog: Catalog, format_: str) -> bytes:
    """Write `strings.xml`: `%1$s` for placeholders, their names in comments."""
    given, named = [], Named(format_)
    for text in texts(catalog, format_):
        positions = Positions(patterns_of(text.value), types_in(text.key), False)
        given.append((text, positions, positions.note(text.comment)))
    arrays = {key_of(each)[: -len(each.id[-1]) - 1] for each in _arrays(catalog)}
    # An item has no name of its own, and moz.l10n no comments within arrays.
    arrays -= {
        text.key.rpartition(".")[0]
        for text, _positions, comment in given
        if comment or named.odd.search(text.key.rpartition(".")[0])
    }
    is_own = catalog.format == "android"
    # The entries of an array stand together.
    groups: dict[tuple[bool, str], list[Any]] = {}
    for text, positions, note in given:
        head, _dot, index = text.key.rpartition(".")
        is_item = head in arrays and index.isdigit() and forms_of(text.value) is None
        group = groups.setdefault((is_item, head if is_item else text.key), [])
        name = group[0].id[0] if group else named.name(head if is_item else text.key)
        ids = (name, str(len(group))) if is_item else (name,)
        value = with_patterns(text.value, partial(_parts, positions=positions))
        if isinstance(value, SelectMessage):
            quantity = Expression(VariableRef("quantity"), "number")
            value.declarations = {"quantity": quantity}
            value.selectors = (VariableRef("quantity"),)
        comment = with_key(note, text.key, ".".join(ids))
        meta = with_meta(text.meta) if is_own else []
        group.append(Entry(ids, value, comment=comment, meta=meta))
    entries = [entry for group in groups.values() for entry in group]
    root = catalog.resource.meta if is_own else []
    return serialized(Resource(Format.android, [Section((), entries)], meta=root))


def _arrays(catalog: Catalog) -> Iterator[Entry[Any]]:
    """Entries of arrays of texts; each array has nothing else."""
    whole: dict[tuple[str, ...], bool] = {}
    for entry in catalog.entries:
        head = entry.id[:-1]
        is_text = array_of(entry) and isinstance(entry.value, PatternMessage)
        whole[head] = whole.get(head, True) and is_text
    for entry in catalog.entries:
        if array_of(entry) and whole[entry.id[:-1]]:
            yield entry


def _parts(pattern: Pattern, positions: Positions) -> Iterator[Any]:
    """A pattern as it is written: positions, and `%%` for a percent sign."""
    for part in pattern:
        if isinstance(part, str):
            for place, piece in enumerate(part.split("%")):
                if place:
                    yield Expression("%", attributes={"source": "%%"})
                yield piece
        elif (
            name_of(part) is None
            or not isinstance(part, Expression)
            or part.function == "xliff:g"
        ):
            yield part
        else:
            yield Expression(part.arg, attributes={"source": positions.write(part)})
