"""Loads libcalque-http, which lies beside libcalque; nothing else."""

from __future__ import annotations

from os.path import dirname

from . import _ffi

library = _ffi.load("calque-http", [dirname(_ffi.library._name)])
