#!/usr/bin/env python3
"""Lists what in Sources/ may end the process, and counts the traps that are built.

In the sources: forced unwrapping, `try!`, `as!`, calls that end the process, and
conversions to a narrower integer that are checked at run time. Each place is in
tools/checks/traps.json with the reason why no input reaches it, or why it is meant;
a place that is not, and a reason for none, fail.

In the shipped object: the trap instructions that Swift puts behind checked
arithmetic, subscripts and ranges, counted per function and module, and by kind, which
the jumps to a trap tell. Each kind has the reason in the record why no input reaches
it; a function with a trap behind no condition has one of its own, by how its name
begins. Modules and kinds are recorded; one that has grown by more than a quarter fails,
so that new ones are looked at. --functions prints the functions.

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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tools" / "checks" / "traps.json"
GROWTH = 0.25
PLACES = re.compile(
    r"\btry!|\bas!|\b(?:fatalError|precondition|preconditionFailure|abort)\("
    r"|\bunsafelyUnwrapped\b"
    r"|[a-z0-9_)\]]!\."
    r"|\bU?Int(?:8|16|32)\((?!exactly|clamping|truncatingIfNeeded|bitPattern|ascii)"
)
LITERAL = re.compile(r'"""\n.*?"""', re.DOTALL)
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
MODULE = re.compile(r"^\$e(\d+)(\w+)")
INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\s+(\S+)\s*(?:0x([0-9a-f]+))?")
# The condition that leads to a trap: of checked arithmetic; of an index or a bound; of
# something that is empty, nil or zero. Any other trap stands where nothing goes on.
KINDS = {
    **dict.fromkeys(("jo", "jno"), "overflow"),
    **dict.fromkeys(
        ("ja", "jae", "jb", "jbe", "jg", "jge", "jl", "jle", "js", "jns"), "bounds"
    ),
    **dict.fromkeys(("je", "jne"), "empty"),
}


def places() -> set[str]:
    """Each place that may trap: its file and its line, without the spaces around it."""
    found = set()
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        if path.is_symlink():
            continue
        name = str(path.relative_to(ROOT / "Sources"))
        # Literals of several lines are data.
        for line in LITERAL.sub("", path.read_text()).splitlines():
            code = line.strip()
            if not code.startswith("//") and PLACES.search(code.split(" // ")[0]):
                found.add(f"{name}: {code}")
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


def listing(build: Path) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """The functions of the shipped library with their instructions."""
    lines = subprocess.run(
        [disassembler(), "-d", "--no-show-raw-insn", build / "modules" / "calque.o"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    function = ""
    found: list[re.Match[str]] = []
    for line in lines:
        if match := FUNCTION.match(line):
            yield function, found
            function, found = match[1], []
        elif match := INSTRUCTION.match(line):
            found.append(match)
    yield function, found


def kind_of(trap: int, instructions: list[re.Match[str]]) -> str:
    """The kind of the trap at a place among the instructions of a function."""
    address = instructions[trap][1]
    jumps = []
    for place, each in enumerate(instructions):
        if each[3] == address:
            # Far traps are jumped to from behind a condition that leads past the jump.
            jumps.append(instructions[place - (each[2] == "jmp")][2])
    if trap > 0:
        jumps.append(instructions[trap - 1][2])
    return next((KINDS[jump] for jump in jumps if jump in KINDS), "unreachable")


def traps(build: Path) -> tuple[Counter[str], Counter[str], set[str]]:
    """Trap instructions of the shipped library by function and by kind.

    Also the functions with one that is behind no condition.
    """
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    unreachable: set[str] = set()
    for function, instructions in listing(build):
        for place, instruction in enumerate(instructions):
            if instruction[2] in {"ud2", "brk"}:
                kind = kind_of(place, instructions)
                counts[function] += 1
                kinds[kind] += 1
                if kind == "unreachable":
                    unreachable.add(function)
    return counts, kinds, unreachable


def check_places(reasons: dict[str, str]) -> tuple[int, int]:
    """How many places have a reason, and how many reasons or places are alone."""
    found = places()
    known = {place for place, reason in reasons.items() if reason}
    for place in sorted(found - known):
        print(f"may trap, and nothing says why it does not: {place}")
    for place in sorted(reasons.keys() - found):
        print(f"no longer in the sources: {place}")
    return len(found & known), len(found - known) + len(reasons.keys() - found)


def check_unreachable(found: set[str], reasons: dict[str, str]) -> tuple[int, int]:
    """How many functions have a reason, by how their names begin, and how many none."""
    unknown = {name for name in found if not name.startswith(tuple(reasons))}
    for name in sorted(unknown):
        print(f"traps behind no condition, and nothing says why: {name}")
    return len(found) - len(unknown), len(unknown)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record what is counted")
    parser.add_argument("--functions", action="store_true", help="print functions")
    parser.add_argument("--build", default=ROOT / "build", type=Path)
    options = parser.parse_args()

    record = json.loads(RECORD.read_text())
    counts, kinds, unreachable = traps(options.build)
    modules: Counter[str] = Counter()
    for symbol, count in counts.items():
        modules[module(symbol)] += count
    if options.functions:
        for symbol, count in counts.most_common():
            print(f"{count:5} {module(symbol):18} {symbol}")
    if options.write:
        known = record["places"]
        record["places"] = {place: known.get(place, "") for place in sorted(places())}
        record["modules"] = dict(sorted(modules.items()))
        record["kinds"] = dict(sorted(kinds.items()))
        RECORD.write_text(json.dumps(record, indent=2) + "\n")
        return 0

    passed, failed = check_places(record["places"])
    of_functions = check_unreachable(unreachable, record["unreachable"])
    passed, failed = passed + of_functions[0], failed + of_functions[1]
    for new, old in ((modules, record["modules"]), (kinds, record["kinds"])):
        for name in sorted(new.keys() | old.keys()):
            is_good = new[name] <= old.get(name, 0) * (1 + GROWTH) + 2
            passed += is_good
            failed += not is_good
            note = "" if is_good else "  a quarter over: look at them, then --write"
            print(f"{name:18} {new[name]:5} {old.get(name, 0):5}{note}")
    for name in sorted(kinds.keys() - record["reasons"].keys()):
        failed += 1
        print(f"traps of a kind that nothing explains: {name}")
    print(f"{sum(modules.values())} traps in {len(counts)} functions")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
