#!/usr/bin/env python3
"""Compares formatters of all locales with a browser's.

usage: check_formatters.py --library LIBRARY WORKSPACE

Makes the file of all locales with names from CLDR's JSON in WORKSPACE, checks its
sizes, and runs WORKSPACE's conformance cases with it. Few may fail: docs/formatting.md
lists them with their causes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

import generate_locales
from generated_source import ROOT
from locale_source import Source

LEAST_PASSED = 0.995
MOST_BYTES = {"": 1_200_000, "de,en,es,fr,it,ja": 40_000}


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("workspace", type=Path)
    options = parser.parse_args()
    source = Source(
        next((options.workspace / "data" / "cldr").glob("cldr-json-*.tar.*"))
    )
    failed = 0
    for locales, most in MOST_BYTES.items():
        size = len(generate_locales.file(source, locales, False, is_told=False))
        failed += size > most
        print(f"{locales or 'all locales'}: {size} bytes, at most {most}")
    with tempfile.NamedTemporaryFile(suffix=".ctd") as file:
        file.write(generate_locales.file(source, "", True, is_told=False))
        file.flush()
        done = subprocess.run(
            [
                *(sys.executable, ROOT / "Tests" / "Conformance" / "run.py"),
                *("--library", options.library, "--locale-data", file.name),
                *sorted((options.workspace / "conformance").glob("formats*.jsonl")),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    told = re.search(r"^(\d+) passed, (\d+) failed$", done.stdout, re.MULTILINE)
    if not told:
        print(done.stdout, done.stderr)
        return 1
    passed, differs = int(told[1]), int(told[2])
    share = passed / (passed + differs)
    failed += share < LEAST_PASSED
    print(f"{passed} values as expected, {differs} not: {share:.2%}")
    print(f"{3 - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
