"""gettext: `.po`, `.pot` and `.mo`.

A message has its key as context and the text of the source as its id. Texts keep
i18next's placeholders. Forms that gettext cannot reach (of fractions, a zero form,
ordinals) are messages of their own with their key of format v4. In files of others,
where contexts only tell equal ids apart, the key is the id with the context.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import polib
from moz.l10n.model import Metadata, PatternMessage

from .catalog import (
    UNTRANSLATED,
    Catalog,
    Forms,
    Text,
    all_meta,
    forms_of,
    message_of,
)
from .fit import texts, written
from .gettext_rule import categories_of, rule_of
from .i18next import source_texts
from .losses import Losses
from .notation import read_texts

_FORMS = "nplurals=2; plural=n != 1;"


def read_po(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """The messages of a file. Raises what polib raises."""
    file = _parsed(data, catalog.format)
    catalog.language = catalog.language or file.metadata.get("Language", "") or "en"
    rule = file.metadata.get("Plural-Forms", _FORMS)
    indices = categories_of(rule, catalog.language.replace("_", "-"))
    catalog.resource.meta = [Metadata(*each) for each in file.metadata.items()]
    catalog.resource.comment = getattr(file, "header", "").strip()
    for key, entry in zip(_keys(file), file, strict=True):
        meta = list(_meta(entry))
        if catalog.format == "pot":
            ids = [entry.msgid, entry.msgid_plural]
            forms = {"one": ids[0], "other": ids[1]} if ids[1] else {"": ids[0]}
        elif entry.msgid_plural:
            forms = {}
            for index, text in sorted(entry.msgstr_plural.items()):
                names = indices.get(int(index), [])
                forms |= dict.fromkeys(names, text) if text else {}
                if text and not names:
                    meta.append(Metadata("msgstr", f"{index} {text}"))
        else:
            forms = {"": entry.msgstr} if entry.msgstr else {}
        meta += [] if forms else [Metadata(UNTRANSLATED, "")]
        read = dict(zip(forms, read_texts(list(forms.values()), "v4"), strict=True))
        yield Text(key, message_of(read), entry.comment, meta)


def _parsed(data: bytes, format_: str) -> Any:
    if format_ != "mo":
        return polib.pofile(data.decode("utf-8-sig"))
    from tempfile import NamedTemporaryFile  # noqa: PLC0415

    # polib reads `.mo` from a path alone.
    with NamedTemporaryFile(suffix=".mo") as file:
        file.write(data)
        file.flush()
        return polib.mofile(file.name)


def _keys(file: Any) -> list[str]:
    """The keys: contexts, where they are keys, or ids with their contexts.

    Contexts are keys when no key comes twice, and half of the messages have one.
    """
    keys = [entry.msgctxt or entry.msgid for entry in file]
    contexts = sum(entry.msgctxt is not None for entry in file)
    if 2 * contexts >= len(keys) and max(Counter(keys).values()) == 1:
        return keys
    return [
        f"{entry.msgid}_{entry.msgctxt}" if entry.msgctxt is not None else entry.msgid
        for entry in file
    ]


def _meta(entry: polib.POEntry) -> Iterator[Metadata]:
    yield Metadata("msgid", entry.msgid)
    if entry.msgctxt is not None:
        yield Metadata("msgctxt", entry.msgctxt)
    if entry.msgid_plural:
        yield Metadata("plural", entry.msgid_plural)
    if entry.tcomment:
        yield Metadata("translator-comments", entry.tcomment)
    for name, line in entry.occurrences:
        yield Metadata("reference", f"{name}:{line}" if line else name)
    for flag in entry.flags:
        yield Metadata("flag", flag)
    if entry.obsolete:
        yield Metadata("obsolete", "")


def write_po(catalog: Catalog, format_: str) -> bytes:
    """A file. Without a source the keys are the ids, or what the file had as such."""
    file = polib.POFile(wrapwidth=78)
    losses = catalog.losses
    names, rule = _rule(catalog)
    given = {each.key: each.value for each in catalog.resource.meta}
    is_gettext = catalog.format in {"po", "pot", "mo"}
    file.metadata = {
        "Project-Id-Version": catalog.name,
        **(given if is_gettext else {}),
        "Language": "" if format_ == "pot" else catalog.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": rule,
    }
    file.header = catalog.resource.comment if is_gettext else ""
    ids = source_texts(catalog.source)
    for text in texts(catalog, format_):
        for entry in _entries(text, ids, names, losses):
            if format_ == "pot":
                entry.msgstr = ""
                entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
            if format_ == "mo" and "" in entry.msgstr_plural.values():
                losses.tell(text.key, "a form is missing, so .mo has no such message")
            file.append(entry)
    _tell_doubles(file, losses)
    return file.to_binary() if format_ == "mo" else f"{file}\n".encode()


def _rule(catalog: Catalog) -> tuple[dict[int, str], str]:
    """The category of each index, and the header: the file's own, if it had one."""
    header = catalog.resource.get_meta("Plural-Forms")
    if header and catalog.format in {"po", "mo"}:
        indices = categories_of(header, catalog.language.replace("_", "-"))
        return {at: (names or [""])[0] for at, names in indices.items()}, header
    try:
        names, expression = rule_of(catalog.language)
    except ValueError as error:
        catalog.losses.append(str(error))
        names, expression = ("one", "other"), "n != 1"
    return dict(enumerate(names)), f"nplurals={len(names)}; plural={expression};"


