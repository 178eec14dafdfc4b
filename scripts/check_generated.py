#!/usr/bin/env python3
"""Checks that every generated source is what its generator would write now.

The data lie in the folder that the environment variable CALQUE_SHARED names (`spec`
and `data/cldr` in it). Without the variable there is nothing to compare with: the exit
code is 0 and the output says so.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import generate_legacy_plurals
import generate_plurals
import generate_tags
from generated_source import emit


def main() -> int:
    """Compares all generated files; the exit code of the check."""
    shared = os.environ.get("CALQUE_SHARED")
    if not shared:
        print("CALQUE_SHARED is not set: generated sources were not compared")
        return 0
    cldr = Path(shared) / "data" / "cldr"
    files = {
        **generate_plurals.sources(cldr),
        **generate_tags.sources(cldr),
        **generate_legacy_plurals.sources(Path(shared) / "spec"),
    }
    result = emit(files, check=True)
    if result == 0:
        print(f"{len(files)} generated files are current")
    return result


if __name__ == "__main__":
    sys.exit(main())
