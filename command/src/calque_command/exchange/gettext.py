"""gettext: `.po`, `.pot` and `.mo`, through moz.l10n and polib.

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
from moz.l10n import model as moz
from moz.l10n.formats import Format
from moz.l10n.formats.gettext import gettext_parse, gettext_serialize
from moz.l10n.model import Metadata

from . import catalog as catalogs
from .catalog import UNTRANSLATED, Catalog, Forms, Text, forms_of, patterns_of
from .fit import texts, written
from .i18next import source_texts
from .notation import read_texts
from .plurals import categories_of, rule_of

_FORMS = "nplurals=2; plural=n != 1;"
# What moz.l10n writes beside a message.
_KEPT = {"flag", "reference", "translator-comments", "obsolete"}


def read_po(data: bytes, catalog: Catalog) -> Iterator[Text]:
    """The messages of a file. Raises what polib raises."""
    if catalog.format == "mo":
        # polib reads it from a path alone.
        with NamedTemporaryFile(suffix=".mo") as file:
            file.write(data)
            file.flush()
            data = str(polib.mofile(file.name)).encode()
    resource = gettext_parse(data.decode("utf-8-sig"))
    catalog.resource.meta, catalog.resource.comment = resource.meta, resource.comment
    catalog.language = catalog.language or resource.get_meta("Language") or "en"
    rule = resource.get_meta("Plural-Forms") or _FORMS
    indices = categories_of(rule, catalog.language.replace("_", "-"))
    entries = [*resource.all_entries()]
    for key, entry in zip(_keys(entries), entries, strict=True):
        meta = [Metadata("msgid", entry.id[0]), *entry.meta]
        meta += [Metadata("msgctxt", each) for each in entry.id[1:]]
        plural = entry.get_meta("plural")
        given = ["".join(map(str, pattern)) for pattern in patterns_of(entry.value)]
        forms = {"": given[0]} if given[0] else {}
        if catalog.format == "pot":
            one = entry.id[0]
            forms = {"one": one, "other": plural} if plural else {"": one}
        elif plural:
            forms = {}
            for index, text in enumerate(given):
                names = indices.get(index, [])
                forms |= dict.fromkeys(names, text) if text else {}
                if text and not names:
                    meta.append(Metadata("msgstr", f"{index} {text}"))
        meta += [] if forms else [Metadata(UNTRANSLATED, "")]
        read = dict(zip(forms, read_texts([*forms.values()], "v4"), strict=True))
        yield Text(key, catalogs.message_of(read), entry.comment, meta)


def _keys(entries: list[moz.Entry[moz.Message]]) -> list[str]:
    """The keys: contexts if half have one and none comes twice, else ids with them."""
    keys = [entry.id[-1] for entry in entries]
    contexts = sum(len(entry.id) == 2 for entry in entries)
    if 2 * contexts >= len(keys) and max(Counter(keys).values(), default=1) == 1:
        return keys
    return ["_".join(entry.id) for entry in entries]


def write_po(catalog: Catalog, format_: str) -> bytes:
    """A file. Without a source the keys are the ids, or what the file had as such."""
    names, rule = _rule(catalog)
    is_gettext = catalog.format in {"po", "pot", "mo"}
    header = {
        "Project-Id-Version": catalog.name,
        **{each.key: each.value for each in catalog.resource.meta if is_gettext},
        "Language": "" if format_ == "pot" else catalog.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": rule,
    }
    resource: moz.Resource[moz.Message] = moz.Resource(
        Format.gettext,
        [moz.Section((), [])],
        catalog.resource.comment if is_gettext else "",
        [Metadata(*each) for each in header.items()],
    )
    ids, seen = source_texts(catalog.source), set[tuple[str, ...]]()
    for text in texts(catalog, format_):
        for entry in _entries(text, ids, names, catalog):
            if format_ == "pot":
                entry.value = catalogs.mapped(entry.value, lambda _part: "")
            is_plural = isinstance(entry.value, moz.SelectMessage)
            if format_ == "mo" and is_plural and [""] in patterns_of(entry.value):
                lost = "a form is missing, so .mo has no such message"
                catalog.losses.tell(text.key, lost)
            is_obsolete = entry.has_meta("obsolete")
            if entry.id in seen and not is_obsolete:
                catalog.losses.tell(entry.id[-1], "the message occurs twice")
                continue
            seen |= set() if is_obsolete else {entry.id}
            resource.sections[0].entries.append(entry)
    po = "".join(gettext_serialize(resource, wrapwidth=78))
    return polib.pofile(po).to_binary() if format_ == "mo" else po.encode()


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
) -> Iterator[moz.Entry[moz.Message]]:
    forms = forms_of(text.value)
    meta = {each.key: each.value for each in text.meta}
    if forms is None:
        # A plural message without any form.
        value = _plural({}, names, []) if "plural" in meta else [written(text.pattern)]
        yield _entry(text, text.key, ids.get(text.key), value, meta.get("plural"))
        return
    if not forms.keys().isdisjoint(names.values()):
        mine = [ids[key] for name in ("one", "other", "many", "few", "two", "zero")
                if (key := f"{text.key}_{name}") in ids]  # fmt: skip
        other = ids.get(f"{text.key}_other") or (mine[-1] if mine else text.key)
        lost = [each.value for each in text.meta if each.key == "msgstr"]
        value = _plural(forms, names, lost)
        one, plural = mine[0] if mine else None, meta.get("plural") or other
        yield _entry(text, text.key, one, value, plural)
    for category in [name for name in forms if name not in names.values()]:
        what = f"gettext does not reach the form {category!r}; it is a message now"
        catalog.losses.tell(text.key, what)
        key = f"{text.key}_{category}"
        yield _entry(Text(key, text.value), key, None, [written(forms[category])])


def _plural(forms: Forms, names: dict[int, str], lost: list[str]) -> moz.SelectMessage:
    """The texts of a plural message by index; `lost` have theirs before them."""
    given = {str(index): written(forms.get(name, [])) for index, name in names.items()}
    given |= {each.partition(" ")[0]: each.partition(" ")[2] for each in lost}
    variants: Any = {(index,): [text] for index, text in given.items()}
    n = moz.VariableRef("n")
    return moz.SelectMessage({"n": moz.Expression(n, "number")}, (n,), variants)


def _entry(
    text: Text, key: str, source: str | None, value: Any, plural: str | None = None
) -> moz.Entry[moz.Message]:
    """An entry with its ids: those of a file of gettext, or the source and the key."""
    meta = {each.key: each.value for each in text.meta}
    source = source or meta.get("source")
    context = meta.get("msgctxt") if "msgid" in meta else key if source else None
    ids = meta.get("msgid") or source or key, *([context] if context else [])
    kept = [each for each in text.meta if each.key in _KEPT]
    kept += [Metadata("plural", plural)] if plural else []
    message = moz.PatternMessage(value) if isinstance(value, list) else value
    return moz.Entry(ids, message, comment=text.comment, meta=kept)
