#!/usr/bin/env python3
"""Checks that every generated source is what its generator would write now.

The data lie in the folder that the environment variable CALQUE_SHARED names (`spec`
and `data/cldr` in it). Without the variable there is nothing to compare with, which is
an error: the exit code is 2.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

import generate_legacy_plurals
import generate_locales
import generate_plurals
import generate_tags
from generated_source import emit


def main() -> int:
    """Compares all generated files; the exit code of the check."""
    shared = os.environ.get("CALQUE_SHARED")
    if not shared:
        print("CALQUE_SHARED is not set: nothing was compared", file=sys.stderr)
        return 2
    cldr = Path(shared) / "data" / "cldr"
    archive = next(iter(sorted(cldr.glob("cldr-json-*.tar.xz"))))
    files = {
        **generate_plurals.sources(cldr),
        **generate_tags.sources(cldr),
        **generate_locales.sources(archive),
        **generate_legacy_plurals.sources(Path(shared) / "spec"),
    }
    result = emit(files, check=True) | generate_locales.emit_samples(archive, True)
    if result == 0:
        print(f"{len(files) + 1} generated files are current")
    return result


if __name__ == "__main__":
    sys.exit(main())
