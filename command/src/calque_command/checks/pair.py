"""A text beside its source, as an editor or a proposal server checks it."""

from __future__ import annotations

from collections.abc import Mapping

from .catalogs import check_catalogs
from .options import CheckOptions
from .rules import Finding
from .source import Source

# Faults that only a whole catalog can have.
_OF_CATALOGS = frozenset(
    ["missing-text", "plural-missing", "ordinal-missing", "context-missing"]
)


def check_pair(
    source_text: str,
    target_text: str,
    language: str,
    options: CheckOptions | None = None,
    *,
    source_language: str = "en",
    key: str = "text",
    source_forms: Mapping[str, str] | None = None,
    known_texts: Mapping[str, str] | None = None,
) -> list[Finding]:
    """Check one translation against its source; without options in format v4.

    `key` tells the plural form when it ends in one and `source_forms`, the texts of
    all forms of the source by key, are given. `known_texts` are the texts by key that
    references may name; without them references are not looked up. Faults that only a
    whole catalog can have are not reported, nor those of the source.
    """
    known = known_texts or {}
    texts = {**known, **(source_forms or {key: source_text})}
    source = Source(source_language, file="source", tree=texts)
    target = Source(language, tree={**known, key: target_text})
    left_out = _OF_CATALOGS
    if known_texts is None:
        left_out |= {"reference-unknown"}
    return [
        finding
        for finding in check_catalogs([source], [target], options or CheckOptions("v4"))
        if finding.key == key and not finding.file and finding.rule not in left_out
    ]
