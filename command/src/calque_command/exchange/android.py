"""Android's `strings.xml`, through moz.l10n."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from moz.l10n import model as moz
from moz.l10n.formats import Format
from moz.l10n.model import Expression, Pattern, SelectMessage
from moz.l10n.resource import parse_resource

from . import catalog as catalogs
from .catalog import Catalog, Text, forms_of, name_of, with_patterns
from .fit import texts
from .names import Named, entries_in, serialized, with_key
from .printf import Names, Positions


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
            forms = {catalogs.label(keys[0]): pattern for keys, pattern in value}
            value = catalogs.plural_message(forms)
        yield Text(key, value, names.comment, entry.meta)


def write_android(catalog: Catalog, format_: str) -> bytes:
    """Write `strings.xml`: `%1$s` for placeholders, their names in comments."""
    given, named = [], Named(format_)
    for text in texts(catalog, format_):
        positions = Positions(text, False)
        given.append((text, positions, positions.note))
    # An item has no name of its own, and moz.l10n no comments within arrays.
    arrays = _arrays(catalog) - {
        head
        for text, _positions, comment in given
        if named.odd.search(head := text.key.rpartition(".")[0]) or comment
    }
    is_own = catalog.format == "android"
    # The entries of an array stand together.
    groups: dict[tuple[bool, str], list[Any]] = {}
    for text, positions, note in given:
        head, _dot, index = text.key.rpartition(".")
        is_item = head in arrays and index.isdigit() and forms_of(text.value) is None
        whole = head if is_item else text.key
        group = groups.setdefault((is_item, whole), [])
        name = group[0].id[0] if group else named.name(whole)
        ids = (name, str(len(group))) if is_item else (name,)
        value = with_patterns(text.value, partial(_parts, positions=positions))
        if isinstance(value, SelectMessage):
            quantity = moz.VariableRef("quantity")
            value.declarations = {"quantity": Expression(quantity, "number")}
            value.selectors = (quantity,)
        comment = with_key(note, text.key, ".".join(ids))
        meta = text.meta if is_own else []
        group.append(moz.Entry(ids, value, comment=comment, meta=meta))
    entries = [entry for group in groups.values() for entry in group]
    root = catalog.resource.meta if is_own else []
    section = moz.Section((), entries)
    return serialized(moz.Resource(Format.android, [section], meta=root))


def _arrays(catalog: Catalog) -> set[str]:
    """The keys of arrays that have texts alone."""
    whole: dict[tuple[str, ...], bool] = {}
    for entry in catalog.entries:
        is_item = len(entry.id) - 1 in catalogs.array_places(entry)
        is_text = is_item and isinstance(entry.value, moz.PatternMessage)
        whole[entry.id[:-1]] = whole.get(entry.id[:-1], True) and is_text
    return {".".join(head) for head, is_array in whole.items() if is_array}


def _parts(pattern: Pattern, positions: Positions) -> Iterator[Any]:
    """A pattern as it is written: positions, and `%%` for a percent sign."""
    for part in pattern:
        if isinstance(part, str):
            for place, piece in enumerate(part.split("%")):
                if place:
                    yield Expression("%", attributes={"source": "%%"})
                yield piece
        elif name_of(part) is None or getattr(part, "function", None) == "xliff:g":
            yield part
        else:
            source = positions.write(part)
            yield Expression(part.arg, attributes={"source": source})  # type: ignore[union-attr]
