"""Builds the package `calque-i18n`, by scikit-build-core.

Two things are done here. Building from source stops with one sentence where the Swift
toolchain or jansson is missing, before anything is downloaded or compiled. And a source
archive has the whole library in it, with the project file at its root.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
_PYTHON = "bindings/python"
# Sources of the library and the package, and the files that describe them.
_PARTS = (
    "CHANGELOG.md", "CMakeLists.txt", "LICENSE", "README.md", "Sources",
    _PYTHON, "cmake", "command", "docs", "include", "packaging/licences",
    "tools/generators",
)  # fmt: skip
_LEFT_OUT = {"__pycache__", "build", "dist"}
# Paths of the project file, from its folder and from the root of an archive.
_MOVED = {
    'backend-path = ["backend"]': f'backend-path = ["{_PYTHON}/backend"]',
    'readme = "README.md"': f'readme = "{_PYTHON}/README.md"',
    'cmake.source-dir = "../.."': 'cmake.source-dir = "."',
    'calque = "src/calque"': f'calque = "{_PYTHON}/src/calque"',
    '"../../command/src/calque_command"': '"command/src/calque_command"',
}

Settings = dict[str, Any] | None


def _missing() -> list[str]:
    """The tools that building the library needs and that are not installed."""
    missing = []
    swift = shutil.which("swiftc")
    output = subprocess.run([swift, "--version"], capture_output=True, text=True,
                          check=False).stdout if swift else ""  # fmt: skip
    found = re.search(r"Swift version (\d+)", output)
    if found is None or int(found[1]) < 6:
        missing.append("the Swift 6 toolchain (swift.org)")
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        missing.append("a C compiler")
    config = shutil.which("pkg-config")
    if config is None:
        missing.append("pkg-config")
    elif subprocess.run(
        [config, "--exists", "jansson >= 2.11"], check=False
    ).returncode:
        missing.append("jansson 2.11 with its headers")
    return missing


def _stop_without_tools(settings: Settings) -> None:
    if (settings or {}).get("cmake.define.CALQUE_PREBUILT"):
        return
    missing = _missing()
    if missing:
        listed = ", ".join(missing[:-1]) + " and " + missing[-1]
        sys.exit(
            "calque-i18n: building from source needs "
            f"{listed if missing[1:] else missing[0]}, which this system lacks; wheels "
            "need none of it: pip install --only-binary=:all: calque-i18n"
        )


def _requirements() -> list[str]:
    wanted = ["scikit-build-core>=0.10"]
    cmake = shutil.which("cmake")
    output = subprocess.run([cmake, "--version"], capture_output=True, text=True,
                          check=False).stdout if cmake else ""  # fmt: skip
    found = re.search(r"version (\d+)\.(\d+)", output)
    if found is None or (int(found[1]), int(found[2])) < (3, 25):
        wanted.append("cmake>=3.25")
    if shutil.which("ninja") is None:
        wanted.append("ninja>=1.10")
    return wanted


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """The tools of Python that a build needs. Stops where the others are missing."""
    _stop_without_tools(config_settings)
    return _requirements()


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Requirements of a source archive, whose metadata comes from the same tool."""
    return ["scikit-build-core>=0.10"]


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """The metadata, without building anything."""
    from scikit_build_core import build

    made: str = build.prepare_metadata_for_build_wheel(
        metadata_directory, config_settings
    )
    return made


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the library and the package around it."""
    from scikit_build_core import build

    _stop_without_tools(config_settings)
    made: str = build.build_wheel(wheel_directory, config_settings, metadata_directory)
    return made


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """As build_wheel(), for an installation that leads to these files."""
    from scikit_build_core import build

    _stop_without_tools(config_settings)
    made: str = build.build_editable(
        wheel_directory, config_settings, metadata_directory
    )
    return made


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Write the source archive."""
    with tempfile.TemporaryDirectory() as folder:
        info = Path(folder) / prepare_metadata_for_build_wheel(folder, config_settings)
        return source_archive(Path(sdist_directory), (info / "METADATA").read_bytes())


def source_archive(folder: Path, metadata: bytes) -> str:
    """Write the archive, with the same bytes for the same tree; its name.

    SOURCE_DATE_EPOCH is the time of its files, 1980-01-01 without it.
    """
    fields = dict(
        line.split(": ", 1) for line in metadata.decode().split("\n\n")[0].splitlines()
    )
    name = f"{fields['Name'].replace('-', '_')}-{fields['Version']}"
    when = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        _add(archive, f"{name}/PKG-INFO", metadata, when)
        _add(archive, f"{name}/pyproject.toml", _project().encode(), when)
        for path in _files():
            inside = path.relative_to(ROOT).as_posix()
            _add(archive, f"{name}/{inside}", path.read_bytes(), when,
                 path.stat().st_mode & 0o100)  # fmt: skip
    target = folder / f"{name}.tar.gz"
    target.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return target.name


def _add(
    archive: tarfile.TarFile, name: str, data: bytes, when: int, executable: int = 0
) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime = len(data), when
    entry.mode = 0o755 if executable else 0o644
    archive.addfile(entry, io.BytesIO(data))


def _project() -> str:
    """The project file for the root of an archive."""
    if (ROOT / "PKG-INFO").exists():
        return (ROOT / "pyproject.toml").read_text("utf-8")
    text = (ROOT / _PYTHON / "pyproject.toml").read_text("utf-8")
    for here, there in _MOVED.items():
        if text.count(here) != 1:
            raise ValueError(f"pyproject.toml has no line {here!r}")
        text = text.replace(here, there)
    return text


def _files() -> Iterator[Path]:
    for part in sorted(_PARTS):
        place = ROOT / part
        found = [place] if place.is_file() else sorted(place.rglob("*"))
        for path in found:
            names = path.relative_to(ROOT).parts
            hidden = any(name.startswith(".") or name in _LEFT_OUT for name in names)
            if path.is_file() and not hidden:
                yield path
