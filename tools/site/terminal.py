#!/usr/bin/env python3
"""Draws what `calque check` prints, as an SVG of a terminal.

usage: calque check locales | terminal.py 'calque check locales' PICTURE.svg
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

ADVANCE, LINE, MARGIN = 8.43, 21, 16
COLORS = {
    r"\berrors?\b": "#ff7b72",
    r"\bwarnings?\b": "#e3b341",
    r"\[[a-z-]+\]$": "#8b949e",
    r"^\$ .*": "#7ee787",
}


def colored(line: str) -> str:
    """A line as spans; everything that COLORS does not name has the text's color."""
    written, end = "", 0
    pattern = "|".join(f"(?P<c{n}>{each})" for n, each in enumerate(COLORS))
    for found in re.finditer(pattern, line):
        color = list(COLORS.values())[int((found.lastgroup or "c0")[1:])]
        before, word = escape(line[end : found.start()]), escape(found.group())
        written += f'{before}<tspan fill="{color}">{word}</tspan>'
        end = found.end()
    return written + escape(line[end:])


def main() -> None:
    command, picture = sys.argv[1:]
    lines = [f"$ {command}", *sys.stdin.read().rstrip().splitlines()]
    width = round(max(map(len, lines)) * ADVANCE) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    texts = [
        f'<text x="{MARGIN}" y="{MARGIN + 15 + LINE * row}">{colored(line)}</text>'
        for row, line in enumerate(lines)
    ]
    drawn = [
        f'<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        '<g fill="#e6edf3" font-family="ui-monospace, monospace" font-size="14"'
        ' xml:space="preserve">',
        *texts,
        "</g>",
        "</svg>",
    ]
    Path(picture).write_text("\n".join(drawn) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
