#!/usr/bin/env python3
"""Counts what texts cost that one pattern fills, at every door and in every format.

Twice as long a text may take little more than twice the instructions. callgrind
counts them, so the figures do not depend on how busy the machine is. The sizes are
such that no limit is reached, which would hide how the cost grows.

usage: check_floods.py [--build FOLDER] [--all]
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, groupby

from check_speed import ROOT, counted

# Twice this size is still below them, and placeholders are more than 1,000 in both:
# those of longer texts are scanned, which costs more.
SIZE = 14_000
# A reference with a variable in its options costs more from the thousandth placeholder
# on: both sizes are beyond it, or the cost would seem to grow.
LONG_SIZE = 62_000
# Texts whose cost was quadratic once grew by 2.6 and more.
MOST_GROWTH = 2.25
# Texts that one process counts.
BATCH = 100
# Below this a text costs less than the call around it.
LEAST = 200_000


def size_of(flood: str) -> int:
    """The smaller of the two sizes."""
    is_modern = flood.split(" ")[1] in ("v2", "v3", "v4")
    return LONG_SIZE if is_modern and '"{{v}}"' in flood else SIZE


def totals(program: pathlib.Path, times: int, floods: list[str]) -> list[int]:
    """Instructions of some floods, which have the same size."""
    numbers = [line.split(" ", 1)[0] for line in floods]
    size = str(times * size_of(floods[0]))
    parts = counted("flood_measured", len(numbers), program, "count", size, *numbers)
    total = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)
    found = [total.search("\n".join(lines)) for lines in parts]
    return [int(one[1]) if one else 0 for one in found]


def wanted(line: str) -> bool:
    """Texts of catalogs where the rules differ, and what the other doors are for."""
    _, kind, door, pattern = line.split(" ", 3)
    refers = "$t(" in pattern
    if '"{{v}}"' in pattern:
        return False
    return {
        "catalog": kind == "v4"
        or (kind in ("v1", "ios") and (refers or "_" in pattern)),
        "scanned": kind == "v4" and refers,
        "default": kind in ("v1", "ios") and refers,
        "sprintf": kind in ("v4", "ios") and "%" in pattern,
        "interval": kind == "v4" and ("(1" in pattern or ";" in pattern),
        "message": "%" in pattern,
    }.get(door, False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="every format at every door")
    options = parser.parse_args()
    program = options.build.resolve() / "Tests" / "C" / "test_floods"
    listed = subprocess.run(
        [program, "list"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    floods = [line for line in listed if options.all or wanted(line)]
    floods.sort(key=size_of)
    batches = [
        some[at : at + BATCH]
        for some in (list(same) for _, same in groupby(floods, size_of))
        for at in range(0, len(some), BATCH)
    ]

    with ThreadPoolExecutor(os.cpu_count()) as processes:
        once, twice = (
            chain.from_iterable(counts)
            for counts in [
                processes.map(partial(totals, program, times), batches)
                for times in (1, 2)
            ]
        )
    failed = 0
    most = 0.0
    for line, low, high in zip(floods, once, twice, strict=True):
        growth = high / max(low, 1)
        if low == 0 or (high > LEAST and growth > MOST_GROWTH):
            failed += 1
            print(f"{low:12} {high:12} {growth:6.2f}  {line}")
        if high > LEAST:
            most = max(most, growth)
    print(f"twice the text: at most {most:.2f} times the instructions")
    print(f"{len(floods) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
