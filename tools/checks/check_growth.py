#!/usr/bin/env python3
"""Counts what calls cost that bring long lists along.

Twice as long a list may take little more than twice the instructions. callgrind
counts, so the figures do not depend on how busy the machine is.

usage: check_growth.py [--build FOLDER]
"""

import argparse
import pathlib
import subprocess
import sys

from check_speed import ROOT, counted, own_instructions

MOST_GROWTH = 2.5
COUNT = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    program = parser.parse_args().build.resolve() / "Tests" / "C" / "test_growth"
    listed = subprocess.run(
        [program, "list"], capture_output=True, text=True, check=True
    )
    names = listed.stdout.split()
    failed = 0
    for name in names:
        half, whole = (
            own_instructions(
                counted("growth_measured", 1, program, name, str(count))[0]
            )
            for count in (COUNT // 2, COUNT)
        )
        growth = whole / max(half, 1)
        is_good = 0 < growth <= MOST_GROWTH
        failed += not is_good
        print(f"{name:12} {whole:11} {growth:6.2f}{'' if is_good else '  too many'}")
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
