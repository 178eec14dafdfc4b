"""Compiled catalogs: files that are mapped and used in place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._callbacks import no_free
from ._calls import (
    call,
    call_for_bytes,
    call_for_json,
    call_for_pointer,
    file_name,
    text,
)
from ._handles import Handle
from ._json import encode
from .formats import Format

Resources = Mapping[str, Mapping[str, Mapping[str, object]]]
"""Language -> namespace -> tree."""


def compile_catalog(
    resources: Resources | str,
    *,
    format: str | Format = "v4",
    options: Mapping[str, object] | str | None = None,
) -> bytes:
    """Compile resources, a mapping or JSON text, into the bytes of a catalog file.

    `options` are the init options of the translators that the file is for.

    Raises InvalidOptionError and InvalidTypeError with a path, InvalidJSONError,
    LimitExceededError.
    """
    arguments = _arguments(resources, format, options)
    return call_for_bytes(c.calque_catalog_compile, *arguments)[1] or b""


def compile_catalog_file(
    path: str | os.PathLike[str],
    resources: Resources | str,
    *,
    format: str | Format = "v4",
    options: Mapping[str, object] | str | None = None,
) -> None:
    """As `compile_catalog`, into a file, which is replaced as a whole.

    Raises as `compile_catalog`, and FileError.
    """
    arguments = _arguments(resources, format, options)
    call(c.calque_catalog_compile_file, *arguments, file_name(path))


class Catalog(Handle):
    """A compiled catalog file, opened and checked; safe to use from several threads.

    `defer` puts off checking a bundle until it is first needed; changing the language
    and making a view then raise CorruptError for a damaged one, and a translation goes
    on without it. The file must not be written into while it is open: replace it, as
    `compile_catalog` does.

    Raises FileError, CorruptError when it is no catalog file or a damaged one,
    UnsupportedError when another version of the format wrote it.
    """

    __slots__ = ()

    def __init__(self, path: str | os.PathLike[str], *, defer: bool = False) -> None:
        self._open_reference = None
        flags = k.CATALOG_DEFER if defer else 0
        pointer = call_for_pointer(
            c.calque_catalog_open, c.calque_catalog, file_name(path), flags
        )
        self._own(pointer, c.calque_catalog_release)

    @classmethod
    def from_bytes(cls, data: bytes) -> Catalog:
        """A catalog file that is in memory; the bytes are copied.

        Raises as the constructor, but FileError.
        """
        pointer = call_for_pointer(
            c.calque_catalog_open_memory,
            c.calque_catalog,
            data,
            len(data),
            k.CATALOG_COPY,
            None,
            no_free,
        )
        catalog = cls.__new__(cls)
        catalog._own(pointer, c.calque_catalog_release)
        return catalog

    def verify(self) -> None:
        """Check all bundles again.

        Raises CorruptError; its path is the language and the namespace.
        """
        call(c.calque_catalog_verify, self._reference)

    def describe(self) -> dict[str, Any]:
        """What is in the file: `format`, `bytes`, `options`, `bundles` ...

        Raises CorruptError for a bundle that was not checked yet.
        """
        told: dict[str, Any] = call_for_json(
            c.calque_catalog_describe, self._reference
        )[1]
        return told


def _arguments(
    resources: Resources | str,
    format_: str | Format,
    options: Mapping[str, object] | str | None,
) -> tuple[Any, ...]:
    number = format_ if isinstance(format_, Format) else Format.named(format_)
    return (int(number), *_written(options), *_written(resources))


def _written(value: Mapping[str, Any] | str | None) -> tuple[bytes | None, int]:
    if isinstance(value, Mapping):
        data = encode(value)
        return data, len(data)
    return text(value)
