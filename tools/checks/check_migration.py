#!/usr/bin/env python3
"""Run what docs/migration says that one writes in C, in Python and in JavaScript.

In the section of a language the blocks of that language are one program, in the
order of the page: in C the statements of a main function, in Python and JavaScript a
module, the latter beside the addon of bindings/node. The
program must print the `text` blocks of the section. A block of another language whose
first line ends in a file name, such as ```json messages.json```, is a file that the
program finds beside it. Pages without these sections name the programs that
check_systems.py runs.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from check_readme import ROOT, Checks, run, run_c, run_python

PAGES = ROOT / "docs" / "migration"
LANGUAGES = {"C": "c", "Python": "python", "JavaScript": "js"}
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INCLUDES = "#include <calque.h>\n#include <stdio.h>\n#include <string.h>\n\n"


def section(page: str, title: str) -> str:
    """The text below a heading of the second level."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    return found.group(1) if found else ""


def c_program(blocks: list[str]) -> str:
    """Statements as a program; definitions and directives stand before them."""
    before = [block for block in blocks if block.startswith(("static ", "#"))]
    inside = [block for block in blocks if not block.startswith(("static ", "#"))]
    return INCLUDES + "\n".join(before) + "int main(void) {\n" + "".join(inside) + "}\n"


def node_headers() -> Path | None:
    """Where node_api.h is, beside the Node that is installed; None without either."""
    node = shutil.which("node")
    if node is None:
        return None
    folder = Path(node).resolve().parent.parent / "include/node"
    return folder if (folder / "node_api.h").exists() else None


def run_node(code: str, library: Path, folder: Path) -> str:
    """Build the addon beside a program, and run both."""
    addon = ROOT / "bindings/node"
    shutil.copy(addon / "calque.js", folder)
    paths = [f"-I{ROOT / 'include'}", f"-I{node_headers()}", f"-L{library.parent}"]
    paths.append(f"-Wl,-rpath,{library.parent}")
    command = ["cc", "-shared", "-fPIC", *paths, str(addon / "addon.c"), "-lcalque"]
    built = folder / "build/Release/calque.node"
    built.parent.mkdir(parents=True)
    faults = run([*command, "-o", str(built)], {}, folder)
    (folder / "program.js").write_text(code, encoding="utf-8")
    return faults or run(["node", "program.js"], {}, folder)


def check(page: Path, title: str, language: str, library: Path, checks: Checks) -> None:
    text = page.read_text(encoding="utf-8")
    found = BLOCK.findall(section(text, title))
    code = [body for name, file, body in found if name == language and not file]
    expected = "".join(body for name, _, body in found if name == "text")
    what = f"{page.name}, {title}"
    checks.that(bool(code) and bool(expected), f"{what}: there is no program")
    if not code:
        return
    with tempfile.TemporaryDirectory() as folder:
        for _, file, body in BLOCK.findall(text):
            if file:
                path = Path(folder) / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(body, encoding="utf-8")
        place = Path(folder)
        if language == "c":
            printed = run_c(c_program(code), library, place)
        elif language == "js":
            printed = run_node("".join(code), library, place)
        else:
            printed = run_python("".join(code), library, place)
    checks.same(what, expected, printed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=ROOT / "build/libcalque.so")
    library = parser.parse_args().library.resolve()
    checks = Checks()
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for title, language in LANGUAGES.items():
            if f"\n## {title}\n" not in text:
                continue
            if language == "js" and not node_headers():
                print(f"{page.name}, JavaScript: skipped, there is no Node")
            else:
                check(page, title, language, library, checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed or not checks.passed else 0


if __name__ == "__main__":
    sys.exit(main())
