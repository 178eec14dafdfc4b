#!/usr/bin/env python3
"""Lists what in Sources/ may end the process, and counts the traps that are built.

In the sources: forced unwrapping, `try!`, `as!`, calls that end the process, and
conversions to a narrower integer that are checked at run time. Each place is in
scripts/traps.json with the reason why no input reaches it, or why it is meant;
a place that is not, and a reason for none, fail.

In the shipped object: the trap instructions that Swift puts behind checked
arithmetic, subscripts and ranges, counted per function and module. The modules
are recorded; one that has grown by more than a quarter fails, so that new ones are
looked at. --functions prints the functions.

usage: check_traps.py [--write] [--functions] [--build FOLDER]
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "scripts" / "traps.json"
GROWTH = 0.25
PLACES = re.compile(
    r"\btry!|\bas!|\b(?:fatalError|precondition|preconditionFailure|abort)\("
    r"|\bunsafelyUnwrapped\b"
    r"|[a-z0-9_)\]]!\."
    r"|\bU?Int(?:8|16|32)\((?!exactly|clamping|truncatingIfNeeded|bitPattern|ascii)"
)
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
MODULE = re.compile(r"^\$e(\d+)(\w+)")


def places() -> dict[str, str]:
    """The line of each place that may trap, by file and line without spaces."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        name = str(path.relative_to(ROOT / "Sources"))
        for line in path.read_text().splitlines():
            code = line.strip()
            if code.startswith("//") or not PLACES.search(code.split(" // ")[0]):
                continue
            found[f"{name}: {code}"] = code
    return found


def module(symbol: str) -> str:
    """The module of a function by its mangled name."""
    if symbol.startswith("calque_"):
        return "CalqueABI"
    match = MODULE.match(symbol)
    if not match:
        return "standard library"
    return match[2][: int(match[1])]


def disassembler() -> str:
    """The one of the Swift toolchain, which is a hundred times as fast."""
    swift = shutil.which("swift")
    if swift:
        own = Path(swift).resolve().parent / "llvm-objdump"
        if own.exists():
            return str(own)
    return "objdump"


def traps(build: Path) -> Counter[str]:
    """Trap instructions of each function of the shipped library."""
    listing = subprocess.run(
        [disassembler(), "-d", "--no-show-raw-insn", build / "modules" / "calque.o"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    counts: Counter[str] = Counter()
    function = ""
    for line in listing.splitlines():
        if match := FUNCTION.match(line):
            function = match[1]
        elif line.endswith("\tud2") or "\tud2 " in line or "\tbrk\t" in line:
            counts[function] += 1
    return counts


def check_places(reasons: dict[str, str]) -> tuple[int, int]:
    """How many places have a reason, and how many reasons or places are alone."""
    found = places()
    failed = 0
    for place in sorted(found.keys() - reasons.keys()):
        failed += 1
        print(f"may trap, and nothing says why it does not: {place}")
    for place in sorted(reasons.keys() - found.keys()):
        failed += 1
        print(f"is not there any more: {place}")
    return len(found.keys() & reasons.keys()), failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record what is counted")
    parser.add_argument("--functions", action="store_true", help="print functions")
    parser.add_argument("--build", default=ROOT / "build", type=Path)
    options = parser.parse_args()

    record = json.loads(RECORD.read_text())
    counts = traps(options.build)
    modules: Counter[str] = Counter()
    for symbol, count in counts.items():
        modules[module(symbol)] += count
    if options.functions:
        for symbol, count in counts.most_common():
            print(f"{count:5} {module(symbol):18} {symbol}")
    if options.write:
        known = record["places"]
        record["places"] = {place: known.get(place, "") for place in places()}
        record["modules"] = dict(sorted(modules.items()))
        RECORD.write_text(json.dumps(record, indent=2) + "\n")
        return 0

    passed, failed = check_places(record["places"])
    for name in sorted(modules.keys() | record["modules"].keys()):
        new, old = modules[name], record["modules"].get(name, 0)
        is_good = new <= old * (1 + GROWTH) + 2
        passed += is_good
        failed += not is_good
        note = (
            "" if is_good else "  more than a quarter over: look at them, then --write"
        )
        print(f"{name:18} {new:5} {old:5}{note}")
    print(f"{sum(modules.values())} traps in {len(counts)} functions")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