def _entries(
    text: Text, ids: dict[str, str], names: dict[int, str], losses: Losses
) -> Iterator[polib.POEntry]:
    forms = forms_of(text.value)
    if forms is None:
        assert isinstance(text.value, PatternMessage)
        entry = _entry(text, text.key, ids.get(text.key))
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(names, "")
        else:
            entry.msgstr = written(text.value.pattern)
        yield entry
        return
    reached = [name for name in names.values() if name in forms]
    if reached:
        yield _plural(text, forms, ids, names)
    for category, pattern in forms.items():
        if category not in names.values():
            losses.tell(
                text.key,
                f"gettext does not reach the form {category!r}; it is a message now",
            )
            alone = Text(f"{text.key}_{category}", text.value)
            entry = _entry(alone, alone.key, None)
            entry.msgstr = written(pattern)
            yield entry


def _plural(
    text: Text, forms: Forms, ids: dict[str, str], names: dict[int, str]
) -> polib.POEntry:
    mine = [ids[key] for name in ("one", "other", "many", "few", "two", "zero")
            if (key := f"{text.key}_{name}") in ids]  # fmt: skip
    other = ids.get(f"{text.key}_other") or (mine[-1] if mine else text.key)
    entry = _entry(text, text.key, mine[0] if mine else None)
    entry.msgid_plural = entry.msgid_plural or other
    entry.msgstr_plural = {
        index: written(forms.get(name, [])) for index, name in names.items()
    }
    for lost in all_meta(text, "msgstr"):
        index, _space, form = lost.partition(" ")
        entry.msgstr_plural[int(index)] = form
    return entry


def _entry(text: Text, key: str, source: str | None) -> polib.POEntry:
    """An entry with its ids: those of a file of gettext, or the source and the key."""
    meta = {each.key: each.value for each in text.meta}
    source = source or meta.get("source")
    msgid = meta.get("msgid") or source or key
    context = meta.get("msgctxt") if "msgid" in meta else key if source else None
    comment = text.comment
    entry = polib.POEntry(msgctxt=context, msgid=msgid, comment=comment)
    entry.msgid_plural = meta.get("plural", "")
    entry.tcomment = meta.get("translator-comments", "")
    entry.flags = all_meta(text, "flag")
    entry.obsolete = "obsolete" in meta
    for place in all_meta(text, "reference"):
        name, _colon, line = place.rpartition(":")
        is_line = bool(name) and line.isdigit()
        entry.occurrences.append((name, line) if is_line else (place, ""))
    return entry


def _tell_doubles(file: polib.POFile, losses: Losses) -> None:
    seen: set[tuple[str | None, str]] = set()
    for entry in [each for each in file if not each.obsolete]:
        ids = entry.msgctxt, entry.msgid
        if ids in seen:
            losses.tell(entry.msgctxt or entry.msgid, "the message occurs twice")
            file.remove(entry)
        seen.add(ids)
