#!/usr/bin/env python3
"""Write the reference of the C interface from include/calque-api.json.

There are manual pages, and pages for a browser.

usage: generate_reference.py [--man FOLDER] [--html FOLDER]

FOLDER of manual pages gets a page for each header, such as calque_translator.3, and one
for each function that leads there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from reference_pages import MARKED, Entry, Page, pages
from reference_site import write_site

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--man", type=Path)
    parser.add_argument("--html", type=Path)
    chosen = parser.parse_args()
    api = json.loads((ROOT / "include/calque-api.json").read_text(encoding="utf-8"))
    found = pages(api)
    if chosen.man:
        chosen.man.mkdir(parents=True, exist_ok=True)
        write_manual(found, api["version"], chosen.man)
    if chosen.html:
        chosen.html.mkdir(parents=True, exist_ok=True)
        write_site(found, api["version"], chosen.html)


def write_manual(found: list[Page], version: str, folder: Path) -> None:
    titles = {page.title for page in found}
    for page in found:
        text = manual(page, version, sorted(titles - {page.title}))
        (folder / f"{page.title}.3").write_text(text, encoding="utf-8")
        for entry in page.functions:
            if entry.name not in titles:
                leading = folder / f"{entry.name}.3"
                leading.write_text(f".so man3/{page.title}.3\n", encoding="utf-8")


def manual(page: Page, version: str, others: list[str]) -> str:
    names = [page.title, *(e.name for e in page.functions if e.name != page.title)]
    lines = [
        f'.TH "{page.title}" 3 "" "Calque {version}" "Calque"',
        ".nh",
        ".ad l",
        ".SH NAME",
        f"{', '.join(names)} \\- {roff(page.brief).rstrip('.')}",
        ".SH SYNOPSIS",
        ".nf",
        ".B #include <calque.h>",
    ]
    for entry in [*page.types, *page.functions]:
        if entry.declaration:
            lines += [".PP", *map(verbatim, entry.declaration.split("\n"))]
    lines.append(".fi")
    if page.paragraphs:
        lines.append(".SH DESCRIPTION")
        lines += roff_paragraphs(page.paragraphs)
    for title, entries in (("TYPES", page.types), ("FUNCTIONS", page.functions)):
        if entries:
            lines.append(f".SH {title}")
        for entry in entries:
            lines += roff_entry(entry)
    lines.append(".SH SEE ALSO")
    for at, other in enumerate(others):
        lines.append(f".BR {other} (3){',' if at + 1 < len(others) else ''}")
    return "\n".join([*lines, ""])


def roff_entry(entry: Entry) -> list[str]:
    lines = [f".SS {entry.name}", *roff_paragraphs(entry.paragraphs)]
    for name, text in entry.terms:
        lines += [".TP", f".I {verbatim(name)}", roff(text) or "\\&"]
    for what, text in entry.facts:
        lines += [".TP", f".B {what}", roff(text)]
    return lines


def roff_paragraphs(paragraphs: list[str]) -> list[str]:
    lines: list[str] = []
    for each in paragraphs:
        first, *points = each.split("\n")
        points = [first, *points] if first.startswith("- ") else points
        if not first.startswith("- "):
            lines += [".PP", roff(first)] if lines else [roff(first)]
        for point in points:
            lines += [".IP \\(bu 2", roff(point.removeprefix("- "))]
    return lines


def roff(text: str) -> str:
    """A line of text for a manual page: names in bold."""
    parts = []
    end = 0
    for match in MARKED.finditer(text):
        parts += [escaped(text[end : match.start()]), "\\fB"]
        parts += [escaped(match.group().strip("`#")), "\\fR"]
        end = match.end()
    line = "".join([*parts, escaped(text[end:])])
    return f"\\&{line}" if line[:1] in (".", "'") else line


def escaped(text: str) -> str:
    return text.replace("\\", "\\e")


def verbatim(line: str) -> str:
    return escaped(line).replace("-", "\\-")


if __name__ == "__main__":
    main()
