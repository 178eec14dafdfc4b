"""A description of this installation of Calque."""

from __future__ import annotations

from dataclasses import dataclass

from ._accelerate import extension
from .version import __version__, library_path, library_version

__all__ = ["Info", "info"]


@dataclass(frozen=True)
class Info:
    """Versions and paths, for reports of errors."""

    version: str
    """Version of the package."""
    library_version: str
    library_path: str
    """Path, or name, that the library was loaded by."""
    implementation: str
    """How calls are made: "extension" or "ctypes"."""


def info() -> Info:
    """The versions, the library's path and the implementation in use."""
    how = "ctypes" if extension is None else "extension"
    return Info(__version__, library_version(), library_path(), how)
