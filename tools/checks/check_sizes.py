#!/usr/bin/env python3
"""Links a program of each kind statically and compares its size with the record.

Each program of Tests/Size is linked against libcalque.a by the toolchain's lld with
sections collected, stripped, and run. The shared library counts too. A file that has
grown by more than a tenth fails.

usage: check_sizes.py [--write] [--build FOLDER]
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "Tests" / "Size"
RECORD = PROGRAMS / "sizes.json"
GROWTH = 0.10


def cached(build: pathlib.Path, name: str) -> str:
    """A value of CMake's cache."""
    text = (build / "CMakeCache.txt").read_text()
    found = re.search(rf"^{name}:[A-Z]+=(.*)$", text, re.MULTILINE)
    if not found:
        sys.exit(f"check_sizes: {build} has no {name}")
    return found[1]


def words(*command: str | pathlib.Path) -> list[str]:
    return subprocess.check_output(command, text=True).split()


def link(source: pathlib.Path, build: pathlib.Path, program: pathlib.Path) -> None:
    linker = pathlib.Path(cached(build, "CALQUE_LLD")).parent
    subprocess.run(
        [
            *("cc", "-std=c11", "-Os", "-Wall", "-Wextra", "-Werror"),
            *("-ffunction-sections", "-fdata-sections", f"-I{ROOT / 'include'}"),
            *(source, build / "libcalque.a", "-o", program, f"-B{linker}"),
            *("-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--icf=all", "-Wl,-O2", "-s"),
            *("-Wl,-z,pack-relative-relocs", "-Wl,--as-needed", "-lm"),
            *words("pkg-config", "--libs", "jansson"),
        ],
        check=True,
    )


def compiled_catalog(build: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A compiled catalog, made by the program that writes one."""
    path = folder / "texts.calque"
    writer = folder / "write"
    subprocess.run(
        [
            *("cc", "-std=c11", f"-I{ROOT / 'include'}", PROGRAMS / "write_catalog.c"),
            *(build / "libcalque.a", "-o", writer, "-lm"),
            *words("pkg-config", "--libs", "jansson"),
        ],
        check=True,
    )
    subprocess.run([writer, path], check=True)
    return path


def measured(build: pathlib.Path) -> dict[str, int]:
    sizes = {"libcalque.so": (build / "libcalque.so").stat().st_size}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        catalog = compiled_catalog(build, folder)
        for source in sorted(PROGRAMS.glob("*.c")):
            if source.stem == "write_catalog":
                continue
            program = folder / source.stem
            link(source, build, program)
            arguments = [catalog] if source.stem.startswith("catalog") else []
            subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)
            sizes[source.stem] = program.stat().st_size
    return sizes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the sizes")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    sizes = measured(options.build)
    if options.write:
        RECORD.write_text(json.dumps(sizes, indent=2) + "\n")
    recorded = json.loads(RECORD.read_text())
    failed = 0
    for name, size in sizes.items():
        before = recorded.get(name, 0)
        grown = size > before * (1 + GROWTH)
        failed += grown
        mark = "  GROWN" if grown else ""
        print(f"{name:18}{size / 1024:9.1f} KiB, recorded {before / 1024:.1f}{mark}")
    print(f"{len(sizes) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
