#!/usr/bin/env python3
"""Counts the instructions of calls and compares with what was recorded.

callgrind counts, so the figures do not depend on how busy the machine is. Only
instructions of libcalque.so count: libc chooses its copies of strlen and memcpy by
the processor. Benchmarks/operations.c has the core operations, an average over many
messages; Benchmarks/tables.c has tables, for each row; Benchmarks/general.c has calls
that need more, each shown as a multiple of the plain call by the same function too.

usage: check_speed.py [--write] [--build FOLDER]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "Benchmarks" / "instructions.json"
# More than this over the record fails.
GROWTH = 0.03
OBJECT = re.compile(r"^(ob|cob)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"^[0-9a-fx+*-]+ \d+$")


def counted(function: str, parts: int, *command: pathlib.Path | str) -> list[list[str]]:
    """The lines that callgrind writes about a function: for each time it is called,
    or for all of them together when there is to be one part.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "counts"
        result = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={file}",
                f"--toggle-collect={function}",
                *([f"--dump-after={function}"] if parts > 1 else []),
                *command,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0:
            sys.exit(f"check_speed: {result.stderr}")
        if parts == 1:
            return [file.read_text().splitlines()]
        return [
            pathlib.Path(f"{file}.{part}").read_text().splitlines()
            for part in range(1, parts + 1)
        ]


def own_instructions(lines: list[str]) -> int:
    """Instructions of the functions of libcalque.so, without what they call."""
    names: dict[str, str] = {}
    count = 0
    is_own = False
    is_call = False
    for line in lines:
        found = OBJECT.match(line)
        if found:
            kind, number, name = found.groups()
            if name:
                names[number] = name
            if kind == "ob":
                is_own = "libcalque.so" in names.get(number, "")
        elif line.startswith("calls="):
            is_call = True
        elif COST.match(line):
            # The line after `calls=` has what the called function took.
            if is_own and not is_call:
                count += int(line.split()[-1])
            is_call = False
    return count


def measure(program: pathlib.Path) -> dict[str, float]:
    """Instructions of each operation for one message."""
    listed = subprocess.run(
        [program, "--list"], capture_output=True, text=True, check=True
    ).stdout
    counts = {}
    for line in listed.splitlines():
        operation, messages = line.split()
        (lines,) = counted(f"operation_{operation}", 1, program, operation)
        counts[operation] = round(own_instructions(lines) / int(messages), 1)
    return counts


def measure_general(program: pathlib.Path) -> tuple[dict[str, float], dict[str, str]]:
    """Instructions of each general call, and the multiple that it is."""
    listed = subprocess.run(
        [program, "--list"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split("|") for line in listed.splitlines()]
    parts = counted("operation_general", len(rows), program, "--once")
    counts = {
        f"general: {name}": float(own_instructions(lines))
        for (name, _), lines in zip(rows, parts, strict=True)
    }
    multiples = {}
    for name, base in rows:
        if base:
            times = counts[f"general: {name}"] / counts[f"general: {base}"]
            multiples[f"general: {name}"] = f"  {times:5.1f} of {base}"
    return counts, multiples


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record what is counted")
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    options = parser.parse_args()

    programs = options.build.resolve() / "Benchmarks"
    counts = measure(programs / "operations") | measure(programs / "tables")
    general, multiples = measure_general(programs / "benchmark_general")
    counts |= general
    if options.write:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")
        return 0
    record = json.loads(RECORD.read_text())
    failed = 0
    for name in sorted(counts | record):
        new, old = counts.get(name, 0), record.get(name, 0)
        is_good = new > 0 and old > 0 and new <= old * (1 + GROWTH)
        failed += not is_good
        note = "" if is_good else "  more than 3 % over, or not counted"
        print(f"{name:40} {new:8.1f} {old:8.1f}{multiples.get(name, '')}{note}")
    print(f"{len(counts | record) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
