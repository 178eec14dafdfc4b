#!/usr/bin/env python3
"""Counts what names that are made to collide cost, against ordinary ones.

Each door takes a thousand names of one hash. They may take some times the
instructions of ordinary ones, and twice as many names may take little more than
twice the instructions: a table that is walked slot by slot fails both. callgrind
counts, so the figures do not depend on how busy the machine is.

usage: check_collisions.py [--build FOLDER]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from check_speed import ROOT, counted, own_instructions

# A door, and which hash its names collide in.
DOORS = {
    "options": "names",
    "messages": "names",
    "bundle": "keys",
    "lookups": "keys",
    "open": "keys",
}
# A look-up among names that want one slot walks past 32 of them and then halves.
MOST_TIMES = 12
MOST_GROWTH = 2.7
COUNT = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    options = parser.parse_args()
    program = options.build.resolve() / "Tests" / "C" / "test_collisions"

    failed = 0
    print("door          ordinary   colliding   times  growth")
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for kind in ("ordinary", *sorted(set(DOORS.values()))):
            files[kind] = pathlib.Path(folder) / kind
            made = subprocess.run(
                [program, "names", kind], capture_output=True, check=True
            )
            files[kind].write_bytes(made.stdout)
        for door, kind in DOORS.items():
            ordinary, colliding, half = (
                own_instructions(
                    counted(
                        "operation_measured", 1, program, door, files[names], str(count)
                    )[0]
                )
                for names, count in (
                    ("ordinary", COUNT),
                    (kind, COUNT),
                    (kind, COUNT // 2),
                )
            )
            times = colliding / max(ordinary, 1)
            growth = colliding / max(half, 1)
            is_good = 0 < times <= MOST_TIMES and 0 < growth <= MOST_GROWTH
            failed += not is_good
            note = "" if is_good else "  too many"
            print(
                f"{door:10} {ordinary:11} {colliding:11} {times:7.2f} {growth:7.2f}"
                f"{note}"
            )
    print(f"{len(DOORS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
