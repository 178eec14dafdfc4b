"""Fluent, XLIFF, properties, ini, WebExtensions and MessageFormat 2.

moz.l10n parses and serializes them; here are keys that a format cannot spell, names of
placeholders, and plural forms.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.message import parse_message, serialize_message
from moz.l10n.model import (
    CatchallKey,
    Entry,
    Expression,
    Message,
    Metadata,
    Pattern,
    PatternMessage,
    Resource,
    Section,
    SelectMessage,
    VariableRef,
)
from moz.l10n.resource import parse_resource

from .catalog import (
    UNTRANSLATED,
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
    text_message,
)
from .fit import texts, with_meta, written
from .i18next import assembled, source_texts
from .losses import Losses
from .names import (
    FLUENT_KEY,
    INI_KEY,
    WEBEXT_KEY,
    Named,
    bytes_of,
    entries_of,
    key_in,
    serialized,
    table_of,
)
from .notation import read_texts
from .printf import Names

# Fluent


def read_fluent(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read Fluent; terms and attributes stay for a writer of Fluent alone."""
    resource = parse_resource(Format.fluent, data)
    made = []
    for key, entry in entries_of(resource):
        own, comment = key_in(key, entry.comment)
        if key.startswith("-"):
            losses.tell(key, "the term is left out")
            continue
        for name in entry.properties:
            losses.tell(key, f"the attribute {name!r} is left out")
        made.append(Text(own, _from_fluent(entry.value), comment))
    return assembled(made, language or "en", "fluent")


def _from_fluent(message: Message) -> Message:
    """A message whose one selector is the count, if it can be."""
    made = mapped(message, _message_part)
    if not isinstance(made, SelectMessage) or len(made.selectors) != 1:
        return made
    forms = {label(keys[0]): pattern for keys, pattern in made.variants.items()}
    if "0" in forms:
        forms["zero"] = forms.pop("0")
    selected = plural_message(forms, is_ordinal(made))
    is_count = name_of(made.selector_expressions()[0]) == "count"
    is_plural = is_number(made, 0) and len(selected.variants) == len(forms)
    return selected if is_count and is_plural else made


def _message_part(part: Any) -> Any:
    if isinstance(part, Expression) and part.function == "message":
        return f"{{ {part.arg} }}"
    if isinstance(part, Expression) and isinstance(part.arg, str):
        return part.arg
    return part


