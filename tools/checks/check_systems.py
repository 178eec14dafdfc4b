#!/usr/bin/env python3
"""Run the programs of the five systems in C and in Python.

Each does as the Swift program of its system in bindings/swift/examples, in the same
folder and against the same servers, and prints the same. The Swift programs
themselves are run by tools/checks/check_swift_package.sh.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from check_readme import ROOT, Checks
from swift_programs import EXAMPLES, expected, outcome

C = ROOT / "bindings" / "c" / "examples" / "systems"
PYTHON = ROOT / "bindings" / "python" / "examples" / "systems"


def compiled(source: Path, library: Path, folder: Path) -> Path:
    """A C program as a user would compile it, against a built library."""
    program = folder / source.stem
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    command += [f"-I{ROOT / 'include'}", f"-L{library.parent}"]
    command += [f"-Wl,-rpath,{library.parent}", str(source)]
    command += ["-lcalque", "-lcalque-http", "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=ROOT / "build/libcalque.so")
    library = parser.parse_args().library.resolve()
    package = str(ROOT / "bindings" / "python" / "src")
    checks = Checks()
    for swift in sorted(EXAMPLES.glob("*/main.swift")):
        system = swift.parent.name
        file = system.replace("-", "_")
        lines = "".join(f"{line}\n" for line in expected(swift.read_text("utf-8")))
        with tempfile.TemporaryDirectory() as folder:
            program = compiled(C / f"{file}.c", library, Path(folder))
            done = outcome([str(program)], f"example-{system}")
        checks.same(f"{system} in C", lines, done.stdout + done.stderr)
        done = outcome(
            [sys.executable, str(PYTHON / f"{file}.py")],
            f"example-{system}",
            PYTHONPATH=package,
            CALQUE_LIBRARY=str(library),
        )
        checks.same(f"{system} in Python", lines, done.stdout + done.stderr)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed or not checks.passed else 0


if __name__ == "__main__":
    sys.exit(main())
