"""Catalogs as formats can hold them; one place reports all that a format lacks."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import starmap
from typing import Any

from moz.l10n import model as moz
from moz.l10n.model import Expression, Message, Pattern, PatternMessage

from ..checks.endings import CATEGORIES
from . import catalog as catalogs
from .catalog import Catalog, Entry, Text, forms_of, is_ordinal, key_of, name_of
from .formats import GENERAL, I18NEXT, KINDS, TABLE
from .notation import format_of, literal, markup_text, write_text

# The key says the id; contexts and lost forms are reported by themselves.
_SPOKEN = {"msgid", "msgctxt", "plural", "msgstr", "source", catalogs.ARRAY}


def fitted(catalog: Catalog, format_: str) -> Iterator[Entry]:
    """Entries as a format can hold them; the rest is reported.

    The ids stay paths; messages are texts, or select on one number where the format
    has no other selectors.
    """
    fitting = _Fitting(catalog, format_)
    for entry in catalog.entries:
        for made in fitting.entries(entry):
            yield replace(made, value=fitting.message(made))
    for kind, number in fitting.counts.items():
        if number:
            what = KINDS.get(kind, f"metadata {kind!r}")
            catalog.losses.append(f"{number} {what} are left out")


class _Fitting:
    def __init__(self, catalog: Catalog, format_: str) -> None:
        self._format = TABLE[format_]
        self._is_i18next = format_ in I18NEXT
        self._is_related = catalog.format in self._format.relatives
        self._is_android = "android" in self._format.relatives
        self._losses = catalog.losses
        self._key = ""
        # How often metadata of each kind are left out.
        self.counts: Counter[str] = Counter()
        if not self._is_related:
            resource = catalog.resource
            lines = sum(len(section.entries) for section in resource.sections)
            fields = {each.key for each in resource.meta}.difference(GENERAL)
            self.counts["header"] = len(fields) + bool(resource.comment)
            self.counts["comment"] = lines - len(catalog.entries)

    def _lose(self, text: str) -> None:
        self._losses.tell(self._key, text)

    def entries(self, entry: Entry) -> Iterator[Entry]:
        """The entries for one, several where the format lacks its selectors."""
        value, message = catalogs.value_of(entry.value), entry.value
        self._key = key_of(entry)
        if not self._stays(entry):
            return
        is_select = isinstance(message, moz.SelectMessage) and forms_of(message) is None
        if value and not self._is_i18next:
            self._lose(f"{value[0]!r} is not a string")
        elif is_select and not self._format.selects:
            yield from self._split(entry, message)  # type: ignore[arg-type]
        else:
            yield entry

    def _stays(self, entry: Entry) -> bool:
        """Whether an entry is written; what the format cannot hold of it is counted."""
        holds, kinds = self._format, {each.key for each in entry.meta}
        for kind in ("obsolete", catalogs.UNTRANSLATED):
            if kind in kinds and kind not in holds.meta:
                self.counts[kind] += 1
                return False
        if entry.has_meta("flag", "fuzzy") and "flag" not in holds.meta:
            self._lose("a fuzzy translation is left out")
            return False
        self.counts["comment"] += bool(entry.comment and not holds.comments)
        for kind, text in (
            ("msgctxt", "the context becomes part of the key"),
            ("msgstr", "a plural form that no category shows is left out"),
        ):
            if kind in kinds and kind not in holds.meta:
                self._lose(text)
        if not self._is_related:
            for kind in kinds.difference(holds.meta, _SPOKEN):
                self.counts["state" if kind.startswith("state") else kind] += 1
            for name in entry.properties:
                self._lose(f"the attribute {name!r} is left out")
        return True

    def _split(self, entry: Entry, message: moz.SelectMessage) -> Iterator[Entry]:
        """An entry for each context; of several numbers the last one selects forms."""
        places = range(len(message.selectors))
        numbers = [at for at in places if catalogs.is_number(message, at)]
        plural = numbers[-1] if numbers and self._format.plurals else None
        groups: dict[tuple[str, ...], dict[str, Pattern]] = {}
        for keys, pattern in message:
            given = [key for place, key in enumerate(keys) if place != plural]
            ending = tuple(key for key in given if isinstance(key, str))
            form = "other" if plural is None else catalogs.label(keys[plural])
            groups.setdefault(ending, {}).setdefault(form, pattern)
        others = [repr(message.selectors[at].name) for at in places if at != plural]
        if others:
            self._lose(f"the selector {' and '.join(others)} becomes a context")
        name = "count"
        if plural is not None:
            name = name_of(message.selector_expressions()[plural]) or name
        if name != "count":
            self._lose(f"the number {name!r} is passed as 'count'")
        for ending, forms in groups.items():
            self._key = key_of(entry)
            value: Message = PatternMessage(next(iter(forms.values())))
            if plural is not None:
                made = self._by_category(forms, name)
                value = catalogs.plural_message(made, is_ordinal(message))
            last = "_".join([entry.id[-1], *ending])
            yield replace(entry, id=(*entry.id[:-1], last), value=value)

    def _by_category(self, forms: catalogs.Forms, name: str) -> catalogs.Forms:
        """Forms by categories, in which a number of any name is the count."""
        count, made = moz.VariableRef("count"), catalogs.Forms()
        for form, pattern in forms.items():
            category = catalogs.EXACT.get(form, form)
            if category not in CATEGORIES or (category != form and category in forms):
                self._lose(f"the form {form!r} is left out")
                continue
            parts: list[Any] = pattern
            made[category] = [
                replace(part, arg=count) if name_of(part) == name else part
                for part in parts
            ]
        return made

    def message(self, entry: Entry) -> Message:
        """The message of an entry, with parts and forms that the format has."""
        if catalogs.value_of(entry.value):
            return entry.value
        self._key = key_of(entry)
        holds, made = self._format, catalogs.mapped(entry.value, self._part)
        if isinstance(made, PatternMessage):
            is_held = holds.empty or entry.has_meta(catalogs.UNTRANSLATED)
            if not (made.pattern or is_held):
                self._lose("an empty text counts as untranslated there")
            return made
        made.selectors = tuple(map(self._spelt, made.selectors))
        made.declarations = {
            self._spelt(moz.VariableRef(name)).name: self._declared(each)
            for name, each in made.declarations.items()
        }
        catchall = tuple(moz.CatchallKey("other") for _ in made.selectors)
        if holds.needs_other and catchall not in made.variants:
            self._lose("the form 'other', which is needed, is a copy")
            made.variants[catchall] = next(reversed(made.variants.values()))
        return made

    def _declared(self, given: Expression) -> Expression:
        if not isinstance(given.arg, moz.VariableRef):
            return given
        return replace(given, arg=self._spelt(given.arg))

    def _spelt(self, variable: moz.VariableRef) -> moz.VariableRef:
        if not self._format.variables:
            return variable
        first, odd = self._format.variables
        name = re.sub(odd, "_" if re.match(odd, "-") else "-", variable.name)
        name = name if re.match(first, name) else f"v{name}"
        if name != variable.name:
            self._lose(f"the placeholder {variable.name!r} is named {name!r}")
        return moz.VariableRef(name)

    def _part(self, part: Any) -> Any:
        holds, name = self._format, name_of(part)
        if isinstance(part, str):
            if not holds.text and "$t(" in part:
                self._lose("a reference $t(…) is kept as text")
            return part
        if not isinstance(part, Expression):
            return markup_text(part)
        is_marked = "translate" in part.attributes and part.function == "xliff:g"
        if is_marked or name is None or part.function == "entity":
            if self._is_android:
                return part
            if not is_marked:
                return literal(part, self._lose)
            self._lose("the example of an xliff:g is left out")
            return str(part.arg) if name is None else _bare(part)
        formats = format_of(part)
        if holds.text:
            if not part.function or formats:
                return part
            if part.function != "string" and name != "count":
                source = part.attributes.get("source") or part.function
                self._lose(f"the type {source} is lost")
            return _bare(part)
        part = self._declared(part)
        if "raw" in part.attributes:
            self._lose(f"{name!r} is no longer marked as raw")
        is_held = part.function is None or part.function in holds.placeholders
        if formats and (not part.function or not is_held or "," in formats):
            self._lose(f"the formatter {formats!r} of {name!r} is lost")
            is_held = False
        return _with(part, "source", "fluent-fn") if is_held else _bare(part)


def _with(part: Expression, *kept: str) -> Expression:
    attributes = {k: v for k, v in part.attributes.items() if k in kept}
    return replace(part, attributes=attributes)


def _bare(part: Expression) -> Expression:
    return replace(_with(part, "raw", "format"), function=None, options={})


def texts(catalog: Catalog, format_: str) -> Iterator[Text]:
    """The messages for a format without objects, each with one key.

    Forms that the format cannot hold are texts with their keys of i18next's v4.
    """
    holds, losses = TABLE[format_], catalog.losses
    made = list(fitted(catalog, format_))
    plain = {key_of(entry) for entry in made if forms_of(entry.value) is None}
    taken: set[str] = set()
    for entry in made:
        key, forms = key_of(entry), forms_of(entry.value)
        ordinal = is_ordinal(entry.value)
        is_held = holds.ordinals if ordinal else holds.plurals
        values: dict[str, Message] = {key: entry.value}
        if forms is not None and (key in plain or not is_held):
            if format_ != "xliff":
                losses.tell(key, "plural forms become texts of their own")
            base = f"{key.removesuffix('_ordinal')}_ordinal" if ordinal else key
            values = {f"{base}_{name}": PatternMessage(forms[name]) for name in forms}
        for name, value in values.items():
            if name in taken:
                losses.tell(name, "the key occurs twice; one is left out")
                continue
            taken.add(name)
            exact = _exact(value) if holds.selects else value
            meta = [each for each in entry.meta if each.key != catalogs.ARRAY]
            yield Text(name, exact, entry.comment, meta)


def _exact(message: Message) -> Message:
    """In every language i18next shows `zero` for 0, others by the number alone."""
    if not isinstance(message, moz.SelectMessage) or is_ordinal(message):
        return message

    def spelt(place: int, key: Any) -> Any:
        return "0" if key == "zero" and catalogs.is_number(message, place) else key

    variants = {tuple(starmap(spelt, enumerate(keys))): text for keys, text in message}
    return replace(message, variants=variants)


def written(pattern: Pattern) -> str:
    """A pattern in i18next's notation."""
    return write_text(pattern, "v4", str)
