"""The catalog format that files are written in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .endings import Endings
from .options import CheckOptions
from .source import Source

_UNDERSCORED = re.compile(r"__\w+?__")


def with_format(
    options: CheckOptions, sources: Sequence[Source], targets: Sequence[Source] = ()
) -> CheckOptions:
    """The options with the detected format instead of "auto".

    The source tells, and the first languages when it is of sentences alone.
    """
    if options.format != "auto":
        return options
    found = detect_format([*sources, *targets[:3]], options.options)
    return replace(options, format=found)


def detect_format(
    catalogs: Iterable[Source], options: Mapping[str, object] | None = None
) -> str:
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
    if votes["v1"] > votes["modern"]:
        return "v1"
    if votes["v3"] and votes["v3"] * 4 > votes["v4"]:
        return "v3"
    return "v4"
