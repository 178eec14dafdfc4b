"""Finds libcalque, loads it and checks its version; nothing else."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from ._constants import VERSION_MAJOR, VERSION_MINOR

_PACKAGE = Path(__file__).resolve().parent
_NAMES = ("libcalque.so", "libcalque.so.0", "libcalque.dylib", "calque.dll")


def _candidates() -> list[str]:
    """Paths to try, the most deliberate one first."""
    chosen = os.environ.get("CALQUE_LIBRARY")
    if chosen:
        return [chosen]
    folders = [_PACKAGE]
    if _PACKAGE.parts[-4:] == ("bindings", "python", "src", "calque"):
        folders.append(_PACKAGE.parents[3] / "build")
    found = [str(folder / name) for folder in folders for name in _NAMES]
    return [path for path in found if os.path.exists(path)] + list(_NAMES)


def _load() -> ctypes.CDLL:
    failures: list[str] = []
    for path in _candidates():
        try:
            return _checked(ctypes.CDLL(path), path)
        except OSError as error:
            failures.append(str(error))
    raise ImportError(
        "libcalque was not found; CALQUE_LIBRARY can name it: " + "; ".join(failures)
    )


def _checked(loaded: ctypes.CDLL, path: str) -> ctypes.CDLL:
    """Refuse a library whose calls differ from those of this package."""
    try:
        version_of = loaded.calque_version
    except AttributeError as error:
        raise ImportError(f"{path} is not libcalque") from error
    version_of.restype = ctypes.c_uint32
    version = version_of()
    major, minor = version >> 16, version >> 8 & 0xFF
    # Before 1.0 a minor version may change calls; after it, it only adds some.
    fits = minor == VERSION_MINOR if VERSION_MAJOR == 0 else minor >= VERSION_MINOR
    if major != VERSION_MAJOR or not fits:
        raise ImportError(
            f"{path} is version {major}.{minor}, "
            f"this package needs {VERSION_MAJOR}.{VERSION_MINOR}"
        )
    return loaded


library = _load()
