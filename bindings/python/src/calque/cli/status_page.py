"""The page of `calque status`: a bar for each language, and what is missing."""

from __future__ import annotations

from html import escape

from .console import counted
from .coverage import Coverage
from .page import page

_MOST = 200


def status_page(
    source: str, parts: list[Coverage], totals: list[Coverage], direction: str = "ltr"
) -> str:
    """A page of one file."""
    total = sum(coverage.total for coverage in totals)
    missing = sum(coverage.missing for coverage in totals)
    share = (total - missing) / total if total else 1.0
    languages = counted(len(totals), "language")
    body = [
        "<h1>Translations</h1>\n",
        f'<p class="lead">{languages} beside {escape(source)}, '
        f"{_percent(share)} of {total:,} texts are there.</p>\n",
        '<p class="legend"><span><i style="background:var(--done)"></i>translated'
        '</span><span><i style="background:var(--same)"></i>same as the source</span>'
        '<span><i style="background:var(--track)"></i>missing</span></p>\n',
        '<table>\n<tr><th>Language<th style="inline-size:40%">',
        '<th class="number">There<th class="number">Translated',
        '<th class="number">Same<th class="number">Missing',
        '<th class="number">Errors</tr>\n',
    ]
    ordered = sorted(totals, key=lambda coverage: (-coverage.share, coverage.language))
    body += [_row(coverage) for coverage in ordered]
    body.append("</table>\n<h2>Missing</h2>\n")
    body += [_missing(coverage, parts) for coverage in ordered if coverage.lost]
    if not missing:
        body.append('<p class="lead">Nothing is missing.</p>\n')
    return page("Translations", "".join(body), direction=direction)


def _row(coverage: Coverage) -> str:
    errors = f'<span class="error">{coverage.errors:,}</span>'
    return (
        f"<tr><td><strong>{escape(coverage.language)}</strong><td>{_bar(coverage)}"
        f'<td class="number">{_percent(coverage.share)}'
        f'<td class="number">{coverage.translated:,}'
        f'<td class="number">{coverage.same:,}<td class="number">{coverage.missing:,}'
        f'<td class="number">{errors if coverage.errors else 0}</tr>\n'
    )


def _bar(coverage: Coverage) -> str:
    total = coverage.total or 1
    done, same = coverage.translated / total, coverage.same / total
    told = (
        f"{coverage.language}: {coverage.translated} translated, {coverage.same} same "
        f"as the source, {coverage.missing} missing"
    )
    return (
        f'<div class="bar" role="img" aria-label="{escape(told)}" '
        f'title="{escape(told)}">'
        f'<span class="done" style="inline-size:{done:.2%}"></span>'
        f'<span class="same" style="inline-size:{same:.2%}"></span></div>'
    )


def _missing(coverage: Coverage, parts: list[Coverage]) -> str:
    several = len({part.namespace for part in parts}) > 1
    keys = [key if several else key.partition(":")[2] for key in coverage.lost]
    rows = "".join(
        f'<tr><td class="key" dir="auto">{escape(key)}</tr>\n' for key in keys[:_MOST]
    )
    left = len(keys) - _MOST
    more = f"<tr><td>and {left:,} more</tr>\n" if left > 0 else ""
    return (
        f"<details><summary>{escape(coverage.language)}"
        f'<span class="count">{coverage.missing:,} texts</span></summary>\n'
        f"<table>\n{rows}{more}</table></details>\n"
    )


def _percent(share: float) -> str:
    # Rounded down: only what is whole is 100 %.
    return f"{int(share * 1000) / 10:.1f} %"
