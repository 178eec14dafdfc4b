#!/usr/bin/env python3
"""Compile and run the examples of README.md, so that they cannot go stale.

Each example is a fenced block, and the `text` block after it is what it prints.
The C example has at most 20 lines and is the one of bindings/c/examples/hello.c;
the Python example has at most 10. The README names exactly two commands, and every
file that it links to exists.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
HELLO = ROOT / "bindings" / "c" / "examples" / "hello.c"
COMMANDS = ["scripts/demo.sh", "scripts/test.sh"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Checks:
    """Counts checks and prints those that fail."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def that(self, holds: bool, otherwise: str) -> None:
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(otherwise)

    def same(self, what: str, expected: str, found: str) -> None:
        self.that(expected == found, f"{what}:\n{found}\nnot:\n{expected}")


def example(blocks: list[tuple[str, str]], language: str) -> tuple[str, str]:
    """The block of a language and the text that follows it."""
    for (name, code), (after, text) in itertools.pairwise(blocks):
        if name == language and after == "text":
            return code, text
    return "", ""


def run(command: list[str], environment: dict[str, str], folder: Path) -> str:
    """The output of a command in a folder, with its errors when it fails."""
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        cwd=folder,
        env=os.environ | environment,
        text=True,
    )
    return done.stdout if done.returncode == 0 else done.stdout + done.stderr


def run_c(code: str, library: Path, folder: Path) -> str:
    """Compile an example as a user would, against a built library, and run it."""
    source = folder / "example.c"
    program = folder / "example"
    source.write_text(code)
    compiler = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    paths = [f"-I{ROOT / 'include'}", f"-L{library.parent}"]
    paths.append(f"-Wl,-rpath,{library.parent}")
    command = [*compiler, *paths, str(source), "-lcalque", "-o", str(program)]
    faults = run(command, {}, folder)
    return faults or run([str(program)], {}, folder)


def run_python(code: str, library: Path, folder: Path) -> str:
    """Run an example over the Python package of this tree."""
    source = folder / "example.py"
    source.write_text(code)
    package = ROOT / "bindings" / "python" / "src"
    environment = {"PYTHONPATH": str(package), "CALQUE_LIBRARY": str(library)}
    return run([sys.executable, str(source)], environment, folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=ROOT / "build/libcalque.so")
    library = parser.parse_args().library.resolve()

    text = README.read_text()
    blocks: list[tuple[str, str]] = BLOCK.findall(text)
    c_code, c_output = example(blocks, "c")
    python_code, python_output = example(blocks, "python")
    shell = "".join(code for name, code in blocks if name == "sh")

    checks = Checks()
    checks.that(0 < c_code.count("\n") <= 20, "the C example has over 20 lines")
    checks.that(
        0 < python_code.count("\n") <= 10, "the Python example has over 10 lines"
    )
    checks.same("the C example", HELLO.read_text(), c_code)
    with tempfile.TemporaryDirectory() as folder:
        checks.same("C prints", c_output, run_c(c_code, library, Path(folder)))
        printed = run_python(python_code, library, Path(folder))
        checks.same("Python prints", python_output, printed)
    commands = [line.split()[0] for line in shell.splitlines() if line.strip()]
    checks.that(commands == COMMANDS, f"the commands are {commands}, not {COMMANDS}")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        checks.that((ROOT / target).exists(), f"there is no {target}")
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
