"""Which library was loaded, and what it can do."""

from __future__ import annotations

from . import _api as api
from . import _constants as k
from ._ffi import library

__version__ = f"{k.VERSION_MAJOR}.{k.VERSION_MINOR}.{k.VERSION_PATCH}"


def library_version() -> str:
    """Version of the loaded library, such as "0.1.0"."""
    return api.version_string() or ""


def library_path() -> str:
    """The path or name with which the library was loaded."""
    return library._name


def has_feature(name: str) -> bool:
    """Whether the loaded library has a feature, such as "plural"."""
    return api.has_feature(name)
