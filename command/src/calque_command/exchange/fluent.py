"""Fluent and MessageFormat 2, whose messages select on several values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.message import parse_message, serialize_message
from moz.l10n.model import (
    CatchallKey,
    Expression,
    Message,
    PatternMessage,
    SelectMessage,
    VariableRef,
)
from moz.l10n.resource import parse_resource

from .catalog import (
    Catalog,
    Text,
    is_number,
    is_ordinal,
    label,
    mapped,
    name_of,
    names_of,
    patterns_of,
    plural_message,
)
from .fit import texts
from .losses import Losses
from .names import (
    Named,
    bytes_of,
    entries_in,
    plain_part,
    table_of,
)

# Fluent


def read_fluent(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read Fluent; terms and attributes are left out."""
    for key, entry in entries_in(parse_resource(Format.fluent, data)):
        if key.startswith("-"):
            catalog.losses.tell(key, "the term is left out")
            continue
        for name in entry.properties:
            catalog.losses.tell(key, f"the attribute {name!r} is left out")
        yield Text(key, _by_count(entry.value), entry.comment)


def _by_count(message: Message) -> Message:
    """A message whose one selector is the count, if it can be."""
    made = mapped(message, plain_part)
    if not isinstance(made, SelectMessage) or len(made.selectors) != 1:
        return made
    forms = {label(keys[0]): pattern for keys, pattern in made}
    if "0" in forms:
        forms["zero"] = forms.pop("0")
    selected = plural_message(forms, is_ordinal(made))
    is_count = name_of(made.selector_expressions()[0]) == "count"
    is_plural = is_number(made, 0) and len(selected.variants) == len(forms)
    return selected if is_count and is_plural else made


def write_fluent(catalog: Catalog, format_: str) -> bytes:
    """Write Fluent; keys that it cannot spell stand in comments."""
    made = Named(format_)
    for text in texts(catalog, format_):
        if not isinstance(text.value, PatternMessage) or text.value.pattern:
            made.add(text, _to_fluent(text.value, text.key, catalog.losses))
    return made.file(Format.fluent)


def _to_fluent(message: Message, key: str, losses: Losses) -> Message:
    filled = mapped(message, lambda part: _fluent_part(part, key, losses))
    if not isinstance(filled, SelectMessage):
        return filled
    declarations, selectors, numbers = {}, [], []
    for number, selector in enumerate(filled.selectors):
        numbers.append(is_number(filled, number))
        made = _fluent_part(filled.declarations[selector.name], key, losses)
        if numbers[-1] and is_ordinal(filled):
            made = replace(made, function="number", options={"type": "ordinal"})
            made.attributes["fluent-fn"] = "NUMBER"
        elif numbers[-1]:
            made = Expression(made.arg, "number")
        name = f"{name_of(made)}_{number}" if len(filled.selectors) > 1 else "sel"
        declarations[name] = made
        selectors.append(VariableRef(name))
    variants = {}
    for keys, pattern in filled.variants.items():
        labels: list[str | CatchallKey] = []
        for each, is_one in zip(keys, numbers, strict=True):
            name = _fluent_label(label(each), is_one, filled)
            is_last = isinstance(each, CatchallKey)
            labels.append(CatchallKey(name) if is_last else name)
        variants[tuple(labels)] = pattern
    return SelectMessage(declarations, tuple(selectors), variants)


def _fluent_label(name: str, number: bool, message: Message) -> str:
    """i18next shows `zero` for 0 in every language, Fluent by the number."""
    if number and name == "zero" and not is_ordinal(message):
        return "0"
    return name


def _fluent_part(part: Any, key: str, losses: Losses) -> Any:
    name = name_of(part)
    if name is None or not isinstance(part, Expression):
        return part
    spelt = re.sub("[^A-Za-z0-9_-]", "-", name)
    spelt = spelt if re.match("[A-Za-z]", spelt) else f"v{spelt}"
    if spelt != name:
        losses.tell(key, f"the placeholder {name!r} is named {spelt!r}")
    attributes: dict[str, Any] = {}
    if part.function in {"number", "datetime"}:
        attributes["fluent-fn"] = part.function.upper()
    made = Expression(VariableRef(spelt), part.function, attributes=attributes)
    if not attributes:
        return replace(made, function=None)
    if any(re.search("[^A-Za-z0-9.-]", str(v)) for v in part.options.values()):
        losses.tell(key, f"options of the formatter of {name!r} are lost")
        return made
    return replace(made, options=dict(part.options))


# MessageFormat 2


def read_mf2(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read an object of messages in the syntax of MessageFormat 2."""
    for key, source in table_of(data).items():
        yield Text(key, _by_count(parse_message(Format.mf2, source)))


def write_mf2(catalog: Catalog, format_: str) -> bytes:
    """Write an object of messages in the syntax of MessageFormat 2."""
    table = {}
    for text in texts(catalog, format_):
        for name in names_of(patterns_of(text.value)):
            if not re.fullmatch(r"[^\W\d][\w.-]*", name):
                lost = f"the placeholder {name!r} is named otherwise"
                catalog.losses.tell(text.key, lost)
        message = mapped(text.value, _mf2_part)
        if isinstance(message, SelectMessage) and not is_ordinal(message):
            message.variants = {
                tuple("0" if each == "zero" else each for each in keys): pattern
                for keys, pattern in message
            }
        table[text.key] = serialize_message(Format.mf2, message)
    return bytes_of(table)


def _mf2_part(part: Any) -> Any:
    name = name_of(part)
    if name is None or not isinstance(part, Expression):
        return part
    spelt = re.sub(r"[^\w.-]", "-", name)
    spelt = spelt if re.match(r"[^\W\d]", spelt) else f"v{spelt}"
    options = {k: v for k, v in part.options.items() if re.fullmatch(r"[A-Za-z]\w*", k)}
    return Expression(VariableRef(spelt), part.function, options)
