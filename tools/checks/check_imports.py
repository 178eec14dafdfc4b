#!/usr/bin/env python3
"""Compare who imports whom with the dependencies in Package.swift.

The compiler does not report an import that is not declared, so this check holds two
things against them: the `import` lines in Sources, and the IMPORTS of each module in
cmake/CalqueSources.cmake. The table of docs/architecture.md has every module. Python
packages have the layers of python_imports.py, and no circle.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import python_imports

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
IMPORT = re.compile(
    r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|enum|class|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.MULTILINE,
)

# Modules of C headers have no rule of their own in CMake: a module map suffices.
HEADERS_ONLY = {"CCalque", "CCurl", "CJansson", "CPlatform", "CZlib"}
# For Swift programs, through SwiftPM: not part of the C library.
SWIFT_ONLY = {"Calque", "CalqueURLSession"}
# A library of its own, with a CMake file of its own and no place in the package.
SEPARATE = {
    "CalqueHTTP": {"CCalque", "CCurl", "CPlatform", "CZlib", "CalqueBase", "CalqueJSON"}
}
# Modules that come with Swift, and who may import them.
FOUNDATION = {"Foundation", "FoundationNetworking"}
SYSTEM = {"Calque": FOUNDATION, "CalqueURLSession": FOUNDATION}
# Part of the Swift standard library, in both builds.
STANDARD = {"Swift", "Synchronization"}


def described() -> set[str]:
    """The modules that the page describes."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.partition("## Module dependencies")[2].partition("\n## ")[0]
    return set(ROW.findall(section))


def imported(module: str) -> dict[str, set[str]]:
    """Module imported -> files that do so."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.DOTALL)
        for name in IMPORT.findall(text):
            found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    return found


def swift_package() -> dict[str, list[str]]:
    """Module -> dependencies in Package.swift, in its order."""
    text = re.sub(r"//[^\n]*", "", (ROOT / "Package.swift").read_text())
    modules = re.findall(r'\bmodule\(\s*"(\w+)",\s*\[(.*?)\]\s*\)', text, re.DOTALL)
    return {name: re.findall(r'"(\w+)"', row) for name, row in modules}


def cmake() -> dict[str, tuple[set[str], set[str]]]:
    """Module -> its sources and its IMPORTS in CMake."""
    files = ("CalqueSources.cmake", "CalqueHTTP.cmake")
    text = "\n".join((ROOT / "cmake" / name).read_text() for name in files)
    text = re.sub(r"#[^\n]*", "", text)
    modules = re.findall(
        r"calque_module\(\s*(\w+)\s+SOURCES\s(.*?)\sIMPORTS\s(.*?)\)", text, re.DOTALL
    )
    return {
        # A file of another module, compiled a second time, is listed there.
        name: (
            {each for each in sources.split() if not each.startswith("../")},
            set(imports.replace('"', " ").split()),
        )
        for name, sources, imports in modules
    }


def listed(module: str) -> set[str]:
    """The Swift files that a module has, relative to its folder."""
    folder = ROOT / "Sources" / module
    return {str(path.relative_to(folder)) for path in folder.rglob("*.swift")}


def difference(name: str, expected: set[str], found: set[str]) -> list[str]:
    """One line for each side that has more than the other."""
    missing = ", ".join(sorted(expected - found))
    extra = ", ".join(sorted(found - expected))
    lines = [f"{name}: lacks {missing}"] if missing else []
    return lines + ([f"{name}: has {extra}"] if extra else [])


def faults_of(module: str, allowed: set[str]) -> list[list[str]]:
    """The errors of one module: a list for each comparison made."""
    uses = imported(module)
    forbidden = [
        f"{', '.join(sorted(files))}: imports {name}"
        for name, files in sorted(uses.items())
        if name not in allowed | STANDARD
    ]
    checks = [forbidden]
    if module in SWIFT_ONLY:
        return checks
    build = cmake().get(module)
    if build is None:
        checks.append([f"CMake: no module {module}"])
    else:
        sources, imports = build
        checks.append(difference(f"CMake {module}", allowed - HEADERS_ONLY, imports))
        checks.append(difference(f"CMake sources {module}", listed(module), sources))
    return checks


def main() -> int:
    modules = {name: set(imports) for name, imports in swift_package().items()}
    modules |= SEPARATE
    folders = {
        path.name for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift"))
    }
    checks = [
        difference("Package.swift", folders, set(modules)),
        difference("docs/architecture.md", folders, described()),
    ]
    for module, allowed in modules.items():
        checks.extend(faults_of(module, allowed | SYSTEM.get(module, set())))
    checks.extend(python_imports.checks())
    faults = [line for check in checks for line in check]
    for line in faults:
        print(line)
    failed = sum(1 for check in checks if check)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
