"""Ownership of the library's counted objects."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes import c_void_p, cast
from os import PathLike

from . import _bindings as c
from ._annotations import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from typing_extensions import Self


class Reference:
    """One counted reference to a C object, given up with its last user.

    Calls pass the reference itself, so that closing a handle on one thread
    cannot free what a call on another thread still works with.
    """

    __slots__ = ("_as_parameter_", "_release", "address")

    def __init__(self, pointer: Any, release: Callable[[Any], None]) -> None:
        self._as_parameter_ = pointer
        self._release = release
        self.address = cast(pointer, c_void_p).value or 0

    def __del__(self, _finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        # While the interpreter shuts down, callbacks can no longer run: the
        # process gives the memory back anyway.
        if not _finalizing():
            self._release(self._as_parameter_)


class Handle:
    """Base of the classes that own a C object; also a context manager."""

    __slots__ = ("__weakref__", "_open_reference")

    _open_reference: Reference | None
    _library: Any = c

    def _own(self, pointer: Any) -> None:
        """Own a new reference, which the function `..._release` gives up."""
        function = f"{type(pointer)._type_.__name__}_release"
        self._open_reference = Reference(pointer, getattr(self._library, function))

    @classmethod
    def _of(cls, pointer: Any) -> Self:
        made = cls.__new__(cls)
        made._own(pointer)
        return made

    @property
    def _reference(self) -> Reference:
        reference = getattr(self, "_open_reference", None)
        if reference is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return reference

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return getattr(self, "_open_reference", None) is None

    def close(self) -> None:
        """Release the C object. Further calls do nothing."""
        self._open_reference = None

    def __enter__(self) -> Self:
        _ = self._reference
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled")


def reference(owner: Any) -> Any:
    """The Reference of a handle, as C takes it; a pointer or None as it is.

    Raises TypeError for a path, which is easily taken for what it leads to.
    """
    if isinstance(owner, Handle):
        return owner._reference
    if isinstance(owner, (str, PathLike)):
        raise TypeError(
            f"{owner!r} is a path: open the file first, as Catalog(path) does"
        )
    return owner
