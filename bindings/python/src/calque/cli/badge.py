"""A badge of the share that is translated, as SVG."""

from __future__ import annotations

from html import escape

from .coverage import Coverage


def badge(totals: list[Coverage]) -> str:
    """A badge for one language, or for the mean of several."""
    total = sum(coverage.total for coverage in totals)
    missing = sum(coverage.missing for coverage in totals)
    share = int(100 * (total - missing) / total) if total else 100
    label = totals[0].language if len(totals) == 1 else "translated"
    value = f"{share} %"
    colour = "#1a7f4b" if share >= 90 else "#b98900" if share >= 60 else "#b3261e"
    # Verdana of 11 px takes about 7 px a letter.
    left, right = 7 * len(label) + 12, 7 * len(value) + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" '
        f'role="img" aria-label="{escape(label)}: {value}">'
        f"<title>{escape(label)}: {value}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="4"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444c56"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" '
        'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2}" y="14">{escape(label)}</text>'
        f'<text x="{left + right / 2}" y="14">{value}</text></g></svg>\n'
    )
