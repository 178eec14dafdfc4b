"""Texts beside their sources, as an editor or a proposal server checks them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .catalogs import check_catalogs
from .options import CheckOptions
from .rules import Finding
from .source import Source

# Faults that only a whole catalog can have.
_OF_CATALOGS = frozenset(
    ["missing-text", "plural-missing", "ordinal-missing", "context-missing"]
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A translation and the text that it translates.

    `key` tells the plural form when it ends in one and `source_forms`, the texts of
    all forms of the source by key, are given. `known_texts` are the texts by key that
    references may name; without them references are not looked up.
    """

    source_text: str
    target_text: str
    key: str = "text"
    source_forms: Mapping[str, str] = field(default_factory=dict)
    known_texts: Mapping[str, str] | None = None


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
    """Check one translation against its source, as `check_pairs` does.

    `known_keys` are the keys that references may name.
    """
    known = None if known_keys is None else dict.fromkeys(known_keys, "")
    pair = Pair(source_text, target_text, key, source_forms or {}, known)
    (found,) = check_pairs(
        [pair],
        language,
        format,
        source_language=source_language,
        options=options,
        formatters=formatters,
        max_length=max_length,
    )
    return found


def check_pairs(
    pairs: Sequence[Pair],
    language: str,
    format: str = "v4",
    *,
    source_language: str = "en",
    options: Mapping[str, object] | None = None,
    formatters: Iterable[str] = (),
    max_length: int | None = None,
) -> list[list[Finding]]:
    """Check translations against their sources; returns the findings of each, in order.

    Many together cost a third of what each by itself does. Faults that only a whole
    catalog can have are not reported, nor those of the source.
    """
    options_ = CheckOptions(
        format=format,
        options=options or {},
        formatters=frozenset(formatters),
        max_length={} if max_length is None else {"*": max_length},
    )
    sources, targets = [], []
    for number, pair in enumerate(pairs):
        texts = {**(pair.known_texts or {}), **pair.source_forms}
        if not pair.source_forms:
            texts[pair.key] = pair.source_text
        # Each by itself: the pairs need not be of one catalog.
        namespace = f"\0{number}"
        sources.append(Source(source_language, namespace, "source", texts))
        own = {**(pair.known_texts or {}), pair.key: pair.target_text}
        targets.append(Source(language, namespace, "", own))
    found: list[list[Finding]] = [[] for _ in pairs]
    for finding in check_catalogs(sources, targets, options_):
        number = int(finding.namespace[1:])
        pair = pairs[number]
        if finding.file or finding.key != pair.key or finding.rule in _OF_CATALOGS:
            continue
        if finding.rule != "reference-unknown" or pair.known_texts is not None:
            finding.namespace = "translation"
            found[number].append(finding)
    return found
