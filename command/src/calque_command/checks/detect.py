"""The catalog format that files are written in."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .endings import Endings, Options
from .rules import CheckOptions
from .source import Source

_UNDERSCORED = re.compile(r"__\w+?__")
_SINGLE = re.compile(r"(?<!\{)\{\s*[\w.]+\s*(?:,[^{}]*)?\}(?!\})")
_SELECT = re.compile(r"\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal)\s*,")


def with_format(
    options: CheckOptions, sources: Sequence[Source], targets: Sequence[Source] = ()
) -> CheckOptions:
    """The options with the detected format instead of "auto".

    The source tells, and the first languages when it is of sentences alone.
    """
    if options.format != "auto":
        return options
    given, init = [*sources, *targets[:3]], options.options
    other = None if "interpolation" in init else _detect_braces(sources)
    found = other or detect_format(given, init)
    texts = [text for each in given for text in each.texts.values()]
    single = sum("__" in each and bool(_UNDERSCORED.search(each)) for each in texts)
    if found in {"v3", "v4"} and single > sum("{{" in each for each in texts):
        # i18next with the placeholders of its first version.
        init = {"interpolation": {"prefix": "__", "suffix": "__"}, **init}
    return replace(options, format=found, options=init)


def _detect_braces(catalogs: Iterable[Source]) -> str | None:
    """The format of catalogs that are not i18next's; None for those that are."""
    double = single = selects = 0
    for text in (text for each in catalogs for text in each.texts.values()):
        double += "{{" in text
        if "{" in text and "{{" not in text:
            is_select = bool(_SELECT.search(text))
            selects += is_select
            single += is_select or bool(_SINGLE.search(text))
    if single < 2 or single < 4 * double:
        return None
    return "icu" if selects else "braces"


def detect_format(catalogs: Iterable[Source], options: Options | None = None) -> str:
    """The format of catalogs, detected from their texts and keys.

    `options` are init options, for separators. v4 when nothing tells.
    """
    endings = Endings.of("v4", options or {})
    plain = endings.spelt("_plural")
    votes: Counter[str] = Counter()
    for catalog in catalogs:
        for key, value in catalog.texts.items():
            if "{{" in value:
                votes["modern"] += 1
            elif "__" in value and _UNDERSCORED.search(value):
                votes["v1"] += 1
            if endings.split(key)[1]:
                votes["v4"] += 1
            elif key.endswith(plain):
                votes["v3"] += 1
            elif key[-2:-1] == "_" and key[-1:] in "01235":
                votes["numbered"] += key[:-2] not in catalog.texts
    if votes["v1"] > votes["modern"]:
        # Endings of later versions, with the placeholders of the first.
        if votes["v4"] > 1:
            return "v4"
        return "v3" if votes["numbered"] > 1 else "v1"
    return "v3" if votes["v3"] and votes["v3"] * 4 > votes["v4"] else "v4"
