"""Android's `strings.xml`, through moz.l10n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.model import (
    Entry,
    Expression,
    Message,
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
    joined,
    key_of,
    label,
    name_of,
    patterns_of,
    plural_message,
    text_message,
)
from .fit import array_of, texts, with_meta
from .i18next import assembled
from .losses import Losses
from .names import ANDROID_KEY, Named, key_in, serialized, with_key
from .printf import PRINTF, Names, Positions, types_in


def read_android(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read `strings.xml`; arrays are arrays."""
    resource = parse_resource(Format.android, data)
    entities = any(section.id == ("!ENTITY",) for section in resource.sections)
    if entities:
        losses.append("the entities of the DOCTYPE are left out")
    made = []
    for section in resource.sections[entities:]:
        for entry in section.entries:
            if not isinstance(entry, Entry):
                continue
            key, note = key_in(".".join(entry.id), entry.comment)
            value: Message = entry.value
            names = Names(note, isinstance(value, SelectMessage))
            if isinstance(value, SelectMessage):
                forms = {label(keys[0]): each for keys, each in value.variants.items()}
                value = plural_message(
                    {
                        form: _android_pattern(each, names)
                        for form, each in forms.items()
                    }
                )
            else:
                value = text_message(_android_pattern(value.pattern, names))
            made.append(Text(key, value, names.comment, entry.meta))
    catalog = assembled(made, language or "en", "android")
    catalog.resource.meta = resource.meta
    catalog.resource.comment = resource.comment
    return catalog


def _android_pattern(pattern: Pattern, names: Names) -> Pattern:
    made: Pattern = []
    following = 1
    for part in pattern:
        if not isinstance(part, Expression) or part.function == "entity":
            made.append(part)
            continue
        match = PRINTF.fullmatch(str(part.attributes.get("source", "")))
        if match is None or match[0] == "%%":
            bare = part.function is None and isinstance(part.arg, str)
            made.append(str(part.arg) if bare else part)
            continue
        number = int(match["at"] or following)
        following += not match["at"]
        name = names.name(number, match["type"])
        if part.function == "xliff:g":
            name = name_of(part) or name
        made.append(replace(part, arg=VariableRef(name)))
    return joined(made)


def write_android(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write `strings.xml`: `%1$s` for placeholders, their names in comments."""
    named = Named(ANDROID_KEY)
    entries: list[Any] = []
    given = []
    for text in texts(catalog, "android", losses):
        positions = Positions(patterns_of(text.value), types_in(text.key), "s", "d")
        given.append((text, positions, positions.note(text.comment)))
    arrays = {key_of(each)[: -len(each.id[-1]) - 1] for each in _arrays(catalog)}
    # An item has no name of its own, and moz.l10n no comments within arrays.
    arrays -= {
        text.key.rpartition(".")[0]
        for text, _positions, comment in given
        if comment or ANDROID_KEY.search(text.key.rpartition(".")[0])
    }
    names: dict[str, str] = {}
    following: dict[str, int] = {}
    for text, positions, note in given:
        head, _dot, index = text.key.rpartition(".")
        meta = with_meta(text.meta) if catalog.format == "android" else []
        ids: tuple[str, ...]
        if head in arrays and index.isdigit() and forms_of(text.value) is None:
            if head not in names:
                names[head] = named.name(head)
            place = following.get(head, 0)
            following[head] = place + 1
            ids = names[head], str(place)
        else:
            ids = (named.name(text.key),)
        comment = with_key(note, text.key, ".".join(ids))
        value = _to_android(text.value, positions)
        entries.append(Entry(ids, value, comment=comment, meta=meta))
    # The entries of an array stand together.
    first: dict[str, int] = {}
    for place, each in enumerate(entries):
        first.setdefault(each.id[0], place)
    entries.sort(key=lambda each: first[each.id[0]])
    root = catalog.resource.meta if catalog.format == "android" else []
    return serialized(Resource(Format.android, [Section((), entries)], meta=root))


def _arrays(catalog: Catalog) -> Iterator[Entry[Message]]:
    """Entries of arrays of texts; each array has nothing else."""
    whole: dict[tuple[str, ...], bool] = {}
    for entry in catalog.entries:
        head = entry.id[:-1]
        is_text = array_of(entry) and isinstance(entry.value, PatternMessage)
        whole[head] = whole.get(head, True) and is_text
    for entry in catalog.entries:
        if array_of(entry) and whole[entry.id[:-1]]:
            yield entry


def _to_android(message: Message, positions: Positions) -> Message:
    def parts(pattern: Pattern) -> Pattern:
        made: Pattern = []
        for part in pattern:
            if isinstance(part, str):
                made += _with_percents(part)
            elif (
                name_of(part) is None
                or not isinstance(part, Expression)
                or part.function == "xliff:g"
            ):
                made.append(part)
            else:
                source = positions.write(part)
                made.append(Expression(part.arg, attributes={"source": source}))
        return made

    if isinstance(message, PatternMessage):
        return PatternMessage(parts(message.pattern))
    variants = {keys: parts(pattern) for keys, pattern in message.variants.items()}
    quantity = Expression(VariableRef("quantity"), "number")
    return SelectMessage({"quantity": quantity}, (VariableRef("quantity"),), variants)


def _with_percents(text: str) -> Iterator[Any]:
    """A text in which a percent sign is not a placeholder."""
    for place, piece in enumerate(text.split("%")):
        if place:
            yield Expression("%", attributes={"source": "%%"})
        if piece:
            yield piece
