#!/usr/bin/env python3
"""Counts the instructions of the core operations and compares with what was recorded.

callgrind counts, so the figures do not depend on how busy the machine is. Only
instructions of libcalque.so count: libc chooses its copies of strlen and memcpy by
the processor.

usage: check_speed.py [--write] [--build FOLDER]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "Benchmarks" / "instructions.json"
# More than this over the record fails.
GROWTH = 0.10
OBJECT = re.compile(r"^(ob|cob)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"^[0-9a-fx+*-]+ \d+$")


def counted(function: str, *command: pathlib.Path | str) -> list[str]:
    """The lines that callgrind writes about a function of a program."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "counts"
        result = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={file}",
                f"--toggle-collect={function}",
                *command,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0:
            sys.exit(f"check_speed: {result.stderr}")
        return file.read_text().splitlines()


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
        count = own_instructions(counted(f"operation_{operation}", program, operation))
        counts[operation] = round(count / int(messages), 1)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record what is counted")
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    options = parser.parse_args()

    counts = measure(options.build.resolve() / "Benchmarks" / "operations")
    if options.write:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")
        return 0
    record = json.loads(RECORD.read_text())
    failed = 0
    for name in sorted(counts | record):
        new, old = counts.get(name, 0), record.get(name, 0)
        is_good = new > 0 and old > 0 and new <= old * (1 + GROWTH)
        failed += not is_good
        note = "" if is_good else "  more than 10 % over, or not counted"
        print(f"{name:20} {new:8.1f} {old:8.1f}{note}")
    print(f"{len(counts | record) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
