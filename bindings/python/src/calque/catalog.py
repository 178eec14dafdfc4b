"""Compiled catalogs: files that are mapped and used in place."""

from __future__ import annotations

from collections.abc import Mapping

from . import _api as api
from . import _constants as k
from ._annotations import TYPE_CHECKING
from ._calls import opened
from ._generated.catalog import CatalogCalls
from .formats import Format

if TYPE_CHECKING:
    from .formatter import LocaleData
    from .typing import Path

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
    return api.catalog_compile(Format.of(format), options, resources) or b""


def compile_catalog_file(
    path: Path,
    resources: Resources | str,
    *,
    format: str | Format = "v4",
    options: Mapping[str, object] | str | None = None,
    locale_data: LocaleData | None = None,
) -> None:
    """As `compile_catalog`, into a file, which is replaced as a whole.

    With `locale_data` the file carries what that has about its languages, and a
    translator that the catalog is added to formats with it.

    Raises as `compile_catalog`, and FileError.
    """
    api.catalog_compile_file(Format.of(format), options, resources, path)
    if locale_data is not None:
        api.catalog_add_locale_data(path, locale_data)


class Catalog(CatalogCalls):
    """A compiled catalog file, opened and checked; safe to use from several threads.

    `defer` puts off checking a bundle until it is first needed; changing the language
    and making a view then raise CorruptError for a damaged one, and a translation goes
    on without it. `trust` uses bundles without checking them: this version of the
    library must have written the file, and nobody else may be able to change it, for a
    look-up in any other file may end the process. The file must not be written into
    while it is open: replace it, as `compile_catalog` does.

    Raises FileError, CorruptError when it is not a catalog file or a damaged one,
    UnsupportedError when another version of the format wrote it.
    """

    __slots__ = ()

    def __init__(self, path: Path, *, defer: bool = False, trust: bool = False) -> None:
        flags = k.CATALOG_DEFER * defer | k.CATALOG_TRUST * trust
        self._own(api.catalog_open(path, flags))

    @classmethod
    def from_bytes(cls, data: bytes) -> Catalog:
        """A catalog file that is in memory; the bytes are copied.

        Raises as the constructor, except FileError.
        """
        return cls._of(opened("calque_catalog", data, k.CATALOG_COPY))
