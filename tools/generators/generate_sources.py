#!/usr/bin/env python3
"""Write cmake/CalqueSources.cmake from the folders and Package.swift.

usage: generate_sources.py [--check]

Modules and what they import are those of Package.swift, in its order; files are those
of Sources/MODULE. With --check nothing is written, and
the exit code says whether the file is what would be written.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))

from check_imports import HEADERS_ONLY, ROOT, SWIFT_ONLY, swift_package
from generated_source import write_or_check

TARGET = ROOT / "cmake" / "CalqueSources.cmake"


def filled(words: list[str]) -> str:
    return textwrap.fill(
        " ".join(words),
        width=79,
        initial_indent="    ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def module(name: str, imports: list[str]) -> str:
    folder = ROOT / "Sources" / name
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.swift"))
    own = [word for word in imports if word not in HEADERS_ONLY]
    row = "  IMPORTS " + (" ".join(own) or '""')
    if len(row) > 78:
        row = "  IMPORTS\n" + filled(own)
    return f"calque_module({name}\n  SOURCES\n{filled(files)}\n{row})\n"


def text() -> str:
    blocks = [
        module(name, imports)
        for name, imports in swift_package().items()
        if name not in SWIFT_ONLY
    ]
    return (
        "# Every module, its files and what it may import: written by\n"
        "# tools/generators/generate_sources.py.\n" + "\n".join(blocks)
    )


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {TARGET: text()}))
