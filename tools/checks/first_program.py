#!/usr/bin/env python3
"""Takes the first program of a binding's README, as a reader copies it: the first block
under "## A first program", and what it prints, the first block of text after it.

usage: first_program.py README PROGRAM OUTPUT
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def blocks(page: str) -> tuple[str, str]:
    """The program and its output."""
    section = page.partition("\n## A first program\n")[2]
    program = re.search(
        r"^```(?!text)\w+\n(.*?)^```$", section, re.DOTALL | re.MULTILINE
    )
    output = re.search(r"^```text\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    if program is None or output is None:
        sys.exit("the page has no first program, or not what it prints")
    return program[1], output[1]


if __name__ == "__main__":
    readme, *names = sys.argv[1:]
    for name, text in zip(names, blocks(Path(readme).read_text("utf-8")), strict=True):
        Path(name).write_text(text, "utf-8")
