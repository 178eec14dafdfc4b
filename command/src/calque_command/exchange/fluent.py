"""Fluent and MessageFormat 2, whose messages select on several values."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.message import parse_message, serialize_message
from moz.l10n.model import Expression, Message, SelectMessage, VariableRef
from moz.l10n.resource import parse_resource

from .catalog import Catalog, Text, by_count, is_number, is_ordinal, mapped, name_of
from .fit import texts
from .names import Named, bytes_of, entries_in, plain_part, table_of

# Fluent


def read_fluent(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read Fluent; terms and attributes are left out."""
    for key, entry in entries_in(parse_resource(Format.fluent, data)):
        if key.startswith("-"):
            catalog.losses.tell(key, "the term is left out")
            continue
        for name in entry.properties:
            catalog.losses.tell(key, f"the attribute {name!r} is left out")
        yield Text(key, by_count(mapped(entry.value, plain_part)), entry.comment)


def write_fluent(catalog: Catalog, format_: str) -> bytes:
    """Write Fluent; keys that it cannot spell stand in comments."""
    made = Named(format_)
    for text in texts(catalog, format_):
        if isinstance(text.value, SelectMessage) or text.pattern:
            made.add(text, _to_fluent(text.value))
    return made.file(Format.fluent)


def _to_fluent(message: Message) -> Message:
    filled = mapped(message, _fluent_part)
    if not isinstance(filled, SelectMessage):
        return filled
    declarations = {}
    for number, selector in enumerate(filled.selectors):
        made = _fluent_part(filled.declarations[selector.name])
        if is_number(filled, number) and is_ordinal(filled):
            made = replace(made, function="number", options={"type": "ordinal"})
            made.attributes["fluent-fn"] = "NUMBER"
        elif is_number(filled, number):
            made = Expression(made.arg, "number")
        name = f"{name_of(made)}_{number}" if len(filled.selectors) > 1 else "sel"
        declarations[name] = made
    selectors = tuple(map(VariableRef, declarations))
    return SelectMessage(declarations, selectors, filled.variants)


def _fluent_part(part: Any) -> Any:
    if not isinstance(part, Expression) or name_of(part) is None:
        return part
    if part.function not in {"number", "datetime"}:
        return Expression(part.arg)
    is_odd = any(re.search("[^A-Za-z0-9.-]", str(v)) for v in part.options.values())
    options = {} if is_odd else dict(part.options)
    function: Any = {"fluent-fn": part.function.upper()}
    return Expression(part.arg, part.function, options, function)


def read_mf2(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read an object of messages in the syntax of MessageFormat 2."""
    for key, source in table_of(data).items():
        message = mapped(parse_message(Format.mf2, source), plain_part)
        yield Text(key, by_count(message))


def write_mf2(catalog: Catalog, format_: str) -> bytes:
    """Write an object of messages in the syntax of MessageFormat 2."""
    made = {one.key: mapped(one.value, _mf2_part) for one in texts(catalog, format_)}
    return bytes_of({key: serialize_message(Format.mf2, made[key]) for key in made})


def _mf2_part(part: Any) -> Any:
    if name_of(part) is None:
        return part
    options = {k: v for k, v in part.options.items() if re.fullmatch(r"[A-Za-z]\w*", k)}
    return Expression(part.arg, part.function, options)
