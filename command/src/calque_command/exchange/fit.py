"""The features of each format, and the one place that reports what it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from moz.l10n.model import (
    CatchallKey,
    Entry,
    Expression,
    Message,
    Metadata,
    Pattern,
    PatternMessage,
    SelectMessage,
    VariableRef,
)

from ..checks.endings import CATEGORIES
from .catalog import (
    ARRAY,
    UNTRANSLATED,
    Catalog,
    Text,
    all_meta,
    array_places,
    forms_of,
    is_number,
    is_ordinal,
    key_of,
    label,
    mapped,
    name_of,
    plural_message,
    value_of,
)
from .losses import Losses
from .notation import FORMATTERS, format_of, literal, markup_text, write_text

_GETTEXT = frozenset(
    {"flag", "reference", "translator-comments", "msgid", "msgctxt", "plural",
     "msgstr", "obsolete", UNTRANSLATED, "source"}
)  # fmt: skip


@dataclass(frozen=True)
class Holds:
    """The features of a format. `text` formats have i18next's placeholders."""

    text: bool = False
    plurals: bool = False
    ordinals: bool = False
    selects: bool = False
    needs_other: bool = False
    arrays: bool = False
    empty: bool = True
    comments: bool = False
    functions: frozenset[str] = frozenset()
    meta: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    """Formats whose metadata it holds as they are."""


_OLD = Holds(text=True, plurals=True, arrays=True)
HOLDS: dict[str, Holds] = {
    "v4": Holds(text=True, plurals=True, ordinals=True, arrays=True),
    "v3": _OLD,
    "v2": _OLD,
    "v1": _OLD,
    "ios": _OLD,
    "po": Holds(
        text=True, plurals=True, empty=False, comments=True, meta=_GETTEXT,
        relatives=frozenset({"po", "pot", "mo"}),
    ),
    "mo": Holds(
        text=True, plurals=True, empty=False,
        meta=frozenset({"msgid", "msgctxt", "plural", "msgstr", "source"}),
    ),
    "fluent": Holds(
        plurals=True, ordinals=True, selects=True, needs_other=True, comments=True,
        functions=frozenset({"number", "datetime"}), empty=False,
        relatives=frozenset({"fluent"}),
    ),
    "mf2": Holds(
        plurals=True, ordinals=True, selects=True, needs_other=True,
        functions=FORMATTERS | {"integer", "string"},
    ),
    "arb": Holds(
        plurals=True, ordinals=True, selects=True, needs_other=True, comments=True,
        functions=frozenset({"number", "datetime"}),
        relatives=frozenset({"arb"}),
    ),
    "android": Holds(
        plurals=True, needs_other=True, arrays=True, comments=True,
        functions=frozenset({"integer", "float", "string"}),
        relatives=frozenset({"android"}),
    ),
    "xcstrings": Holds(
        plurals=True, needs_other=True, comments=True,
        functions=frozenset({"integer", "float", "string"}),
        relatives=frozenset({"xcstrings"}),
    ),
    "strings": Holds(
        comments=True, functions=frozenset({"integer", "float", "string"})
    ),
    "xliff": Holds(
        text=True, empty=False, comments=True,
        meta=frozenset({UNTRANSLATED, "source"}), relatives=frozenset({"xliff"}),
    ),
    "properties": Holds(text=True, comments=True),
    "ini": Holds(text=True, comments=True, empty=False),
    "webext": Holds(comments=True),
    "blockly": Holds(),
}  # fmt: skip
HOLDS["pot"] = HOLDS["po"]

_COUNTED = {
    "comment": "comments are left out",
    "reference": "references to code are left out",
    "flag": "flags are left out",
    "obsolete": "obsolete messages are left out",
    UNTRANSLATED: "untranslated messages are left out",
    "translator-comments": "comments of translators are left out",
    "state": "states are left out",
    "source": "texts of the source are left out",
    "header": "fields of the header are left out",
}


