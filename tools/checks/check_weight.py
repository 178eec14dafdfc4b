#!/usr/bin/env python3
"""Counts lines, files and words by room, and checks that none grew over its limit.

usage: check_weight.py [--table]    --table: as docs/architecture.md has it

Generated files do not count. Lines are all lines; code is lines without blank ones,
comments and docstrings, of Python alone.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500
GENERATED = (
    "/Generated/", "calque.cdef.h", "calque-api.json", "_api.py", "_bindings.py",
    "_constants.py", "_http_bindings.py", "calque/errors.py", "calque/_enums.py",
    "calque/_generated/", "calque/formats.py", "calque/status.py",
    "python-reference.md",
    "checks.md", "calque-sys/src/lib.rs", "Native.java", "C.pm", "c.rb",
)  # fmt: skip
WRITTEN = re.compile(r"<!-- (init|limits|call) -->.*?<!-- /\1 -->", re.DOTALL)


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.check_output(
        ["git", "ls-files", "--", *patterns], cwd=ROOT, text=True
    )
    paths = [ROOT / name for name in listed.split("\n") if name]
    return [each for each in paths if not any(part in str(each) for part in GENERATED)]


def lines(paths: Iterable[Path]) -> int:
    return sum(len(each.read_text("utf-8").splitlines()) for each in paths)


def code(paths: Iterable[Path]) -> int:
    """Lines of Python that are neither blank nor a comment nor a docstring."""
    count = 0
    for path in paths:
        text = path.read_text("utf-8")
        prose: set[int] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                prose.update(range(node.lineno, (node.end_lineno or 0) + 1))
        count += sum(
            bool(line.strip()) and not line.lstrip().startswith("#") and n not in prose
            for n, line in enumerate(text.splitlines(), 1)
        )
    return count


def words(paths: Iterable[Path]) -> int:
    """Words of pages, but for the tables that generate_options.py writes."""
    return sum(len(WRITTEN.sub("", each.read_text("utf-8")).split()) for each in paths)


def files(paths: Iterable[Path]) -> int:
    return len(list(paths))


# A room, how it is measured, its files, what it was before, and what it may be.
ROOMS: list[tuple[str, Callable[[Iterable[Path]], int], list[str], int | None, int]] = [
    ("translator, lines", lines, ["Sources/CalqueTranslator/*.swift"], 11193, 8500),
    (
        "other Swift modules, lines",
        lines,
        ["Sources/*.swift", ":!Sources/CalqueTranslator"],
        37329,
        35600,
    ),
    ("headers, lines", lines, ["include/calque/*.h"], 6818, 5300),
    (
        "binding of Python, code",
        code,
        ["bindings/python/src/*.py", ":!bindings/python/src/calque/arrow"],
        4474,
        2900,
    ),
    ("its tables of Arrow, code", code, ["bindings/python/src/calque/arrow"], 0, 350),
    ("command, lines", lines, ["command/src/*.py"], 7883, 6598),
    (
        "server without bridges, lines",
        lines,
        [
            *(f"server/src/*.{kind}" for kind in ("py", "html", "js", "css")),
            ":!server/src/calque_server/bridges",
        ],
        11662,
        7500,
    ),
    ("its bridges, lines", lines, ["server/src/calque_server/bridges/*.py"], 0, 830),
    ("files in scripts/", files, ["scripts/*"], 93, 20),
    ("pages, words", words, ["*.md", ":!CHANGELOG.md"], 54700, 40000),
]  # fmt: skip


def main() -> int:
    passed = failed = 0
    if "--table" in sys.argv[1:]:
        print("| room | before | now |\n|---|--:|--:|")
    for name, measure, patterns, before, most in ROOMS:
        now = measure(tracked(*patterns))
        if "--table" in sys.argv[1:]:
            print(f"| {name} | {before:,} | {now:,} |")
        if now <= most:
            passed += 1
        else:
            failed += 1
            print(f"{name}: {now}, at most {most}")
    long = [
        each
        for each in tracked("Sources", "include", "Tests", "bindings", "command",
                            "server", "tools", "scripts", "docs/assets")
        if each.suffix in {".swift", ".c", ".h", ".py", ".js", ".sh", ".rs", ".go"}
        and len(each.read_text("utf-8").splitlines()) > LONGEST
    ]  # fmt: skip
    for each in long:
        print(f"{each.relative_to(ROOT)} has more than {LONGEST} lines")
    print(f"{passed + (not long)} passed, {failed + bool(long)} failed")
    return 1 if failed or long else 0


if __name__ == "__main__":
    sys.exit(main())
