"""Adds pages from other folders to the site, and points links at what the site has.

Pages of docs/ also link to files of the checkout. A link to a page of another folder
leads to its copy in the site, one to a C header to its reference, and the text of any
other stays without a link.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/generators"))

from reference_pages import pages
from reference_site import bodies

# Pages of the checkout, and their places in the site.
COPIES = {
    "README.md": "index.md",
    **{
        f"{name}.md": f"project/{name.lower()}.md"
        for name in ("CONTRIBUTING", "RELEASING", "SECURITY", "CHANGELOG")
    },
    "Benchmarks/README.md": "project/benchmarks.md",
    "server/README.md": "project/server.md",
    **{
        str(page.relative_to(ROOT)): f"bindings/{page.parent.name}.md"
        for page in sorted(ROOT.glob("bindings/*/README.md"))
    },
}
# Programs that pages name; the site has them as code.
PROGRAMS = {
    source: f"programs/{source.removeprefix('bindings/')}.md"
    for pattern in ("[Ee]xample*.*", "example/*.*", "examples/*.*", "examples/*/*.*")
    for path in sorted(ROOT.glob(f"bindings/*/{pattern}"))
    if path.suffix in {".c", ".cpp", ".go", ".java", ".js", ".lua", ".php", ".pl",
                       ".py", ".rb", ".rs", ".swift"}
    for source in [str(path.relative_to(ROOT))]
}  # fmt: skip
COPIES |= PROGRAMS
SOURCES = {uri: source for source, uri in COPIES.items()}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
# A block of code with the name of its file.
NAMED = re.compile(r"\A(```\w+) (\S+)$", re.MULTILINE)
MODULE = ROOT / "build-wasm/calque.wasm"

PROGRAM = "---\ntitle: {}\nsearch: {{exclude: true}}\n---\n\n``` {}\n{}```\n"

# The search prefers guides; these pages name everything.
LAST = {"python-reference.md", "checks.md", "architecture.md", "project/changelog.md"}
PREFERRED = {"getting-started.md", "conventions.md", "proposals.md", "options.md"}

_reference: dict[str, str] = {}


def on_files(files: Files, config: Any) -> Files:
    """The pages of docs/, and those of other folders."""
    for source, uri in COPIES.items():
        path = ROOT / source
        if uri != "index.md" and path.exists():
            text = path.read_text("utf-8")
            if source in PROGRAMS:
                text = PROGRAM.format(path.name, path.suffix[1:], text)
            files.append(File.generated(config, uri, content=text))
    api = json.loads((ROOT / "include/calque-api.json").read_text("utf-8"))
    _reference.update(
        (f"c/{title}.md", body) for title, body in bodies(pages(api), api["version"])
    )
    for uri in _reference:
        title = uri.removeprefix("c/").removesuffix(".md")
        shown = "The C interface" if title == "index" else title
        files.append(File.generated(config, uri, content=f"---\ntitle: {shown}\n---\n"))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: Any) -> str:
    """Links as the site has them; code stays as it is."""
    uri = page.file.src_uri
    boost = 0.1 if uri in LAST else 3 if uri in PREFERRED else 1
    page.meta.setdefault("search", {"boost": boost})
    source = SOURCES.get(uri) if uri != "index.md" else None
    folder = posixpath.dirname(source or f"docs/{uri}")

    def linked(match: re.Match[str]) -> str:
        picture, text, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match.group()
        path, _, anchor = target.partition("#")
        place = _place(posixpath.normpath(posixpath.join(folder, path)))
        if place is None or files.get_file_from_path(place) is None:
            return text
        own = posixpath.relpath(place, posixpath.dirname(uri) or ".")
        return f"{picture}[{text}]({own}{'#' + anchor if anchor else ''})"

    return "".join(
        NAMED.sub(r'\1 title="\2"', part) if part.startswith("```")
        else LINK.sub(linked, part)
        for part in FENCE.split(markdown)
    )  # fmt: skip


def on_page_content(html: str, page: Page, **_: Any) -> str:
    return html + _reference.get(page.file.src_uri, "")


def on_post_build(config: Any) -> None:
    """The library, for the playground of the first page."""
    shutil.copy(MODULE, Path(config["site_dir"]) / "assets/calque.wasm")


def _place(path: str) -> str | None:
    """Where the site has a file of the checkout."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if re.fullmatch(r"include/calque(/\w+)?\.h", path):
        name = Path(path).stem
        return "c/index.md" if name == "calque" else f"c/calque_{name}.md"
    return COPIES.get(path) or COPIES.get(f"{path}/README.md")