def fitted(
    catalog: Catalog, format_: str, losses: Losses
) -> Iterator[tuple[Entry[Message], Message]]:
    """Entries and their messages as a format can hold them; the rest is told.

    The ids stay paths; messages are texts, or select on one number where the format
    has no other selectors.
    """
    holds = HOLDS[format_]
    related = catalog.format in holds.relatives
    counts: Counter[str] = Counter()
    if not related:
        fields = {each.key for each in catalog.resource.meta} - _GENERAL
        counts["header"] += len(fields) + bool(catalog.resource.comment)
        counts["comment"] += sum(
            not isinstance(each, Entry)
            for section in catalog.resource.sections
            for each in section.entries
        )
    seen: set[tuple[tuple[str, ...], str]] = set()
    for entry in catalog.entries:
        if not _stays(entry, holds, related, counts, losses):
            continue
        if value_of(entry.value) and format_ not in {"v4", "v3", "v2", "v1", "ios"}:
            value = value_of(entry.value)
            losses.tell(key_of(entry), f"{value and value[0]!r} is not a text")
            continue
        for made in _split(entry, holds, losses):
            message = _fit(made, holds, losses)
            kind = "" if forms_of(message) is None else f"{is_ordinal(message)}"
            if (made.id, kind) in seen:
                losses.tell(key_of(made), "the key is there twice; one is left out")
                continue
            seen.add((made.id, kind))
            yield made, message
    for kind, number in counts.items():
        text = _COUNTED.get(kind, f"metadata {kind!r} are left out")
        losses.total(number, text)


_GENERAL = frozenset(
    """Project-Id-Version Language MIME-Version Content-Type Plural-Forms
    Content-Transfer-Encoding @version @xmlns xmlns xmlns:xliff xmlns:tools
    @source-language @target-language @datatype""".split()  # noqa: SIM905
)


def _stays(
    entry: Entry[Message],
    holds: Holds,
    related: bool,
    counts: Counter[str],
    losses: Losses,
) -> bool:
    """Whether an entry is written; what the format cannot hold of it is counted."""
    kinds = {each.key for each in entry.meta} - {ARRAY}
    for kind in ("obsolete", UNTRANSLATED):
        if kind in kinds and kind not in holds.meta:
            counts[kind] += 1
            return False
    if "fuzzy" in all_meta(entry, "flag") and "flag" not in holds.meta:
        losses.tell(key_of(entry), "a fuzzy translation is left out")
        return False
    counts["comment"] += bool(entry.comment and not holds.comments)
    if "msgctxt" in kinds and not holds.meta >= {"msgctxt"}:
        losses.tell(key_of(entry), "the context becomes part of the key")
    if "msgstr" in kinds and "msgstr" not in holds.meta:
        losses.tell(key_of(entry), "a plural form that no category shows is left out")
    for kind in () if related else kinds - holds.meta - _SPOKEN:
        counts["state" if kind.startswith("state") else kind] += 1
    for name in () if related else entry.properties:
        losses.tell(key_of(entry), f"the attribute {name!r} is left out")
    return True


# The key says the id; contexts and lost forms are told by themselves.
_SPOKEN = frozenset({"msgid", "msgctxt", "plural", "msgstr", "source"})


def _split(
    entry: Entry[Message], holds: Holds, losses: Losses
) -> Iterator[Entry[Message]]:
    """The entries for a message whose selectors the format does not have."""
    message = entry.value
    if not isinstance(message, SelectMessage) or holds.selects:
        yield entry
        return
    if forms_of(message) is not None:
        yield entry
        return
    numbers = [
        place for place in range(len(message.selectors)) if is_number(message, place)
    ]
    plural = numbers[-1] if numbers and holds.plurals else None
    groups: dict[tuple[str, ...], dict[str, Pattern]] = {}
    for keys, pattern in message.variants.items():
        ending = tuple(
            label(key)
            for place, key in enumerate(keys)
            if place != plural and not isinstance(key, CatchallKey)
        )
        form = "other" if plural is None else label(keys[plural])
        groups.setdefault(ending, {}).setdefault(form, pattern)
    others = [
        str(selector.name)
        for place, selector in enumerate(message.selectors)
        if place != plural
    ]
    if others:
        listed = " and ".join(repr(name) for name in others)
        losses.tell(key_of(entry), f"the selector {listed} becomes a context")
    for ending, forms in groups.items():
        last = "_".join([entry.id[-1], *ending])
        value: Message = PatternMessage(forms.get("other", next(iter(forms.values()))))
        if plural is not None:
            value = _one_plural(message, plural, forms, entry, losses)
        yield replace(entry, id=(*entry.id[:-1], last), value=value)


def _one_plural(
    message: SelectMessage,
    place: int,
    forms: dict[str, Pattern],
    entry: Entry[Message],
    losses: Losses,
) -> SelectMessage:
    """A message that selects on one number by its categories."""
    name = name_of(message.selector_expressions()[place]) or "count"
    made: dict[str, Pattern] = {}
    for form, pattern in forms.items():
        category = {"0": "zero", "1": "one", "2": "two"}.get(form, form)
        if category not in CATEGORIES or (category != form and category in forms):
            losses.tell(key_of(entry), f"the form {form!r} is left out")
            continue
        made[category] = [_renamed(part, name) for part in pattern]
    if name != "count":
        losses.tell(key_of(entry), f"the number {name!r} is passed as 'count'")
    return plural_message(made, is_ordinal(message))


