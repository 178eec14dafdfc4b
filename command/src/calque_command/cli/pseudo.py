"""`calque pseudo`."""

from pathlib import Path
from typing import Any

import click

from ..checks import CheckOptions, Source
from ..checks.edit import Document, path_of
from ..checks.facts import FactBook, spans_of
from ..checks.files import write_file
from ..checks.plurals import families, needs
from ..checks.source import source_of
from . import parameters
from .console import counted, note
from .fix import Addition, document_of
from .parameters import flag, option
from .project import load_catalog

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_FILLER = "one two three four five six seven eight nine ten eleven twelve "


@click.command(
    epilog="""\b
Examples:
  calque pseudo locales/en.json locales/en-XA.json
  calque pseudo locales/en.json locales/ar-XB.json --lang ar-XB --bidi
"""
)
@click.argument("source", type=parameters.CATALOG)
@click.argument("target", type=parameters.NEW)
@option("--lang", "Language of the target, for its plural forms.")
@option("--source-lang", "Language of the source.", default="en")
@flag("--accents/--no-accents", "Give letters accents.", default=True)
@option("--length", "Per cent to add to the length.", int, default=40)
@flag("--brackets/--no-brackets", "Put texts in brackets.", default=True)
@flag("--bidi", "Show the text from right to left.")
@parameters.catalog_format
@parameters.dry_run
def pseudo(
    source: Path,
    target: Path,
    lang: str | None,
    source_lang: str,
    catalog_format: str | None,
    dry_run: bool,
    **style: Any,
) -> None:
    """Write a pseudo-localized catalog.

    Placeholders, references and tags stay as they are. Plural forms that the target
    language has and the source lacks are made from the `other` form.
    """
    catalog, options = load_catalog(source, source_lang, catalog_format)
    book = FactBook(options, [catalog])
    document = document_of(catalog)
    document.change_texts(
        lambda text: _changed(text, spans_of(text, book[text]), **style)
    )
    if lang is not None:
        made = source_of(str(document), lang, catalog.namespace, catalog.separator)
        Addition(document, catalog, made, options, rare=True).add(["plurals"])
        _remove_forms(document, catalog, lang, options)
    if not dry_run:
        write_file(target, str(document))
    note(f"{target}: {counted(len(catalog.values), 'text')}")


def _changed(
    text: str,
    kept: list[tuple[int, int]],
    accents: bool,
    length: int,
    brackets: bool,
    bidi: bool,
) -> str:
    """A text with accents, longer and in brackets; `kept` spans stay as they are."""
    if not text.strip():
        return text
    result, at = "", 0
    for start, end in [*kept, (len(text), len(text))]:
        plain = text[at:start]
        if accents:
            plain = plain.translate(_ACCENTS)
        # Overrides show Latin letters from right to left.
        result += f"\u202e{plain}\u202c" if bidi and plain else plain
        result += text[start:end]
        at = end
    more = max(round(len(result) * length / 100), 1) if length else 0
    filler = (_FILLER * (more // len(_FILLER) + 1))[:more].rstrip()
    result += f" {filler}" if filler else ""
    return f"[{result}]" if brackets else result


def _remove_forms(
    document: Document, catalog: Source, lang: str, options: CheckOptions
) -> None:
    """Remove the forms that the target language does not have."""
    for family in families(catalog.values, options.endings, catalog.language).values():
        wanted = needs(lang, options.format, family.ordinal).forms
        for suffix, key in family.keys.items():
            path = path_of(catalog.tree, key, catalog.separator)
            if suffix not in wanted and path is not None:
                node = document.object(path[:-1])
                if member := node.find(path[-1]):
                    document.remove(node, member)
