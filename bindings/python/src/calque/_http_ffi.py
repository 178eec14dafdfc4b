"""Finds libcalque-http beside libcalque and loads it; nothing else."""

from __future__ import annotations

import ctypes
from pathlib import Path

from ._ffi import library as core

_NAMES = ("libcalque-http.so", "libcalque-http.so.0", "libcalque-http.dylib")


def _load() -> ctypes.CDLL:
    folder = Path(core._name).parent
    failures: list[str] = []
    for name in _NAMES:
        beside = folder / name
        try:
            return ctypes.CDLL(str(beside) if beside.exists() else name)
        except OSError as error:
            failures.append(str(error))
    raise ImportError("libcalque-http was not found: " + "; ".join(failures))


library = _load()
