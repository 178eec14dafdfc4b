"""Parts of message patterns, and the plural forms of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from . import _api as api
from . import _constants as k
from .formats import Format

_BATCH = 20_000


class PluralForm(NamedTuple):
    """A plural form of a language: the ending of its keys, and sample numbers.

    `suffix` is "" for the bare key; `category` is None before format v4. Without
    `integers` the form is reached by fractions alone.
    """

    suffix: str
    category: str | None
    integers: tuple[str, ...]
    decimals: tuple[str, ...]

    @property
    def samples(self) -> tuple[str, ...]:
        """The integers, or the decimals if there are no integers."""
        return self.integers or self.decimals


def describe_patterns(
    patterns: Iterable[str],
    *,
    format: str | Format = "v4",
    options: Mapping[str, object] | None = None,
) -> list[list[dict[str, Any]]]:
    """Describe the parts of each pattern: placeholders, references, formatters.

    A part has `kind`, `start` and `end` (bytes in UTF-8) and the members that
    include/calque/pattern.h lists. `options` are init options of a translator.

    Raises CalqueError for options that the library refuses.
    """
    wanted = list(patterns)
    answer: list[list[dict[str, Any]]] = []
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        answer += api.pattern_describe(Format.of(format), options or None, batch)
    return answer


@lru_cache(maxsize=1024)
def plural_forms(
    locale: str, format: str | Format = "v4", ordinal: bool = False
) -> tuple[PluralForm, ...]:
    """Plural forms of a language, in the order in which numbers first reach them.

    >>> [(form.suffix, form.integers[:2]) for form in plural_forms("pl")]
    [('_many', ('0', '5')), ('_one', ('1',)), ('_few', ('2', '3')), ('_other', ())]
    """
    kind = k.PLURAL_ORDINAL if ordinal else k.PLURAL_CARDINAL
    forms = api.plural_forms(locale, Format.of(format), kind)
    return tuple(
        PluralForm._make(tuple(v) if isinstance(v, list) else v for v in values)
        for values in (map(form.get, PluralForm._fields) for form in forms)
    )
