"""Fluent, Android and XLIFF, through the model of moz.l10n."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moz.l10n.formats import Format
from moz.l10n.model import (
    CatchallKey,
    Entry,
    Expression,
    Markup,
    Metadata,
    PatternMessage,
    Resource,
    Section,
    SelectMessage,
    VariableRef,
)
from moz.l10n.resource import parse_resource, serialize_resource

from ..checks.files import write_file
from .flat import flat_texts, from_flat
from .i18next import is_nested, path_of
from .model import CATEGORIES, Catalog, Losses, Message, Pattern, Slot, plain
from .notation import Positions, read_texts, tell_references, tell_slot, write_text

_FLUENT_KEY = re.compile("[^A-Za-z0-9_-]")
_ANDROID_KEY = re.compile("[^A-Za-z0-9_]")
_NOTE = re.compile(r"^key: (.*)$", re.MULTILINE)


def _entry_id(key: str, pattern: re.Pattern[str], used: set[str]) -> str:
    """A name that the format allows, unlike all before."""
    name = pattern.sub(lambda match: "-" if pattern is _FLUENT_KEY else "_", key)
    if not re.match("[A-Za-z]", name):
        name = f"k{name}"
    base, number = name, 2
    while name in used:
        name, number = f"{base}{number}", number + 1
    used.add(name)
    return name


def _with_key(comment: str, key: str, name: str) -> str:
    """The comment with the key, when the format could not spell it."""
    return comment if key == name else "\n".join(filter(None, [comment, f"key: {key}"]))


def _key_of(name: str, comment: str) -> tuple[str, str]:
    match = _NOTE.search(comment)
    if match is None:
        return name, comment
    return match[1], _NOTE.sub("", comment).strip()


# Fluent


def write_fluent(
    catalog: Catalog, path: Path, losses: Losses, _source: Catalog | None = None
) -> None:
    """Write Fluent; keys that it cannot spell stand in comments."""
    used: set[str] = set()
    entries: list[Any] = []

    def add(key: str, value: Any, message: Message) -> None:
        name = _entry_id(key, _FLUENT_KEY, used)
        comment = _with_key(message.comment, key, name)
        entries.append(Entry((name,), value, comment=comment))

    for message in catalog.texts(losses):
        for ordinal, forms in ((False, message.cardinal), (True, message.ordinal)):
            if forms:
                key = f"{message.key}_ordinal" if ordinal else message.key
                add(key, _select(forms, ordinal, key, losses), message)
        if message.text is not None:
            parts = _parts(message.text, message.key, losses)
            add(message.key, PatternMessage(parts), message)
    _write(path, Resource(Format.fluent, [Section((), entries)]))


def _parts(pattern: Pattern, key: str, losses: Losses) -> list[Any]:
    parts: list[Any] = []
    for part in pattern:
        if isinstance(part, str):
            tell_references(part, key, losses)
            parts.append(part)
        else:
            tell_slot(part, key, losses)
            name = re.sub("[^A-Za-z0-9_-]", "-", part.name)
            if name != part.name:
                losses.tell(key, f"the placeholder {part.name!r} is named {name!r}")
            parts.append(Expression(VariableRef(name)))
    return parts


def _select(
    forms: dict[str, Pattern], ordinal: bool, key: str, losses: Losses
) -> SelectMessage:
    number = Expression(
        VariableRef("count"),
        "number",
        {"type": "ordinal"} if ordinal else {},
        attributes={"fluent-fn": "NUMBER"} if ordinal else {},
    )
    name = "count_1" if ordinal else "count"
    variants: dict[Any, Any] = {}
    default = "other" if "other" in forms else next(reversed(forms))
    for category, text in forms.items():
        # i18next shows `zero` for 0 in every language, Fluent by the number.
        label = "0" if category == "zero" and not ordinal else category
        variant: Any = CatchallKey(label) if category == default else label
        variants[(variant,)] = _parts(text, key, losses)
    return SelectMessage({name: number}, (VariableRef(name),), variants)


def read_fluent(path: Path, language: str, losses: Losses) -> Catalog:
    """Read Fluent; terms, attributes and selectors other than a count are told."""
    catalog = Catalog(language or "en")
    entries = list(_entries(path, Format.fluent))
    keys = [_key_of(entry.id[0], entry.comment)[0] for entry in entries]
    nested = is_nested(keys)
    by_key: dict[str, Message] = {}
    for key, entry in zip(keys, entries, strict=True):
        if entry.properties or key.startswith("-"):
            losses.tell(key, "terms and attributes are left out")
            if key.startswith("-"):
                continue
        message = Message(path_of(key, nested), comment=_key_of("", entry.comment)[1])
        _fill(message, entry.value, losses)
        base = by_key.get(key.removesuffix("_ordinal"))
        if message.ordinal and base is not None:
            base.ordinal = message.ordinal
            continue
        if message.ordinal:
            message.path = path_of(key.removesuffix("_ordinal"), nested)
        by_key[key] = message
        catalog.messages.append(message)
    return catalog


def _fill(message: Message, value: Any, losses: Losses) -> None:
    if isinstance(value, PatternMessage):
        message.text = _pattern(value.pattern, {}, message.key, losses)
        return
    number = next(iter(value.declarations.values()), None)
    ordinal = number is not None and number.options.get("type") == "ordinal"
    forms: dict[str, Pattern] = {}
    for (label,), parts in (
        item for item in value.variants.items() if len(item[0]) == 1
    ):
        name = str(label.value if isinstance(label, CatchallKey) else label)
        name = {"0": "zero"}.get(name, name)
        if name in CATEGORIES:
            forms[name] = _pattern(parts, {}, message.key, losses)
        else:
            losses.tell(message.key, f"the variant {name!r} is left out")
    if ordinal:
        message.ordinal = forms
    else:
        message.cardinal = forms


def _pattern(
    parts: list[Any], names: dict[int, str], key: str, losses: Losses
) -> Pattern:
    made: list[str | Slot] = []
    for part in parts:
        if isinstance(part, str):
            made.append(part)
        elif isinstance(part, Expression) and isinstance(part.arg, VariableRef):
            made.append(Slot(_name(part.arg.name, names)))
        elif isinstance(part, Expression) and isinstance(part.arg, str):
            made.append(part.arg)
        elif isinstance(part, Markup):
            made.append(_markup(part))
        else:
            losses.tell(key, f"{part} is left out")
    return plain(made)


def _markup(part: Markup) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in part.options.items())
    if part.kind == "close":
        return f"</{part.name}>"
    return f"<{part.name}{attributes}{' /' if part.kind == 'standalone' else ''}>"


def _name(name: str, names: dict[int, str]) -> str:
    match = re.fullmatch("arg([0-9]*)", name)
    return names.get(int(match[1] or 1), name) if match else name


# Android


def write_android(
    catalog: Catalog, path: Path, losses: Losses, _source: Catalog | None = None
) -> None:
    """Write `strings.xml`: `%1$s` for placeholders, their names in comments."""
    used: set[str] = set()
    messages = catalog.without_ordinals(losses)
    entries = [_android(message, used, losses) for message in messages]
    _write(path, Resource(Format.android, [Section((), entries)]))


def _android(message: Message, used: set[str], losses: Losses) -> Any:
    positions = Positions(message.patterns)
    name = _entry_id(message.key, _ANDROID_KEY, used)
    comment = _with_key(positions.note(message.comment), message.key, name)

    def parts(pattern: Pattern) -> list[Any]:
        made: list[Any] = []
        for part in pattern:
            if isinstance(part, str):
                tell_references(part, message.key, losses)
                made += _with_percents(part)
                continue
            tell_slot(part, message.key, losses)
            number = positions.number(part)
            integer = part.name == "count"
            source = f"%{number}${'d' if integer else 's'}"
            made.append(
                Expression(
                    VariableRef(f"arg{number}"),
                    "integer" if integer else "string",
                    attributes={"source": source},
                )
            )
        return made

    value: Any
    if message.cardinal:
        variants: dict[Any, Any] = {
            (CatchallKey(name) if name == "other" else name,): parts(text)
            for name, text in message.cardinal.items()
        }
        if "other" not in message.cardinal:
            losses.tell(message.key, "the form 'other', which is needed, is a copy")
            last = next(reversed(message.cardinal.values()))
            variants[(CatchallKey("other"),)] = parts(last)
        quantity = Expression(VariableRef("quantity"), "number")
        value = SelectMessage(
            {"quantity": quantity}, (VariableRef("quantity"),), variants
        )
    else:
        value = PatternMessage(parts(message.text or ()))
    return Entry((name,), value, comment=comment)


def _with_percents(text: str) -> Iterator[Any]:
    """A text in which a percent sign is not a placeholder."""
    for place, piece in enumerate(text.split("%")):
        if place:
            yield Expression("%", attributes={"source": "%%"})
        if piece:
            yield piece


def read_android(path: Path, language: str, losses: Losses) -> Catalog:
    """Read `strings.xml`; arrays are arrays."""
    catalog = Catalog(language or "en")
    entries = list(_entries(path, Format.android))
    told = [_key_of(entry.id[0], entry.comment) for entry in entries]
    nested = is_nested([key for key, _comment in told])
    for (key, note), entry in zip(told, entries, strict=True):
        names, comment = Positions.names(note)
        message = Message(path_of(key, nested), comment=comment)
        if len(entry.id) > 1:
            message.path = (*message.path, int(entry.id[1]))
        if isinstance(entry.value, PatternMessage):
            message.text = _pattern(entry.value.pattern, names, key, losses)
        else:
            message.cardinal = {
                str(label.value if isinstance(label, CatchallKey) else label): _pattern(
                    parts, names, key, losses
                )
                for (label,), parts in entry.value.variants.items()
            }
        catalog.messages.append(message)
    _join_ordinals(catalog)
    return catalog


def _join_ordinals(catalog: Catalog) -> None:
    """Texts whose keys are ordinal forms become ordinals of their message."""
    kept: list[Message] = []
    by_path: dict[tuple[str | int, ...], Message] = {}
    for message in catalog.messages:
        base, mark, category = str(message.path[-1]).rpartition("_ordinal_")
        if message.text is None or not mark or category not in CATEGORIES:
            known = by_path.get(message.path)
            if known is not None:
                known.cardinal = message.cardinal
                continue
            by_path[message.path] = message
            kept.append(message)
            continue
        path = (*message.path[:-1], base)
        known = by_path.get(path)
        if known is None:
            known = by_path[path] = Message(path)
            kept.append(known)
        known.ordinal[category] = message.text
    catalog.messages = kept


# XLIFF


def write_xliff(
    catalog: Catalog, path: Path, losses: Losses, source: Catalog | None = None
) -> None:
    """Write XLIFF 1.2 with i18next's placeholders; a unit for each plural form."""
    sources: dict[str, str] = {}
    if source is not None:
        for key, text, _message in flat_texts(source, Losses()):
            sources[key] = write_text(text, "v4", key, losses)
    entries: list[Any] = []
    quiet = Losses()
    for key, text, message in flat_texts(catalog, quiet):
        written = write_text(text, "v4", key, losses)
        base = message.key if message.is_plural else key
        told = sources.get(key) or sources.get(f"{base}_other") or key
        meta = [Metadata("source", told)]
        if message.comment:
            meta.append(Metadata("note", message.comment))
        entries.append(
            Entry((key,), PatternMessage([written]), comment=message.comment, meta=meta)
        )
    losses += [line for line in quiet if "plural" not in line]
    meta = [
        Metadata("@source-language", source.language if source else "en"),
        Metadata("@target-language", catalog.language),
        Metadata("@datatype", "plaintext"),
    ]
    root = [
        Metadata("@version", "1.2"),
        Metadata("@xmlns", "urn:oasis:names:tc:xliff:document:1.2"),
    ]
    sections = [Section((catalog.name,), entries, meta=meta)]
    _write(path, Resource(Format.xliff, sections, meta=root))


def read_xliff(path: Path, language: str, losses: Losses) -> Catalog:
    """Read the targets of XLIFF 1.2, the sources where there is no target."""
    resource = parse_resource(Format.xliff, path.read_bytes())
    texts: dict[str, tuple[Pattern, str]] = {}
    for section in resource.sections:
        for data in section.meta:
            if data.key == "@target-language":
                language = language or data.value
        for entry in section.entries:
            if not isinstance(entry, Entry):
                continue
            key = entry.id[-1]
            written = "".join(map(str, getattr(entry.value, "pattern", [])))
            if not written:
                losses.tell(key, "there is no target; the text is left out")
                continue
            texts[key] = read_texts([written], "v4")[0], entry.comment
    return from_flat(language or "en", texts, losses)


def _entries(path: Path, format_: Format) -> Iterator[Any]:
    resource = parse_resource(format_, path.read_bytes())
    for section in resource.sections:
        for entry in section.entries:
            if isinstance(entry, Entry):
                yield entry


def _write(path: Path, resource: Any) -> None:
    write_file(path, "".join(serialize_resource(resource)))
