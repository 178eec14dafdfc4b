"""Finds libcalque, loads it and checks its version; nothing else."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

from ._constants import VERSION_MAJOR, VERSION_MINOR

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_IN_CHECKOUT = os.path.join("bindings", "python", "src", "calque")


def load(name: str, folders: Iterable[str]) -> ctypes.CDLL:
    """A library of one of the folders, or of the system.

    Raises ImportError that says where it was looked for.
    """
    names = [f"lib{name}.so", f"lib{name}.so.0", f"lib{name}.dylib", f"{name}.dll"]
    found = [os.path.join(folder, name) for folder in folders for name in names]
    message = f"lib{name} was not found; CALQUE_LIBRARY can name libcalque: "
    return _first([*filter(os.path.exists, found), *names], message)


def _first(paths: Iterable[str], message: str) -> ctypes.CDLL:
    failures: list[str] = []
    for path in paths:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            failures.append(str(error))
    raise ImportError(message + "; ".join(failures))


def _loaded() -> ctypes.CDLL:
    chosen = os.environ.get("CALQUE_LIBRARY")
    if chosen:
        return _checked(_first([chosen], "libcalque was not found: "))
    folders = [_PACKAGE]
    if _PACKAGE.endswith(_IN_CHECKOUT):
        folders.append(_PACKAGE.removesuffix(_IN_CHECKOUT) + "build")
    return _checked(load("calque", folders))


def _checked(loaded: ctypes.CDLL) -> ctypes.CDLL:
    """Refuse a library whose calls differ from those of this package."""
    try:
        version_of = loaded.calque_version
    except AttributeError as error:
        raise ImportError(f"{loaded._name} is not libcalque") from error
    version_of.restype = ctypes.c_uint32
    version = version_of()
    major, minor = version >> 16, version >> 8 & 0xFF
    # Before 1.0 a minor version may change calls; after it, it only adds some.
    fits = minor == VERSION_MINOR if VERSION_MAJOR == 0 else minor >= VERSION_MINOR
    if major != VERSION_MAJOR or not fits:
        raise ImportError(
            f"{loaded._name} is version {major}.{minor}, "
            f"this package needs {VERSION_MAJOR}.{VERSION_MINOR}"
        )
    return loaded


library = _loaded()


def beside(name: str) -> ctypes.CDLL:
    """A library that lies beside libcalque. Raises as `load`."""
    return load(name, [os.path.dirname(library._name)])