def write_fluent(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write Fluent; keys that it cannot spell stand in comments."""
    made = Named(FLUENT_KEY)
    for text in texts(catalog, "fluent", losses):
        if not isinstance(text.value, PatternMessage) or text.value.pattern:
            made.add(text, _to_fluent(text.value, text.key, losses))
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


# Formats of texts alone: i18next's placeholders stay as they are.


def read_xliff(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read the targets of XLIFF 1.2."""
    resource = parse_resource(Format.xliff, data)
    source = ""
    made = []
    for section in resource.sections:
        language = language or section.get_meta("@target-language") or ""
        source = source or section.get_meta("@source-language") or ""
        for entry in section.entries:
            if not isinstance(entry, Entry):
                continue
            pattern = getattr(entry.value, "pattern", [])
            text = written([_message_part(part) for part in pattern])
            meta = [*entry.meta]
            if not text:
                meta.append(Metadata(UNTRANSLATED, ""))
            value = PatternMessage(read_texts([text], "v4")[0])
            made.append(Text(entry.id[-1], value, entry.comment, meta))
    return assembled(made, language or "en", "xliff", source_language=source)


def write_xliff(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write XLIFF 1.2; a unit for each plural form."""
    sources = source_texts(catalog.source)
    entries: list[Any] = []
    for text in texts(catalog, "xliff", losses):
        base = re.sub(r"(_ordinal)?_[a-z]+$", "", text.key)
        told = sources.get(text.key) or sources.get(f"{base}_other") or text.key
        meta = with_meta(text.meta, UNTRANSLATED)
        if catalog.format != "xliff":
            meta = [Metadata("source", told)]
            meta += [Metadata("note", text.comment)] if text.comment else []
        assert isinstance(text.value, PatternMessage)
        value = PatternMessage([written(text.value.pattern)])
        if text.value.pattern == []:
            value = PatternMessage([])
        entries.append(Entry((text.key,), value, comment=text.comment, meta=meta))
    language = catalog.source_language or "en"
    meta = [
        Metadata("@source-language", language),
        Metadata("@target-language", catalog.language),
        Metadata("@datatype", "plaintext"),
    ]
    root = [
        Metadata("@version", "1.2"),
        Metadata("@xmlns", "urn:oasis:names:tc:xliff:document:1.2"),
    ]
    if catalog.format == "xliff":
        root = [*root, *(m for m in catalog.resource.meta if m.key not in _ROOT)]
    sections = [Section((catalog.name,), entries, meta=meta)]
    return serialized(Resource(Format.xliff, sections, meta=root))


_ROOT = {"@version", "@xmlns"}
_LINES = {"properties": Format.properties, "ini": Format.ini}


def read_lines(data: bytes, language: str, losses: Losses, format_: str) -> Catalog:
    """Read `.properties` and `.ini`, whose sections begin keys."""
    resource = parse_resource(_LINES[format_], data)
    made = []
    for name, entry in entries_of(resource):
        text = written([_message_part(part) for part in patterns_of(entry.value)[0]])
        # An ini file has no keys outside of sections.
        own = name.removeprefix("Strings.") if format_ == "ini" else name
        key, comment = key_in(own, entry.comment)
        made.append(Text(key, PatternMessage(read_texts([text], "v4")[0]), comment))
    return assembled(made, language or "en", format_)


def write_lines(catalog: Catalog, losses: Losses, format_: str) -> bytes:
    """Write `.properties` or `.ini`."""
    made = Named(INI_KEY)
    for text in texts(catalog, format_, losses):
        value = written(patterns_of(text.value)[0])
        if format_ == "properties":
            message = PatternMessage([value])
            made.entries.append(Entry((text.key,), message, comment=text.comment))
            continue
        if "\n" in value or value != value.strip() or not value:
            losses.tell(text.key, "line breaks and outer spaces are left out")
            value = " ".join(value.split())
        made.add(text, PatternMessage([value]))
    return made.file(_LINES[format_], () if format_ == "properties" else ("Strings",))


# WebExtensions


def read_webext(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read `messages.json`."""
    made = []
    for spelt, entry in entries_of(parse_resource(Format.webext, data)):
        pattern = patterns_of(entry.value)[0]
        key, comment = key_in(spelt, entry.comment)
        names = Names(comment)
        parts = []
        for part in pattern:
            name = name_of(part)
            number = re.fullmatch(r"arg(\d)", name or "")
            if number:
                name = names.name(int(number[1]), "@")
            parts.append(part if name is None else Expression(VariableRef(name)))
        for declared, each in getattr(entry.value, "declarations", {}).items():
            if "example" in each.attributes:
                losses.tell(key, f"the example of {declared!r} is left out")
        made.append(Text(key, text_message(parts), names.comment))
    return assembled(made, language or "en", "webext")


def write_webext(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write `messages.json`: `$name$` for placeholders, in the order of the text."""
    made = Named(WEBEXT_KEY)
    for text in texts(catalog, "webext", losses):
        spelt: dict[str | None, str] = {
            each: re.sub("[^A-Za-z0-9_@]", "_", each) or "arg"
            for each in names_of(patterns_of(text.value))
        }
        for each, new in spelt.items():
            if each != new:
                losses.tell(text.key, f"the placeholder {each!r} is named {new!r}")
        if len(spelt) > 9:
            losses.tell(text.key, "there are more than nine placeholders")
        declared = {
            new: Expression(None, attributes={"source": f"${number}"})
            for number, new in enumerate(dict.fromkeys(spelt.values()), 1)
        }
        parts: Pattern = []
        for part in patterns_of(text.value)[0]:
            new = spelt.get(name_of(part), "")
            own = Expression(VariableRef(new), attributes={"source": f"${new}$"})
            parts.append(own if new else part)
        made.add(text, PatternMessage(parts, declared))
    return made.file(Format.webext)


# MessageFormat 2


def read_mf2(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read an object of messages in the syntax of MessageFormat 2."""
    made = [
        Text(key, _from_fluent(parse_message(Format.mf2, source)))
        for key, source in table_of(data).items()
    ]
    return assembled(made, language or "en", "mf2")


def write_mf2(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write an object of messages in the syntax of MessageFormat 2."""
    table = {}
    for text in texts(catalog, "mf2", losses):
        for name in names_of(patterns_of(text.value)):
            if not re.fullmatch(r"[^\W\d][\w.-]*", name):
                losses.tell(text.key, f"the placeholder {name!r} is named otherwise")
        message = mapped(text.value, _mf2_part)
        if isinstance(message, SelectMessage) and not is_ordinal(message):
            variants: dict[Any, Pattern] = {
                tuple("0" if each == "zero" else each for each in keys): pattern
                for keys, pattern in message.variants.items()
            }
            message = replace(message, variants=variants)
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
