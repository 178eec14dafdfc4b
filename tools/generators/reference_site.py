"""The reference of the C interface for a browser."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from reference_pages import MARKED, Entry, Page


def write_site(found: list[Page], version: str, folder: Path) -> None:
    """Write the pages, each whole, into a folder."""
    by_title = {page.title: page for page in found}
    for title, body in bodies(found, version):
        page = by_title.get(title)
        name = f"{page.name}: Calque {version}" if page else f"Calque {version}"
        text = site_page(name, found, page, body)
        (folder / f"{title}.html").write_text(text, encoding="utf-8")


def bodies(found: list[Page], version: str) -> Iterator[tuple[str, str]]:
    """Yield the pages: the file without an ending, and its HTML."""
    places = {e.name: page for page in found for e in [*page.types, *page.functions]}
    index = [f"<h1>Calque {version}</h1>", "<p class=brief>The C interface, by header."]
    for page in found:
        body = [f"<h1>{page.name}</h1>", f"<p class=brief>{prose(page.brief, places)}"]
        body += html_paragraphs(page.paragraphs, places)
        for title, entries in (("Types", page.types), ("Functions", page.functions)):
            if entries:
                body.append(f"<h2>{title}</h2>")
            for entry in entries:
                body += html_entry(entry, places)
        yield page.title, "\n".join(body)
        links = [link(entry.name, entry.name, page) for entry in page.functions]
        index += [
            f'<h2><a href="{page.title}.html">{page.name}</a></h2>',
            f"<p>{prose(page.brief, places)}",
            f"<p class=names>{' '.join(links)}",
        ]
    yield "index", "\n".join(index)


def html_entry(entry: Entry, places: dict[str, Page]) -> list[str]:
    lines = [
        f'<section><h3 id="{entry.name}"><a href="#{entry.name}">{entry.name}</a></h3>'
    ]
    if entry.declaration:
        code = re.sub(
            r"\bcalque_\w+",
            lambda name: name_in_code(name.group(), entry.name, places),
            html.escape(entry.declaration),
        )
        lines.append(f"<pre>{code}</pre>")
    lines += html_paragraphs(entry.paragraphs, places)
    if entry.terms:
        lines.append("<dl>")
        for name, text in entry.terms:
            lines.append(f"<dt>{html.escape(name)}<dd>{prose(text, places)}")
        lines.append("</dl>")
    if entry.facts:
        lines.append("<table>")
        for what, text in entry.facts:
            lines.append(f"<tr><th>{what}<td>{prose(text, places)}")
        lines.append("</table>")
    return [*lines, "</section>"]


def name_in_code(name: str, own: str, places: dict[str, Page]) -> str:
    if name == own or name not in places:
        return name
    return link(name, name, places[name])


def html_paragraphs(paragraphs: list[str], places: dict[str, Page]) -> list[str]:
    lines = []
    for each in paragraphs:
        first, *points = each.split("\n")
        points = [first, *points] if first.startswith("- ") else points
        if not first.startswith("- "):
            lines.append(f"<p>{prose(first, places)}")
        if points:
            items = [f"<li>{prose(point[2:], places)}" for point in points]
            lines.append(f"<ul>{''.join(items)}</ul>")
    return lines


def prose(text: str, places: dict[str, Page]) -> str:
    """A line of text for a browser: code, and links to what is described."""
    headers = {page.name: page for page in places.values()}
    parts = []
    end = 0
    for match in MARKED.finditer(text):
        parts.append(html.escape(text[end : match.start()]))
        end = match.end()
        name = match.group(2) or match.group(3)
        shown = f"<code>{html.escape(match.group().strip('`#'))}</code>"
        if name in places:
            shown = link(name, shown, places[name])
        elif match.group() in headers:
            page = headers[match.group()]
            shown = f'<a href="{page.title}.html">{shown}</a>'
        parts.append(shown)
    return "".join([*parts, html.escape(text[end:])])


def link(name: str, shown: str, page: Page) -> str:
    return f'<a href="{page.title}.html#{name}">{shown}</a>'


def site_page(title: str, found: list[Page], here: Page | None, body: str) -> str:
    entries = ['<a href="index.html">All functions</a>']
    for page in found:
        current = " aria-current=page" if page is here else ""
        entries.append(f'<a href="{page.title}.html"{current}>{page.name}</a>')
    return SITE.format(title=title, style=STYLE, nav="\n".join(entries), body=body)


STYLE = """\
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #06c; }
@media (prefers-color-scheme: dark) { :root { --link: #6bf; } }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid;
  grid-template-columns: 14rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem;
  box-sizing: border-box; border-right: 1px solid var(--line); font-size: .9rem; }
nav a { display: block; padding: .1rem .5rem; border-radius: 4px; }
nav a[aria-current] { background: var(--soft); font-weight: 600; }
main { padding: 1rem 2rem 4rem; max-width: 50rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { margin: .5rem 0 0; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 .5rem; font-family: ui-monospace, monospace; }
h3, dt, td { overflow-wrap: anywhere; }
h3 a { color: inherit; }
.brief { font-size: 1.15rem; margin-top: 0; }
.names a { display: inline-block; margin-right: 1rem;
  font: .85rem ui-monospace, monospace; }
code, pre, dt { font-family: ui-monospace, monospace; font-size: .9em; }
pre { background: var(--soft); padding: .75rem 1rem; border-radius: 6px;
  overflow: auto; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem 1.5rem; }
table { border-collapse: collapse; font-size: .95rem; }
th { text-align: left; vertical-align: top; padding: .2rem 1.5rem .2rem 0;
  white-space: nowrap; }
td { padding: .2rem 0; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; columns: 2; }
  main { padding: 1rem; }
}
"""

SITE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
<nav>
{nav}
</nav>
<main>
{body}
</main>
</html>
"""
