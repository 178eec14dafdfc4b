#!/usr/bin/env python3
"""Checks how libraries are linked: full RELRO, no executable stack, no relocation in
code, with `--glibc 2.34` nothing that an older glibc lacks, and with `--installed` no
path of the machine that it was built on.

usage: tools/checks/check_elf.py [--glibc VERSION] [--installed] LIBRARY...
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator


def told(library: str) -> str:
    """The sections, segments and symbol versions of a library, by readelf."""
    return subprocess.run(
        ["readelf", "--wide", "--dynamic", "--segments", "--version-info", library],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def faults(text: str, glibc: str | None, installed: bool) -> Iterator[str]:
    """The faults of a library, one text each."""
    for paths in re.findall(r"\bR(?:UN)?PATH\b.*\[(.*)\]", text) if installed else ():
        if not all(re.match(r"\$ORIGIN\b", path) for path in paths.split(":")):
            yield f"it looks for libraries in {paths}"
    if "GNU_RELRO" not in text or not re.search(r"FLAGS.*\bNOW\b", text):
        yield "relocations stay writable: no full RELRO"
    stack = re.search(r"GNU_STACK\s.*\s(R?W?E?)\s+0x", text)
    if stack is None or "E" in stack[1]:
        yield "the stack is executable"
    if "TEXTREL" in text:
        yield "code has relocations"
    if glibc is None:
        return
    most = tuple(map(int, glibc.split(".")))
    for version in sorted(set(re.findall(r"Name: GLIBC_([0-9.]+)", text))):
        if tuple(map(int, version.split("."))) > most:
            yield f"it needs glibc {version}"
    if "GLIBC_ABI_DT_RELR" in text:
        yield "it needs glibc 2.36: packed relocations"


def main() -> int:
    """Check each library; the exit code is 1 when one has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--glibc", help="the oldest glibc that it has to run with")
    parser.add_argument(
        "--installed", action="store_true", help="that no folder of a build is named"
    )
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    failed = 0
    for library in options.libraries:
        found = list(faults(told(library), options.glibc, options.installed))
        failed += bool(found)
        for fault in found:
            print(f"{library}: {fault}", file=sys.stderr)
    print(f"{len(options.libraries) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
