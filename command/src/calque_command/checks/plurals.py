"""Plural families of keys, and the forms that a language needs."""

from __future__ import annotations

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


@dataclass(slots=True)
class Family:
    """A message with plural forms: the keys it has, by their suffix."""

    base: str
    ordinal: bool
    keys: dict[str, str] = field(default_factory=dict)


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
    """The forms that a language needs."""
    forms = plural_forms(language.replace("_", "-"), format_, ordinal)
    return Needs({form.suffix: form for form in forms})


@lru_cache(maxsize=4096)
def shown(
    language: str,
    format_: str,
    suffixes: frozenset[str],
    ordinal: bool,
    more: tuple[str, ...] = (),
) -> Mapping[str, str | None]:
    """The suffix that each number shows of those that are there; None for the key.

    The library itself is asked about the samples of all forms, and `more` numbers. The
    suffix "" is the key without ending.
    """
    tag = language.replace("_", "-")
    tree = {f"k{suffix}": f"={suffix}" for suffix in suffixes}
    resources = {tag: {"translation": tree}}
    given = {"ordinal": True} if ordinal else {}
    found: dict[str, str | None] = {}
    numbers_ = dict.fromkeys(
        number
        for form in needs(language, format_, ordinal).forms.values()
        for number in form.samples
        if "." not in number or number[-1] != "0"
    )
    with translator_of(format_, tag, tag, {}, resources) as translator:
        for number in dict.fromkeys(("0", *numbers_, *more)):
            count = float(number) if "." in number else int(number)
            if format_ == "ios" and isinstance(count, float):
                continue
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
    values: Mapping[str, Any],
    endings: Endings,
    language: str,
    known: Collection[str] = (),
) -> dict[str, Family]:
    """The plural messages of a catalog, by base (ordinals: base and `_ordinal`).

    `known` are those of the source: their keys count as forms in any case. In a
    source, keys that only end like forms are told from forms by what stands beside
    them or by a count in the text.
    """
    found: dict[str, Family] = {}
    mark = endings.mark
    for key in values:
        if mark not in key:
            continue
        base, suffix = endings.split(key)
        if not suffix:
            continue
        ordinal = suffix.startswith("_ordinal")
        name = f"{base}_ordinal" if ordinal else base
        family = found.get(name)
        if family is None:
            family = found[name] = Family(base, ordinal)
        family.keys[suffix] = key
    if endings.format != "v4":
        # The bare key is a form, too, also when it is the only one that is there.
        for base in known:
            if base in values and base not in found:
                found[base] = Family(base, False)
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


def _is_plural(
    family: Family, values: Mapping[str, Any], format_: str, language: str
) -> bool:
    wanted = needs(language, format_, family.ordinal).forms
    if format_ != "v4":
        return _is_old_plural(family, wanted)
    if family.ordinal:
        return True
    here = family.keys.keys() & wanted.keys()
    if len(here) > 1 or ("_other" in here and len(family.keys) > 1):
        return True
    return bool(here) and any(
        "{{count" in str(values[key]).replace(" ", "") for key in family.keys.values()
    )


def _is_old_plural(family: Family, wanted: Mapping[str, PluralForm]) -> bool:
    if "_plural" in family.keys:
        return True
    here = family.keys.keys() & wanted.keys()
    if len(wanted) == 1:
        # One form alone: `key_0`, unless there are more numbers.
        return bool(here) and family.keys.keys() == wanted.keys() and "" not in here
    return len(here) > 1


def listed(samples: Sequence[str], most: int = 3) -> str:
    """The first numbers of a form, such as "2, 3, 4"; fractions when it has no others.

    0.0 is left out where there is 0.1: a program that counts has no such number.
    """
    plain = [each for each in samples if not ("." in each and each[-1] == "0")]
    return ", ".join((plain or list(samples))[:most])
