"""One text beside its source, as an editor or a proposal server checks it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .catalogs import check_catalogs
from .finding import Finding
from .options import CheckOptions
from .source import Source


def check_pair(
    source_text: str,
    target_text: str,
    language: str,
    format: str = "v4",
    *,
    source_language: str = "en",
    key: str = "text",
    source_forms: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    formatters: Iterable[str] = (),
    known_keys: Iterable[str] | None = None,
    max_length: int | None = None,
) -> list[Finding]:
    """Check a translation beside its source.

    `key` tells the plural form when it ends in one and `source_forms`, the texts of
    all forms of the source by key, are given. `known_keys` are those that references
    may name; without them references are not looked up. Faults that only a whole
    catalog can have are not reported, nor those of the source.
    """
    keys = dict.fromkeys(known_keys or (), "")
    sources = {**keys, **dict(source_forms or {})}
    if not source_forms:
        sources[key] = source_text
    checked = check_catalogs(
        [_flat(source_language, sources)],
        [_flat(language, {key: target_text})],
        CheckOptions(
            format=format,
            options=options or {},
            formatters=frozenset(formatters),
            max_length={} if max_length is None else {"*": max_length},
        ),
    )
    skipped = {"missing-text", "plural-missing", "ordinal-missing", "context-missing"}
    if known_keys is None:
        skipped |= {"reference-unknown"}
    return [
        finding
        for finding in checked
        if finding.rule not in skipped
        and finding.key == key
        and finding.language == language
    ]


def _flat(language: str, texts: Mapping[str, str]) -> Source:
    return Source(language, tree=dict(texts))
