#!/usr/bin/env python3
"""Check that the C headers are documented.

At least 60 % of the non-blank lines of the headers together are comment, and every
function, constant, type, member and macro has a comment directly above it. A
function's comment names each parameter and says what is returned. Where comments are
silent, docs/conventions.md says what holds: for lengths of texts, errors, threads and
the version.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST = 60


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


VERSION = tuple(
    int(part)
    for part in re.findall(
        r"#define CALQUE_VERSION_(?:MAJOR|MINOR) (\d+)",
        (ROOT / "include" / "calque" / "version.h").read_text(),
    )
)

FUNCTION = re.compile(r"^CALQUE_API\b(.*?);", re.DOTALL | re.MULTILINE)
UNDOCUMENTED_BY_NATURE = re.compile(r"^#define CALQUE_((\w+_)?H|BEGIN|END|API)\b")


def comment_lines(text: str) -> tuple[int, int]:
    """Comment lines and non-blank lines of a header."""
    inside = False
    comments = lines = 0
    for line in text.splitlines():
        bare = line.strip()
        if not bare:
            continue
        lines += 1
        inside = inside or bare.startswith("/*")
        comments += inside
        if "*/" in bare:
            inside = False
    return comments, lines


def comment_above(text: str, position: int) -> str | None:
    """The documentation comment that ends right before a position."""
    above = text[:position].rstrip()
    if not above.endswith("*/"):
        return None
    start = above.rfind("/*")
    comment = above[start:]
    return comment if comment.startswith("/**") else None


def parameters(declaration: str) -> list[str]:
    """Names of a function's parameters; a function pointer's is in `(*name)`."""
    inner = declaration[declaration.index("(") + 1 : declaration.rindex(")")]
    inner = re.sub(r"\(\*(\w+)\)\s*\([^)]*\)", r"\1", inner)
    if inner.strip() in ("", "void"):
        return []
    return [re.findall(r"\w+", part)[-1] for part in inner.split(",")]


def is_documented(declared: list[str], documented: list[str]) -> bool:
    """Whether the comment names each parameter, but for errors and lengths of texts."""
    silent = [name for name in declared if name not in documented]
    return [name for name in declared if name in documented] == documented and all(
        name == "error" or name.endswith("length") for name in silent
    )


def function_faults(text: str) -> tuple[int, list[str]]:
    """How many functions a header has, and what their comments lack."""
    faults: list[str] = []
    count = 0
    for match in FUNCTION.finditer(text):
        count += 1
        declaration = match.group(1)
        name = re.findall(r"\b(calque_\w+)\s*\(", declaration)[0]
        comment = comment_above(text, match.start())
        if comment is None:
            faults.append(f"{name}: no comment")
            continue
        documented = re.findall(r"@param (\w+)", comment)
        if not is_documented(parameters(declaration), documented):
            faults.append(f"{name}: parameters are {', '.join(documented) or 'none'}")
        returns_nothing = re.match(r"\s*void\s+calque_", declaration)
        if not returns_nothing and "@return" not in comment:
            faults.append(f"{name}: no @return")
        faults += [
            f"{name}: since {since}, which is not yet"
            for since in re.findall(r"@since ([\d.]+)", comment)
            if number(since) > VERSION
        ]
    return count, faults


def declaration_faults(text: str) -> tuple[int, list[str]]:
    """How many other declarations a header has, and which have no comment."""
    faults: list[str] = []
    count = 0
    starts = re.compile(
        r"^(#define CALQUE_\w+|typedef\b[^\n]*|    [a-z][^\n]*;)", re.MULTILINE
    )
    functions = [match.span() for match in FUNCTION.finditer(text)]
    bare = re.sub(
        r"/\*.*?\*/",
        lambda comment: re.sub(r"[^\n]", " ", comment.group()),
        text,
        flags=re.DOTALL,
    )
    for match in starts.finditer(bare):
        at = match.start()
        if any(start <= at < end for start, end in functions):
            continue
        if UNDOCUMENTED_BY_NATURE.match(match.group()):
            continue
        # Continuation lines of a typedef or of a member are not declarations.
        before = bare[:at].rstrip()
        if before and before[-1] in ",(*\\":
            continue
        count += 1
        if comment_above(text, at) is None:
            faults.append(f"{match.group().strip()}: no comment")
    return count, faults


def main() -> int:
    passed = 0
    faults: list[str] = []
    comments = lines = 0
    paths = [ROOT / "include" / "calque.h"]
    paths += sorted((ROOT / "include" / "calque").glob("*.h"))
    for path in paths:
        text = path.read_text()
        more_comments, more_lines = comment_lines(text)
        comments += more_comments
        lines += more_lines
        for faults_of in (function_faults, declaration_faults):
            count, found = faults_of(text)
            passed += count - len({fault.split(":")[0] for fault in found})
            faults += [f"{path.name}: {fault}" for fault in found]
    share = 100 * comments // max(lines, 1)
    if share < LEAST:
        faults.append(f"{share} % of the lines are comment, {LEAST} % is the least")
    else:
        passed += 1
    for fault in faults:
        print(fault)
    print(f"{passed} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
