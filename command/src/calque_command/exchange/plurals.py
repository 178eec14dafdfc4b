"""Plural forms between formats, through the categories that numbers have.

Each number of CLDR's samples is asked in both formats, by the library itself.
"""

from functools import lru_cache

from moz.l10n.model import Pattern

from calque.patterns import plural_forms

from ..checks.endings import CATEGORIES
from ..checks.plurals import shown
from .formats import Losses
from .gettext_rule import known_rule, majority

_Forms = dict[str, Pattern]


@lru_cache(maxsize=512)
def samples(language: str) -> tuple[str, ...]:
    """Numbers that show every category and every form of the older formats.

    A count is a number, so 1.0 is 1: fractions that end in zero are left out.
    """
    numbers: dict[str, None] = {}
    for format_ in ("v4", "v3", "v1", "ios"):
        for form in plural_forms(language, format_):
            decimals = (each for each in form.decimals if not each.endswith("0"))
            numbers.update(dict.fromkeys((*form.integers, *decimals)))
    return tuple(sorted(numbers, key=lambda number: (float(number), number)))


@lru_cache(maxsize=512)
def _categories(language: str) -> dict[str, str]:
    """The category of each sample; of a language without rules as in English."""
    rule = known_rule(language)
    return {number: rule.select(number) for number in samples(language)}


@lru_cache(maxsize=512)
def _suffixes(language: str, format_: str) -> dict[str, str]:
    """The suffix that an older format has for each sample, as its translator says."""
    suffixes = frozenset(form.suffix for form in plural_forms(language, format_))
    seen = shown(language, format_, suffixes, False, samples(language))
    return {
        number: seen[number] or "" for number in samples(language) if number in seen
    }


def to_suffixes(
    forms: _Forms, language: str, format_: str, key: str, losses: Losses
) -> tuple[_Forms, _Forms]:
    """Texts by suffix of an older format, and the categories that it cannot show.

    The latter are kept by the caller under their names in format v4.
    """
    categories, suffixes = _categories(language), _suffixes(language, format_)
    seen = {}
    for number in suffixes:
        # Format v4 shows `zero` for 0 in every language.
        is_zero = number == "0" and "zero" in forms
        category = "zero" if is_zero else categories[number]
        if category in forms:
            seen[number] = category
    best = majority(seen, suffixes, _weight)
    texts = {suffix: forms[category] for suffix, category in best.items()}
    kept = {name: text for name, text in forms.items() if name not in seen.values()}
    for category in kept:
        losses.tell(key, f"no number shows the form {category!r} in format {format_}")
    wrong: dict[str, list[str]] = {}
    for number, category in seen.items():
        if texts[suffixes[number]] != forms[category]:
            wrong.setdefault(category, []).append(number)
    for category, numbers in wrong.items():
        other = f"{', '.join(numbers[:3])} show another form than {category!r}"
        losses.tell(key, f"{other} in format {format_}")
        kept[category] = forms[category]
    return texts, kept


def _weight(number: str) -> int:
    """Whole numbers count more than fractions, and than 0, which may have its own."""
    return 1 if "." in number or number == "0" else 1000


def from_suffixes(
    texts: _Forms, kept: _Forms, language: str, format_: str, key: str, losses: Losses
) -> _Forms:
    """Texts by category of texts by suffix; `kept` are categories that are there."""
    categories, suffixes = _categories(language), _suffixes(language, format_)
    seen = {number: suffix for number, suffix in suffixes.items() if suffix in texts}
    for suffix in texts.keys() - {"", *suffixes.values()}:
        losses.tell(key, f"no number shows the form {suffix!r} in format {format_}")
    best = majority(seen, categories, _weight)
    forms = {category: texts[suffix] for category, suffix in best.items()} | kept
    if "0" in seen and texts[seen["0"]] != forms[categories["0"]]:
        # In every language v4 shows `zero` for 0, so this is not a loss.
        forms.setdefault("zero", texts[seen.pop("0")])
    for number, suffix in seen.items():
        category = categories[number]
        if texts[suffix] != forms[category] and category not in kept:
            own = f"{number} has a form of its own in {format_}"
            losses.tell(key, f"{own}, {category!r} in v4")
    return {name: forms[name] for name in CATEGORIES if name in forms}
