#!/usr/bin/env python3
"""Writes bindings/python/calque.1, the manual page of `calque`, as `calque man` has it.

The packages install the file: making it needs click and the library. With --check it is
compared, and the exit code is 1 when it differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "bindings" / "python" / "calque.1"
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))


def main() -> int:
    """Write the page or compare it."""
    from calque.cli.app import calque
    from calque.cli.man import manual

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = manual(click.Context(calque, info_name="calque"))
    if parser.parse_args().check:
        same = PAGE.exists() and PAGE.read_text("utf-8") == text
        if not same:
            print(f"{PAGE.name} is not up to date")
        return int(not same)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
