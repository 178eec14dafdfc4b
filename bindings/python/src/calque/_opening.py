"""The part of a translator that is opened from files, here and in other processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ._annotations import TYPE_CHECKING, Any
from ._handles import Handle
from .formats import Format

if TYPE_CHECKING:
    from typing_extensions import Self

    from .errors import CalqueError
    from .typing import Path


class Opening(Handle):
    """Translators of folders, packages and compiled files, which can be pickled."""

    __slots__ = ()

    # The recipe for opening the same files again; None where that is impossible.
    _reopen: Callable[[], Opening] | None
    _broken: tuple[CalqueError, ...]

    @classmethod
    def from_folder(
        cls,
        folder: Path,
        lng: str | None = None,
        *,
        format: str | Format | None = None,
        options: Mapping[str, object] | None = None,
        **more: Any,
    ) -> Self:
        """A translator of the catalogs in a folder.

        The folder contains `LNG/NS.json`, `LNG.json` (namespace `translation`) and
        compiled files, `*.calque`; other names are left out, with a warning. The
        default namespace is `translation`, or else the first. The default format is
        that of a compiled file, or else v4. `options` are init options, and `more` is
        as for the constructor.

        A file that is not a catalog is logged and left out; `broken` has its error.
        If it is one of the language `lng`, or if no other file is left, this raises
        that error, with `source`, `line` and `column`. Raises InvalidArgumentError
        for plural forms or placeholders that may be of an older format, unless
        `format` is given; FileError; and as the constructor.
        """
        from pathlib import Path

        path = Path(folder).absolute()
        given = {"format": format, "options": options, **more}
        return cls._filled(path, (cls.from_folder, path), lng, **given)

    @classmethod
    def from_package(
        cls, package: str, folder: str = "locales", lng: str | None = None, **more: Any
    ) -> Self:
        """As `from_folder`, for a folder in an installed package, zipped or not.

        Raises ModuleNotFoundError, and as `from_folder`.
        """
        from importlib import resources

        place = resources.files(package).joinpath(folder)
        return cls._filled(place, (cls.from_package, package, folder), lng, **more)

    @classmethod
    def from_catalog(cls, path: Path, lng: str | None = None, **more: Any) -> Self:
        """A translator of one compiled file, which is mapped and used in place.

        `more` is as for `from_folder`. Raises FileError, CorruptError,
        UnsupportedError, and as the constructor.
        """
        from pathlib import Path

        place = Path(path).absolute()
        return cls._filled(place, (cls.from_catalog, place), lng, **more)

    @classmethod
    def _filled(
        cls,
        place: Any,
        recipe: Any,
        lng: str | None,
        format: str | Format | None = None,
        options: Mapping[str, object] | None = None,
        **more: Any,
    ) -> Any:
        from .integrations.folders import Folder

        found = Folder(place)
        maker: Any = cls
        try:
            chosen = found.format() if format is None else Format.of(format)
            made = maker(chosen, found.options(chosen, lng, options or {}), **more)
            made._broken = found.fill(made, lng)
        finally:
            found.close()
        # Callbacks and transports are of this process.
        if more.keys() <= {"raise_missing"}:
            given = {"lng": lng, "format": format, "options": options, **more}
            made._reopen = partial(*recipe, **given)
        return made

    @property
    def broken(self) -> tuple[CalqueError, ...]:
        """The errors of the files that `from_folder` left out."""
        return self._broken

    def __reduce_ex__(self, protocol: object) -> Any:
        if self._reopen is None:
            raise TypeError(
                f"a {type(self).__name__} can be neither copied nor pickled, unless it "
                "was opened from files, without callbacks and transports"
            )
        return self._reopen, ()
