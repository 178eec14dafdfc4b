#!/usr/bin/env python3
"""Takes a program out of a page, as a reader copies it: the first block of a section,
and what it prints, the first block of text after it. The JSON files of the page, which
are blocks after "`PATH`:", are written beside the program.

usage: first_program.py PAGE PROGRAM OUTPUT [HEADING]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BLOCK = r"^```{}\n(.*?)^```$"
FILE = r"`([\w./-]+\.json)`:\n\n" + BLOCK.format("json")
FLAGS = re.DOTALL | re.MULTILINE


def blocks(page: str, heading: str) -> tuple[str, str]:
    """The program and its output."""
    section = page.partition(f"\n## {heading}\n")[2]
    program = re.search(BLOCK.format(r"(?!text)\w+"), section, FLAGS)
    output = re.search(BLOCK.format("text"), section, FLAGS)
    if program is None or output is None:
        sys.exit(f"the page has no program under {heading!r}, or not what it prints")
    return program[1], output[1]


def main() -> None:
    """Write the files."""
    name, program, output, *heading = sys.argv[1:]
    page = Path(name).read_text("utf-8")
    texts = blocks(page, *(heading or ["A first program"]))
    for path, text in zip((program, output), texts, strict=True):
        Path(path).write_text(text, "utf-8")
    for path, text in re.findall(FILE, page, FLAGS):
        place = Path(program).parent / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
