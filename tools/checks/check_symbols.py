#!/usr/bin/env python3
"""Compare the exported functions: C headers, version script, built library.

The headers are the contract. A Swift body that is missing, or that is not public,
gives no diagnostic when compiling; this check finds it in the binary. With
--write the version script is made again from the headers.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "cmake" / "calque.map"
NODE = "CALQUE_0"
# libcalque-http has a header, a version script and a node of its own.
HTTP_HEADER = "http.h"
HTTP_MAP = ROOT / "cmake" / "calque-http.map"
HTTP_NODE = "CALQUE_HTTP_0"

# The shipped build stands on these alone. The full-Swift build adds what the Swift
# runtime, which is inside the library, asks of the system.
SHIPPED = {"libjansson.so.4", "libc.so.6"}
HTTP = SHIPPED | {"libcalque.so.0", "libcurl.so.4", "libz.so.1"}
FULL = SHIPPED | {"libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}


def declared(*, http: bool = False) -> list[str]:
    """Names of the functions that the headers mark with CALQUE_API, in order."""
    names: list[str] = []
    for header in sorted((ROOT / "include" / "calque").glob("*.h")):
        if (header.name == HTTP_HEADER) != http:
            continue
        text = re.sub(r"/\*.*?\*/", " ", header.read_text(), flags=re.DOTALL)
        text = re.sub(r"^\s*#.*?(?<!\\)$", " ", text, flags=re.MULTILINE | re.DOTALL)
        found = re.findall(r"\bCALQUE_API\b[^;{]*?\b(calque_\w+)\s*\(", text)
        names.extend(found)
    return sorted(names)


def mapped(path: Path) -> list[str]:
    """Names that a version script exports."""
    text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.DOTALL)
    body = text.partition("global:")[2].partition("local:")[0]
    return sorted(name.strip() for name in body.split(";") if name.strip())


def script(names: list[str], node: str) -> str:
    """The version script that exports these names."""
    lines = [
        "/* Made from the headers by tools/checks/check_symbols.py --write. */",
        f"{node} {{",
        "  global:",
        *(f"    {name};" for name in names),
        "  local: *;",
        "};",
    ]
    return "\n".join(lines) + "\n"


def run(*command: str) -> str:
    """The output of a command."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exported(library: Path) -> list[str]:
    """Names that a shared library defines for others, without its version node."""
    names: list[str] = []
    for line in run("nm", "-D", "--defined-only", str(library)).splitlines():
        _, kind, name = line.split()
        if kind != "A":
            names.append(name.partition("@")[0])
    return sorted(names)


def archived(archive: Path) -> list[str]:
    """Names that a static library leaves global."""
    output = run("nm", "-g", "--defined-only", str(archive))
    rows = [line.split() for line in output.splitlines()]
    return sorted(row[2] for row in rows if len(row) == 3)


def needed(library: Path) -> set[str]:
    """Names of the libraries that a shared library depends on."""
    output = run("readelf", "-d", str(library))
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", output)
    return {name for name in names if not name.startswith("ld-linux")}


def sample(names: list[str]) -> str:
    """A list of names, cut where it gets long."""
    shown = ", ".join(names[:10]) or "none"
    return f"{shown} and {len(names) - 10} more" if len(names) > 10 else shown


class Report:
    """Counts comparisons and prints those that fail."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def same(self, what: str, expected: list[str], found: list[str]) -> None:
        """One comparison of two lists of names."""
        missing = sorted(set(expected) - set(found))
        extra = sorted(set(found) - set(expected))
        if not missing and not extra and len(expected) == len(found):
            self.passed += 1
            return
        self.failed += 1
        print(f"{what}: missing {sample(missing)}; not expected {sample(extra)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, help="built libcalque.so")
    parser.add_argument("--archive", type=Path, help="built libcalque.a")
    parser.add_argument("--http", type=Path, help="built libcalque-http.so")
    parser.add_argument("--full", action="store_true", help="it is the full-Swift one")
    parser.add_argument("--write", action="store_true", help="write the version script")
    options = parser.parse_args()

    names = declared()
    http_names = declared(http=True)
    if options.write:
        for path, list_, node in (
            (MAP, names, NODE),
            (HTTP_MAP, http_names, HTTP_NODE),
        ):
            path.write_text(script(list_, node))
            print(f"{path.relative_to(ROOT)}: {len(list_)} functions")
        return 0

    report = Report()
    report.same("version script", names, mapped(MAP))
    report.same("version script of libcalque-http", http_names, mapped(HTTP_MAP))
    if options.library:
        report.same(f"symbols of {options.library}", names, exported(options.library))
        allowed = FULL if options.full else SHIPPED
        surplus = sorted(needed(options.library) - allowed)
        report.same(f"dependencies of {options.library}", [], surplus)
    if options.http:
        report.same(f"symbols of {options.http}", http_names, exported(options.http))
        surplus = sorted(needed(options.http) - HTTP)
        report.same(f"dependencies of {options.http}", [], surplus)
    if options.archive:
        report.same(f"symbols of {options.archive}", names, archived(options.archive))
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
