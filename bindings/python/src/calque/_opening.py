"""The part of a translator that is opened from files, here and in other processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ._folder import Folder, read_folder
from ._handles import Handle
from .catalog import Catalog
from .errors import FileError
from .formats import Format
from .status import Status

_Self = TypeVar("_Self", bound="Opening")


class Opening(Handle):
    """Translators of folders, packages and compiled files, which can be pickled."""

    __slots__ = ()

    # The recipe for opening the same files again; None where that is impossible.
    _reopen: Callable[[], Opening] | None

    @classmethod
    def from_folder(
        cls: type[_Self],
        folder: str | os.PathLike[str],
        lng: str | None = None,
        *,
        format: str | Format | None = None,
        options: Mapping[str, object] | None = None,
        **more: Any,
    ) -> _Self:
        """A translator of the catalogs in a folder.

        The folder contains `LNG/NS.json`, `LNG.json` (namespace `translation`) and
        compiled files, `*.calque`. The default namespace is `translation`, or else the
        first. The default format is that of a compiled file, or else v4. `options` are
        init options, and `more` is as for the constructor.

        Raises ValueError for a file that is not a catalog, and for plural forms or
        placeholders that may be of an older format, unless `format` is given;
        FileError; and as the constructor.
        """
        path = Path(folder).absolute()
        if not path.is_dir():
            raise FileError(f"{path} is no folder", Status.IO_ERROR, source=str(path))
        made = cls._of(read_folder(path), lng, format, options, more)
        given = {"lng": lng, "format": format, "options": options, **more}
        return made._again(partial(cls.from_folder, path, **given), more)

    @classmethod
    def from_package(
        cls: type[_Self],
        package: str,
        folder: str = "locales",
        lng: str | None = None,
        *,
        format: str | Format | None = None,
        options: Mapping[str, object] | None = None,
        **more: Any,
    ) -> _Self:
        """As `from_folder`, for a folder in an installed package, zipped or not.

        Raises ModuleNotFoundError, and as `from_folder`.
        """
        from importlib import resources  # noqa: PLC0415

        place = resources.files(package).joinpath(folder)
        if not place.is_dir():
            raise FileError(f"{package} has no folder {folder}", Status.IO_ERROR)
        made = cls._of(read_folder(place), lng, format, options, more)
        given = {"lng": lng, "format": format, "options": options, **more}
        return made._again(partial(cls.from_package, package, folder, **given), more)

    @classmethod
    def from_catalog(
        cls: type[_Self],
        path: str | os.PathLike[str],
        lng: str | None = None,
        *,
        options: Mapping[str, object] | None = None,
        **more: Any,
    ) -> _Self:
        """A translator of one compiled file, which is mapped and used in place.

        Raises FileError, CorruptError, UnsupportedError, and as the constructor.
        """
        path = Path(path).absolute()
        made = cls._of(Folder(compiled=[Catalog(path)]), lng, None, options, more)
        given = {"lng": lng, "options": options, **more}
        return made._again(partial(cls.from_catalog, path, **given), more)

    @classmethod
    def _of(
        cls: type[_Self],
        found: Folder,
        lng: str | None,
        format: str | Format | None,
        options: Mapping[str, object] | None,
        more: dict[str, Any],
    ) -> _Self:
        maker: Any = cls
        try:
            chosen = found.format() if format is None else Format.of(format)
            made = maker(chosen, found.options(chosen, lng, options or {}), **more)
            for catalog in found.compiled:
                made.add_catalog(catalog)
        finally:
            for catalog in found.compiled:
                catalog.close()
        return made

    def _again(
        self: _Self, reopen: Callable[[], Opening], more: Mapping[str, object]
    ) -> _Self:
        # Callbacks and transports are of this process.
        if more.keys() <= {"raise_missing"}:
            self._reopen = reopen
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        if self._reopen is None:
            raise TypeError(
                f"a {type(self).__name__} can be neither copied nor pickled, unless it "
                "was opened from files, without callbacks and transports"
            )
        return self._reopen, ()