def _renamed(part: Any, name: str) -> Any:
    if name_of(part) == name and isinstance(part, Expression):
        return replace(part, arg=VariableRef("count"))
    return part


def _fit(entry: Entry[Message], holds: Holds, losses: Losses) -> Message:
    key, message = key_of(entry), entry.value

    if value_of(message):
        return message
    made = mapped(message, lambda part: _part(part, holds, key, losses))
    if isinstance(made, PatternMessage):
        if not made.pattern and not holds.empty and not entry.has_meta(UNTRANSLATED):
            losses.tell(key, "an empty text counts as untranslated there")
    elif holds.needs_other and not any(
        all(isinstance(each, CatchallKey) for each in keys) for keys in made.variants
    ):
        losses.tell(key, "the form 'other', which is needed, is a copy")
        catchall = tuple(CatchallKey("other") for _ in made.selectors)
        made.variants[catchall] = next(reversed(made.variants.values()))
    return made


def _part(part: Any, holds: Holds, key: str, losses: Losses) -> Any:
    """A part of a pattern as the format can hold it."""
    if isinstance(part, str):
        if not holds.text and "$t(" in part:
            losses.tell(key, "a reference $t(…) is kept as text")
        return part
    if not isinstance(part, Expression):
        return markup_text(part)
    if "translate" in part.attributes and part.function == "xliff:g":
        if "android" not in holds.relatives:
            losses.tell(key, "the example of an xliff:g is left out")
            return str(part.arg) if name_of(part) is None else _bare(part)
        return part
    if name_of(part) is None or part.function == "entity":
        return part if "android" in holds.relatives else literal(part, key, losses)
    if holds.text:
        if part.function and not format_of(part):
            source = part.attributes.get("source")
            if part.function != "string" and name_of(part) != "count":
                losses.tell(key, f"the type {source or part.function} is lost")
            return _bare(part)
        return part
    formats = format_of(part)
    if "raw" in part.attributes:
        losses.tell(key, f"{name_of(part)!r} is no longer marked as raw")
    if formats and (part.function not in holds.functions or "," in formats):
        losses.tell(key, f"the formatter {formats!r} of {name_of(part)!r} is lost")
        return _bare(part)
    if part.function and part.function not in holds.functions:
        return _bare(part)
    kept = {k: v for k, v in part.attributes.items() if k in {"source", "fluent-fn"}}
    return replace(part, attributes=kept)


def _bare(part: Expression) -> Expression:
    """A placeholder without its type."""
    kept = {k: v for k, v in part.attributes.items() if k in {"raw", "format"}}
    return Expression(part.arg, attributes=kept)


def texts(catalog: Catalog, format_: str, losses: Losses) -> Iterator[Text]:
    """The messages for a format without objects, each with one key.

    Forms that the format cannot hold are texts with their keys of i18next's v4.
    """
    holds = HOLDS[format_]
    made = list(fitted(catalog, format_, losses))
    plain = {key_of(entry) for entry, message in made if forms_of(message) is None}
    taken: set[str] = set()

    def one(key: str, value: Message, entry: Entry[Message]) -> Iterator[Text]:
        if key in taken:
            losses.tell(key, "the key is there twice; one is left out")
            return
        taken.add(key)
        yield Text(key, value, entry.comment, list(entry.meta))

    for entry, message in made:
        key, forms = key_of(entry), forms_of(message)
        ordinal = is_ordinal(message)
        if forms is None or (
            key not in plain and (holds.ordinals if ordinal else holds.plurals)
        ):
            yield from one(key, message, entry)
        else:
            if format_ != "xliff":
                losses.tell(key, "plural forms become texts of their own")
            base = key.removesuffix("_ordinal") if ordinal else key
            mark = "_ordinal" if ordinal else ""
            for category, pattern in forms.items():
                name = f"{base}{mark}_{category}"
                yield from one(name, PatternMessage(pattern), entry)


def array_of(entry: Entry[Message]) -> bool:
    """Whether the last name of an entry is an index."""
    return len(entry.id) - 1 in array_places(entry)


def written(pattern: Pattern) -> str:
    """A pattern in i18next's notation."""
    return write_text(pattern, "v4", "", Losses())


def with_meta(metas: Iterable[Metadata], *dropped: str) -> list[Metadata]:
    """Metadata without some kinds."""
    return [each for each in metas if each.key not in {*dropped, ARRAY}]
