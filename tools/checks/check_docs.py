#!/usr/bin/env python3
"""Checks all pages: links lead to files and headings, code is where they say, words are
plain, packages come from a release, and whole examples run.

A block in C that has a main function, or a block in Python that begins with an import,
is a whole example where a `text` block follows: that is what it prints. A block in JSON
after "`PATH`:" is the content of that file, which the examples of the page find.
"""

from __future__ import annotations

import argparse
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from check_readme import BLOCK, ROOT, Checks, run_c, run_python

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(
    r"`([\w./-]+\.json)`:\n\n```json\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
CODE = re.compile(r"```.*?```", re.DOTALL)
SWIFT = re.compile(r"`([\w/*+.-]+\.swift)`")
# "`parts` in `Call.swift`", or "`Kind` in `Call.swift` (`named`)".
NAMED = re.compile(r"((?:`[\w.]+`(?:, | and )?)+)\s+in\s+" + SWIFT.pattern)
# Words that a native reader stumbles over, each with one that says the same.
PLAIN = {
    r"told|is told": "notified, hears of, says",
    r"that which": "what",
    r"for ever": "forever, always",
    r"mended": "fixed",
    r"doors?": "entry point",
    r"lent": "borrowed",
    r"tried": "looked up, tested, attempted",
    r"puts? out": "write",
    r"(?<!there )(is|are) no (?!longer\b|more\b)\w+": "is not a",
}
# The names in an index are not reserved: RELEASING.md begins with that.
FROM_INDEX = re.compile(
    r"\b(?:pip install|pipx run|uvx|uv add)(?!.*--find-links).*\bcalque-\w+"
)
GENERATED = {"CHANGELOG.md", "checks.md", "python-reference.md"}


def pages() -> list[Path]:
    """The pages that git knows."""
    listed = subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True)
    return [ROOT / name for name in listed.split()]


def anchors(page: Path) -> set[str]:
    """Names of the headings of a page, as links write them."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return {
        re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        for title in HEADING.findall(text)
    }


def check_links(page: Path, checks: Checks) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if re.match(r"\w+:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        holds = file.exists() and (not anchor or anchor in anchors(file))
        checks.that(holds, f"{page.relative_to(ROOT)}: {link} leads nowhere")


def check_places(page: Path, checks: Checks) -> None:
    """Files of Swift are there, and declare the names that a page says are in them."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    where = page.relative_to(ROOT)

    def code(name: str) -> str:
        short = re.sub(r"^(Sources|Tests)/", "", name)
        found = [*ROOT.glob(f"Sources/**/{short}"), *ROOT.glob(f"Tests/**/{short}")]
        return "".join(file.read_text(encoding="utf-8") for file in found)

    for name in set(SWIFT.findall(text)) - {"Package.swift"}:
        checks.that(code(name) != "", f"{where}: there is no {name}")
    for names, file in NAMED.findall(text):
        for name in re.findall(r"`(?:\w+\.)*(\w+)`", names):
            kinds = "func|var|let|case|class|struct|enum|extension"
            declared = re.search(rf"\b({kinds}) {name}\b", code(file)) is not None
            checks.that(declared, f"{where}: no {name} in {file}")


def check_words(page: Path, checks: Checks) -> None:
    if page.name in GENERATED:
        return
    text = CODE.sub(
        lambda code: "\n" * code.group().count("\n"), page.read_text(encoding="utf-8")
    )
    for words, better in PLAIN.items():
        for found in re.finditer(rf"\b({words})\b", text, re.IGNORECASE):
            line = text.count("\n", 0, found.start()) + 1
            name = page.relative_to(ROOT)
            checks.that(False, f"{name}:{line}: {found.group()!r}: {better}")


def check_installs(page: Path, checks: Checks) -> None:
    if page.name in GENERATED:
        return
    for line in FROM_INDEX.findall(page.read_text(encoding="utf-8")):
        checks.that(False, f"{page.relative_to(ROOT)}: not from a release: {line}")


def check_examples(page: Path, library: Path, checks: Checks) -> None:
    content = page.read_text(encoding="utf-8")
    blocks: list[tuple[str, str]] = BLOCK.findall(content)
    for (language, code), (after, text) in itertools.pairwise(blocks):
        is_c = language == "c" and "int main(" in code
        is_python = language == "python" and re.match(r"(import|from) ", code)
        if after != "text" or not (is_c or is_python):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for name, written in FILE.findall(content):
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(written, encoding="utf-8")
            run = run_c if is_c else run_python
            printed = run(code, library, Path(folder))
        checks.same(f"{page.relative_to(ROOT)}, {language}", text, printed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=ROOT / "build/libcalque.so")
    library = parser.parse_args().library.resolve()
    checks = Checks()
    for page in pages():
        check_links(page, checks)
        check_places(page, checks)
        check_words(page, checks)
        check_installs(page, checks)
        if "migration" not in page.parts:
            check_examples(page, library, checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
