"""Plural families of keys, and the forms that a language needs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from calque._options import init_names
from calque.formats import Format
from calque.patterns import PluralForm, plural_forms
from calque.translator import Translator

from .endings import Endings

_RARE = 1_000_000
Values = Mapping[str, Any]
Shown = Mapping[str, str | None]
"""The suffix that each number shows; None for the key."""


@dataclass(slots=True)
class Family:
    """A message with plural forms: the keys it has, by their suffix."""

    base: str
    ordinal: bool
    keys: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name among others: ordinals may have the base of another."""
        return f"{self.base}_ordinal" if self.ordinal else self.base

    @property
    def kind(self) -> str:
        """The prefix of the names of rules."""
        return "ordinal" if self.ordinal else "plural"


@dataclass(frozen=True)
class Needs:
    """The plural forms that a language needs in a format, by suffix."""

    forms: Mapping[str, PluralForm]

    def is_rare(self, suffix: str) -> bool:
        """Reached only by fractions or numbers of a million and more."""
        integers = self.forms[suffix].integers
        return not integers or int(integers[0]) >= _RARE

    @property
    def common(self) -> list[str]:
        """The forms that are not rare."""
        return [suffix for suffix in self.forms if not self.is_rare(suffix)]


@lru_cache(maxsize=1024)
def needs(language: str, format_: str, ordinal: bool) -> Needs:
    """The forms that a language needs; a count has no 1.0, which is 1."""
    forms = {}
    for form in plural_forms(language.replace("_", "-"), format_, ordinal):
        decimals = tuple(each for each in form.decimals if each[-1] != "0")
        forms[form.suffix] = form._replace(decimals=decimals)
    return Needs(forms)


@lru_cache(maxsize=4096)
def shown(
    language: str,
    format_: str,
    suffixes: frozenset[str],
    ordinal: bool,
    more: tuple[str, ...] = (),
) -> Shown:
    """The suffix that each number shows of those that are there; None for the key.

    The library itself is asked about the samples of all forms, and `more` numbers. The
    suffix "" is the key without ending.
    """
    tag = language.replace("_", "-")
    tree = {f"k{suffix}": f"={suffix}" for suffix in suffixes}
    given = {"ordinal": True} if ordinal else {}
    found: dict[str, str | None] = {}
    numbers = ["0"]
    for form in needs(language, format_, ordinal).forms.values():
        numbers += form.samples
    resources = {tag: {"translation": tree}}
    with translator_of(format_, tag, tag, {}, resources) as translator:
        for number in dict.fromkeys((*numbers, *more)):
            count = float(number) if "." in number else int(number)
            if format_ != "ios" or isinstance(count, int):
                text = translator._find("k", {"count": count, **given})
                found[number] = None if text is None else text[1:]
    return found


def translator_of(
    format_: str,
    language: str,
    fallback: str,
    options: Mapping[str, Any],
    resources: Mapping[str, Any] | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Translator:
    """A translator whose options have the names that its format gives them.

    `options` win over the languages, and those over `defaults`.
    """
    names = init_names(Format.of(format_))
    languages = {names["language"]: language, names["fallback"]: fallback}
    given = {**(defaults or {}), **languages, **options}
    if resources is not None:
        given[names["resources"]] = resources
    return Translator(format=format_, options=given)


def families(
    values: Values, endings: Endings, language: str, known: Collection[str] = ()
) -> dict[str, Family]:
    """The plural messages of a catalog, by base (ordinals: base and `_ordinal`).

    `known` are those of the source: their keys count as forms in any case. In a
    source, keys that only end like forms are told from forms by what stands beside
    them or by a count in the text.
    """
    found: dict[str, Family] = {}
    mark = endings.mark
    for key in values:
        if mark in key:
            base, suffix = endings.split(key)
            if suffix:
                made = Family(base, suffix.startswith("_ordinal"))
                found.setdefault(made.name, made).keys[suffix] = key
    if endings.format != "v4":
        # The bare key is a form, too, also when it is the only one that is there.
        for base in known:
            if base in values:
                found.setdefault(base, Family(base, False))
        for family in found.values():
            if family.base in values:
                family.keys[""] = family.base
    return {
        name: family
        for name, family in found.items()
        if name in known or _is_plural(family, values, endings.format, language)
    }


def members(messages: Mapping[str, Family]) -> dict[str, Family]:
    """Key to family, for all keys of plural messages."""
    return {key: family for family in messages.values() for key in family.keys.values()}


def _is_plural(family: Family, values: Values, format_: str, language: str) -> bool:
    keys, wanted = family.keys, needs(language, format_, family.ordinal).forms
    here = keys.keys() & wanted.keys()
    if format_ != "v4":
        # One form alone is `key_0`, unless there are more numbers.
        is_alone = len(wanted) == 1 and keys.keys() == wanted.keys() and "" not in here
        return "_plural" in keys or is_alone or (len(wanted) > 1 and len(here) > 1)
    if family.ordinal or len(here) > 1 or ("_other" in here and len(keys) > 1):
        return True
    texts = (str(values[key]).replace(" ", "") for key in keys.values())
    return bool(here) and any("{{count" in text for text in texts)


def listed(numbers: Sequence[str]) -> str:
    """The first numbers, such as "2, 3, 4"."""
    return ", ".join(numbers[:3])
