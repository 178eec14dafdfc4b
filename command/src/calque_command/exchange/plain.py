"""Formats of texts alone: XLIFF, properties, ini, WebExtensions, Blockly's tables."""

import re
from collections.abc import Iterator
from typing import Any

from moz.l10n import model as moz
from moz.l10n.formats import Format
from moz.l10n.model import Entry, Expression, Metadata, PatternMessage
from moz.l10n.resource import parse_resource

from ..checks.endings import Endings
from . import catalog as catalogs
from .catalog import UNTRANSLATED, Catalog, Text, mapped, name_of
from .fit import texts, written
from .i18next import source_texts
from .names import Named, bytes_of, entries_in, plain_part, serialized, table_of
from .notation import read_texts
from .printf import Names, Positions

_LINES = {"properties": Format.properties, "ini": Format.ini}
_BLOCKLY = re.compile(r"%%|%(\d+)")
# Its percent signs are escapes, not placeholders.
_ADDRESS = re.compile(r"https?://\S+")


def _text(entry: Entry[Any]) -> PatternMessage:
    text = written([plain_part(part) for part in catalogs.patterns_of(entry.value)[0]])
    return PatternMessage(read_texts([text], "v4")[0])


def read_xliff(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read the targets of XLIFF 1.2."""
    for section in parse_resource(Format.xliff, data).sections:
        target = catalog.language or section.get_meta("@target-language")
        source = catalog.source_language or section.get_meta("@source-language")
        catalog.language, catalog.source_language = target or "", source or ""
        for entry in section.entries:
            if isinstance(entry, Entry):
                value = _text(entry)
                meta = [] if value.pattern else [Metadata(UNTRANSLATED, "")]
                yield Text(entry.id[-1], value, entry.comment, [*entry.meta, *meta])


def write_xliff(catalog: Catalog, format_: str) -> bytes:
    """Write XLIFF 1.2; a unit for each plural form."""
    sources = source_texts(catalog.source)
    is_own = catalog.format == format_
    entries: list[Any] = []
    for text in texts(catalog, format_):
        base = Endings().split(text.key)[0]
        source = sources.get(text.key) or sources.get(f"{base}_other") or text.key
        meta = [each for each in text.meta if each.key != UNTRANSLATED]
        if not is_own:
            meta = [Metadata("source", source)]
            meta += [Metadata("note", text.comment)] if text.comment else []
        value = written(text.pattern)
        message = PatternMessage([value] if value else [])
        entries.append(Entry((text.key,), message, comment=text.comment, meta=meta))
    about = [
        Metadata("@source-language", catalog.source_language or "en"),
        Metadata("@target-language", catalog.language),
        Metadata("@datatype", "plaintext"),
    ]
    section = moz.Section((catalog.name,), entries, meta=about)
    meta = [*catalog.resource.meta] if is_own else []
    root = moz.Resource(Format.xliff, [section], meta=meta)
    root.set_meta("@version", "1.2")
    root.set_meta("@xmlns", "urn:oasis:names:tc:xliff:document:1.2")
    return serialized(root)


def read_lines(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read `.properties` and `.ini`, whose sections begin keys."""
    is_ini = catalog.format == "ini"
    for name, entry in entries_in(parse_resource(_LINES[catalog.format], data)):
        # An ini file has no keys outside of sections.
        key = name.removeprefix("Strings.") if is_ini else name
        yield Text(key, _text(entry), entry.comment)


def write_lines(catalog: Catalog, format_: str) -> bytes:
    """Write `.properties` or `.ini`."""
    made, is_ini = Named(format_), format_ == "ini"
    for text in texts(catalog, format_):
        value = written(text.pattern)
        is_line = value.strip() == value != "" and "\n" not in value
        if is_ini and not is_line:
            lost = "line breaks and outer spaces are left out"
            catalog.losses.tell(text.key, lost)
            value = " ".join(value.split())
        made.add(text, PatternMessage([value]))
    return made.file(_LINES[format_], *(["Strings"] if is_ini else []))


def read_webext(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read `messages.json`."""
    for key, entry in entries_in(parse_resource(Format.webext, data)):
        names = Names(entry.comment)
        for declared, each in getattr(entry.value, "declarations", {}).items():
            if "example" in each.attributes:
                lost = f"the example of {declared!r} is left out"
                catalog.losses.tell(key, lost)

        def named(part: Any, names: Names = names) -> Any:
            name = name_of(part)
            if number := re.fullmatch(r"arg(\d)", name or ""):
                name = names.name(int(number[1]), "@")
            return part if name is None else Expression(moz.VariableRef(name))

        yield Text(key, mapped(entry.value, named), names.comment)


def write_webext(catalog: Catalog, format_: str) -> bytes:
    """Write `messages.json`: `$name$` for placeholders, in the order of the text."""
    made = Named(format_)
    for text in texts(catalog, format_):
        names = catalogs.names_of([text.pattern])
        if len(names) > 9:
            catalog.losses.tell(text.key, "there are more than nine placeholders")

        def marked(part: Any) -> Any:
            name = name_of(part)
            about: dict[str, Any] = {"source": f"${name}$"}
            return part if name is None else Expression(part.arg, attributes=about)

        message = mapped(text.value, marked)
        message.declarations = {
            name: Expression(None, attributes={"source": f"${number}"})
            for number, name in enumerate(names, 1)
        }
        made.add(text, message)
    return made.file(Format.webext)


def read_blockly(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """Read a table of messages with `%1`; `@metadata` names its locale."""
    table = table_of(data)
    meta = table.pop("@metadata", {})
    catalog.language = catalog.language or meta.get("locale", "")
    for key, text in table.items():
        if not isinstance(text, str):
            catalog.losses.tell(key, f"{text!r} is not a string")
            continue
        parts: list[Any] = [text] if _ADDRESS.fullmatch(text) else _BLOCKLY.split(text)
        for place, number in enumerate(parts[1::2]):
            variable = moz.VariableRef(f"arg{number}")
            parts[2 * place + 1] = Expression(variable) if number else "%"
        yield Text(key, catalogs.text_message(parts))


def write_blockly(catalog: Catalog, format_: str) -> bytes:
    """Write a table."""
    about = {"locale": catalog.language, "messagedocumentation": "qqq"}
    table: dict[str, object] = {"@metadata": about}
    for text in texts(catalog, format_):
        numbers = Positions(text, True).numbers
        for name, number in numbers.items():
            if name != f"arg{number}":
                lost = f"the placeholder {name!r} becomes %{number}"
                catalog.losses.tell(text.key, lost)
        is_address = _ADDRESS.fullmatch(written(text.pattern))
        table[text.key] = "".join(
            part.replace("%", "%" if is_address else "%%")
            if isinstance(part, str)
            else f"%{numbers[name_of(part) or '']}"
            for part in text.pattern
        )
    return bytes_of(table)
