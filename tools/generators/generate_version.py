#!/usr/bin/env python3
"""Writes the version of include/calque/version.h into the files that repeat it.

CMake, the archive and the constants of bindings read the header themselves; the files
here are read by tools that cannot. `--check` tells those that differ.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# File, and an expression whose group is the version. The changelogs come last: their
# first entry is written by a person, so they are checked alone.
PLACES = {
    "Sources/CalqueABI/Version.swift": r'let version: StaticString = "(.+)"',
    "Sources/Calque/LibraryVersion.swift": r'let string = "(.+)"',
    "bindings/python/pyproject.toml": r'^version = "(.+)"',
    "bindings/rust/calque-sys/Cargo.toml": r'^version = "(.+)"',
    "bindings/rust/calque/Cargo.toml": r'(?<!-)\bversion = "(.+?)"',
    "bindings/node/package.json": r'^  "version": "(.+)"',
    "bindings/java/pom.xml": r"^  <version>(.+)</version>",
    "bindings/ruby/calque.gemspec": r'gem.version = "(.+)"',
    "bindings/php/composer.json": r'^  "version": "(.+)"',
    "bindings/lua/calque.rockspec": r'^version = "(.+)-1"',
    "bindings/perl/lib/Calque.pm": r"VERSION = '(.+)'",
    "docs/swift.md": r'from: "(.+)"\)',
    "server/pyproject.toml": r'^version = "(.+)"',
    "server/src/calque_server/__init__.py": r'^__version__ = "(.+)"',
}
WRITTEN_BY_HAND = {
    "CHANGELOG.md": r"\A(?:.*\n)*?## (\S+)",
    "packaging/debian/changelog": r"\Acalque \((.+?)(?:-\d+)?\)",
}


def version() -> str:
    """The version, such as "0.1.0"."""
    header = (ROOT / "include/calque/version.h").read_text("utf-8")
    numbers = (
        re.search(rf"^#define CALQUE_VERSION_{name} (\d+)$", header, re.MULTILINE)
        for name in ("MAJOR", "MINOR", "PATCH")
    )
    return ".".join(match[1] for match in numbers if match)


def replaced(text: str, expression: str, wanted: str) -> tuple[str, bool]:
    """The text with the version in each place, and whether there is one."""

    def put(match: re.Match[str]) -> str:
        start, end = (place - match.start() for place in match.span(1))
        return match[0][:start] + wanted + match[0][end:]

    changed, count = re.subn(expression, put, text, flags=re.MULTILINE)
    return changed, count > 0


def main() -> int:
    """Write or check; the exit code is 1 when a file differs or has no version."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wanted = version()
    wrong = []
    for name, expression in {**PLACES, **WRITTEN_BY_HAND}.items():
        path = ROOT / name
        text = path.read_text("utf-8")
        changed, found = replaced(text, expression, wanted)
        if changed == text and found:
            continue
        if options.check or name in WRITTEN_BY_HAND or not found:
            wrong.append(name)
            print(f"{name}: the version is not {wanted}", file=sys.stderr)
        else:
            path.write_text(changed, "utf-8")
            print(f"{name}: {wanted}")
    checked = len(PLACES) + len(WRITTEN_BY_HAND)
    print(f"{checked - len(wrong)} passed, {len(wrong)} failed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
