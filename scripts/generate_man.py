#!/usr/bin/env python3
"""Writes bindings/python/calque.1, the manual page of `calque`, as `calque man` has it.

The packages install the file: making it needs click and the library. With --check it is
compared, and the exit code is 1 when it differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generated_source import write_or_check

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "bindings" / "python" / "calque.1"
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))


def page() -> str:
    """The manual page, as `calque man` prints it."""
    from calque.cli.app import calque
    from calque.cli.man import manual

    return manual(click.Context(calque, info_name="calque"))


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {PAGE: page()}))
