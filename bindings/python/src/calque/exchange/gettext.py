"""gettext: `.po`, `.pot` and `.mo`.

A message has its key as context and the text of the source as its id. Texts keep
i18next's placeholders. Forms that gettext cannot reach (of fractions, a zero form,
ordinals) are messages of their own with their key of format v4.
"""

from __future__ import annotations

from pathlib import Path

import polib

from ..checks.files import write_file
from .gettext_rule import categories_of, rule_of
from .i18next import is_nested, path_of, read_tree
from .model import CATEGORIES, Catalog, Losses, Message, Pattern
from .notation import read_texts, write_text


def read_po(path: Path, language: str, losses: Losses) -> Catalog:
    """The messages of a file; those marked fuzzy are left out and told."""
    file = polib.mofile(str(path)) if path.suffix == ".mo" else polib.pofile(str(path))
    language = language or file.metadata.get("Language", "") or "en"
    header = file.metadata.get("Plural-Forms", "nplurals=2; plural=n != 1;")
    indices = categories_of(header, language)
    entries = [entry for entry in file if not entry.obsolete]
    keys = [entry.msgctxt or entry.msgid for entry in entries]
    nested = is_nested(keys)
    tree: dict[str, str] = {}
    comments: dict[str, tuple[str, str]] = {}
    for key, entry in zip(keys, entries, strict=True):
        if "fuzzy" in entry.flags:
            losses.tell(key, "a fuzzy translation is left out")
            continue
        comments[key] = entry.comment, entry.msgid
        if entry.msgid_plural:
            for index, text in entry.msgstr_plural.items():
                for category in indices.get(int(index), []):
                    if text:
                        tree[f"{key}_{category}"] = text
        elif entry.msgstr or path.suffix == ".pot":
            tree[key] = entry.msgstr
    catalog = read_tree(tree, language, "v4", losses)
    plurals = {
        key for key, entry in zip(keys, entries, strict=True) if entry.msgid_plural
    }
    catalog.messages = _joined(catalog.messages, plurals)
    for message in catalog.messages:
        comment, source = comments.get(message.key, ("", ""))
        message.comment = comment
        if source:
            message.source = read_texts([source], "v4")[0]
        message.path = path_of(message.key, nested)
    return catalog


def _joined(messages: list[Message], plurals: set[str]) -> list[Message]:
    """Forms of messages that are plural in the file, and of those alone.

    A language with one form has nothing else that tells them from keys that only
    end like forms.
    """
    joined: list[Message] = []
    by_key: dict[str, Message] = {}
    for message in messages:
        base, _, category = message.key.rpartition("_")
        ordinal = base.endswith("_ordinal")
        base = base.removesuffix("_ordinal")
        if message.text is not None and category in CATEGORIES and base in plurals:
            known = by_key.get(base)
            if known is None:
                known = by_key[base] = Message((base,))
                joined.append(known)
            (known.ordinal if ordinal else known.cardinal)[category] = message.text
        else:
            known = by_key.get(message.key)
            if known is not None and message.is_plural:
                known.cardinal |= message.cardinal
                known.ordinal |= message.ordinal
                continue
            by_key[message.key] = message
            joined.append(message)
    return joined


def write_po(
    catalog: Catalog, path: Path, losses: Losses, source: Catalog | None = None
) -> None:
    """Write the messages. Without a source the keys are the ids."""
    file = polib.POFile(wrapwidth=78)
    is_template = path.suffix == ".pot"
    try:
        names, expression = rule_of(catalog.language)
    except ValueError as error:
        losses.append(str(error))
        names, expression = ("one", "other"), "n != 1"
    file.metadata = {
        "Project-Id-Version": catalog.name,
        "Language": "" if is_template else catalog.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": f"nplurals={len(names)}; plural={expression};",
    }
    sources = {message.key: message for message in (source or catalog).messages}
    for message in catalog.texts(losses):
        known = sources.get(message.key)
        for entry in _entries(message, known if source else None, names, losses):
            if is_template:
                entry.msgstr = ""
                entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
            file.append(entry)
    write_file(path, file.to_binary() if path.suffix == ".mo" else f"{file}\n")


def _entries(
    message: Message, source: Message | None, names: tuple[str, ...], losses: Losses
) -> list[polib.POEntry]:
    entries = []
    if message.text is not None:
        entries.append(_entry(message, message.key, message.text, source))
    reached = [name for name in names if name in message.cardinal]
    if reached:
        entries.append(_plural(message, source, names))
    for category, text in message.cardinal.items():
        if category not in names:
            losses.tell(
                message.key,
                f"gettext does not reach the form {category!r}; it has its own message",
            )
            entries.append(_entry(message, f"{message.key}_{category}", text, None))
    for category, text in message.ordinal.items():
        key = f"{message.key}_ordinal_{category}"
        losses.tell(message.key, "gettext has no ordinals; they are messages")
        entries.append(_entry(message, key, text, None))
    return entries


def _entry(
    message: Message, key: str, text: Pattern, source: Message | None
) -> polib.POEntry:
    told = _written(source.text) if source is not None and source.text else key
    return polib.POEntry(
        msgctxt=key if told != key else None,
        msgid=told,
        msgstr=_written(text),
        comment=message.comment,
    )


def _plural(
    message: Message, source: Message | None, names: tuple[str, ...]
) -> polib.POEntry:
    one = other = message.key
    if source is not None and source.cardinal:
        forms = source.cardinal
        last = next(reversed(forms.values()))
        other = _written(forms.get("other", last))
        one = _written(forms.get("one", forms.get("other", last)))
    return polib.POEntry(
        msgctxt=message.key if one != message.key else None,
        msgid=one,
        msgid_plural=other,
        msgstr_plural={
            index: _written(message.cardinal.get(name, ()))
            for index, name in enumerate(names)
        },
        comment=message.comment,
    )


def _written(pattern: Pattern) -> str:
    return write_text(pattern, "v4", "", Losses())
