"""Which library was loaded, how it is called, and what it can do."""

from __future__ import annotations

from . import _api as api
from . import _constants as k
from ._ffi import library

__all__ = ["__version__", "about", "has_feature"]

__version__ = f"{k.VERSION_MAJOR}.{k.VERSION_MINOR}.{k.VERSION_PATCH}"


def about() -> dict[str, str]:
    """Versions and paths, for reports of errors.

    `version` is that of the package; `library_version` and `library_path` are those of
    the library that was loaded; `implementation` says how calls are made, "extension"
    or "ctypes".
    """
    from ._accelerate import extension

    return {
        "version": __version__,
        "library_version": api.version_string() or "",
        "library_path": library._name,
        "implementation": "ctypes" if extension is None else "extension",
    }


def has_feature(name: str) -> bool:
    """Whether the loaded library has a feature, such as "plural"."""
    return api.has_feature(name)
