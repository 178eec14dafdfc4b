"""gettext: `.po`, `.pot` and `.mo`.

A message has its key as context and the text of the source as its id. Texts keep
i18next's placeholders. Forms that gettext cannot reach (of fractions, a zero form,
ordinals) are messages of their own with their key of format v4. In files of others,
where contexts only tell equal ids apart, the key is the id with the context.
"""

from collections import Counter
from collections.abc import Iterator
from tempfile import NamedTemporaryFile
from typing import Any

import polib
from moz.l10n.model import Metadata

from . import catalog as catalogs
from .catalog import UNTRANSLATED, Catalog, Forms, Text, all_meta, forms_of
from .fit import texts, written
from .gettext_rule import categories_of, rule_of
from .i18next import source_texts
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
        forms = {"": entry.msgstr} if entry.msgstr else {}
        if catalog.format == "pot":
            ids = [entry.msgid, entry.msgid_plural]
            forms = {"one": ids[0], "other": ids[1]} if ids[1] else {"": ids[0]}
        elif entry.msgid_plural:
            for index, text in sorted(entry.msgstr_plural.items()):
                names = indices.get(int(index), [])
                forms |= dict.fromkeys(names, text) if text else {}
                if text and not names:
                    meta.append(Metadata("msgstr", f"{index} {text}"))
        meta += [] if forms else [Metadata(UNTRANSLATED, "")]
        read = dict(zip(forms, read_texts(list(forms.values()), "v4"), strict=True))
        yield Text(key, catalogs.message_of(read), entry.comment, meta)


def _parsed(data: bytes, format_: str) -> Any:
    if format_ != "mo":
        return polib.pofile(data.decode("utf-8-sig"))
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
    ids, seen = source_texts(catalog.source), set[tuple[str | None, str]]()
    for text in texts(catalog, format_):
        for entry in _entries(text, ids, names, catalog):
            if format_ == "pot":
                entry.msgstr = ""
                entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
            if format_ == "mo" and "" in entry.msgstr_plural.values():
                losses.tell(text.key, "a form is missing, so .mo has no such message")
            mark = entry.msgctxt, entry.msgid
            if mark in seen and not entry.obsolete:
                losses.tell(entry.msgctxt or entry.msgid, "the message occurs twice")
                continue
            seen |= set() if entry.obsolete else {mark}
            file.append(entry)
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
    text: Text, ids: dict[str, str], names: dict[int, str], catalog: Catalog
) -> Iterator[polib.POEntry]:
    forms = forms_of(text.value)
    if forms is None:
        entry = _entry(text, ids.get(text.key))
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(names, "")
        else:
            entry.msgstr = written(text.pattern)
        yield entry
        return
    if not forms.keys().isdisjoint(names.values()):
        yield _plural(text, forms, ids, names)
    for category in [name for name in forms if name not in names.values()]:
        lost = f"gettext does not reach the form {category!r}; it is a message now"
        catalog.losses.tell(text.key, lost)
        entry = _entry(Text(f"{text.key}_{category}", text.value), None)
        entry.msgstr = written(forms[category])
        yield entry


def _plural(
    text: Text, forms: Forms, ids: dict[str, str], names: dict[int, str]
) -> polib.POEntry:
    mine = [ids[key] for name in ("one", "other", "many", "few", "two", "zero")
            if (key := f"{text.key}_{name}") in ids]  # fmt: skip
    other = ids.get(f"{text.key}_other") or (mine[-1] if mine else text.key)
    entry = _entry(text, mine[0] if mine else None)
    entry.msgid_plural = entry.msgid_plural or other
    entry.msgstr_plural = {
        index: written(forms.get(name, [])) for index, name in names.items()
    }
    for lost in all_meta(text, "msgstr"):
        index, _space, form = lost.partition(" ")
        entry.msgstr_plural[int(index)] = form
    return entry


def _entry(text: Text, source: str | None) -> polib.POEntry:
    """An entry with its ids: those of a file of gettext, or the source and the key."""
    meta = {each.key: each.value for each in text.meta}
    source = source or meta.get("source")
    places = (place.rpartition(":") for place in all_meta(text, "reference"))
    return polib.POEntry(
        msgctxt=meta.get("msgctxt")
        if "msgid" in meta
        else text.key
        if source
        else None,
        msgid=meta.get("msgid") or source or text.key,
        msgid_plural=meta.get("plural", ""),
        comment=text.comment,
        tcomment=meta.get("translator-comments", ""),
        flags=all_meta(text, "flag"),
        obsolete="obsolete" in meta,
        occurrences=[
            (name, line) if name and line.isdigit() else (name + colon + line, "")
            for name, colon, line in places
        ],
    )
