"""Tables of keys, languages and arguments, rendered into columns of text.

Tables come and go by Arrow's PyCapsule protocol, which Polars, DuckDB, pyarrow, Daft,
nanoarrow and others speak; none of them is needed here.

>>> from calque import Translator
>>> texts = {
...     "en": {"translation": {"hi": "Hi {{name}}"}},
...     "de": {"translation": {"hi": "Hallo {{name}}"}},
... }
>>> view = Translator("v4", {"lng": "en", "resources": texts}).get_fixed_t()
>>> renderer = Renderer(view)

`renderer.render(table)` takes a table with the columns `key`, `lng`, and one for each
argument, and returns an Arrow array of as many texts.
"""

from __future__ import annotations

import hashlib
import os
from ctypes import addressof
from typing import Any

from .. import _api as api
from .. import _bindings as c
from .._calls import call
from .._handles import Handle
from ..catalog import Catalog
from ..translator import Translator
from ..view import View
from ._capsules import Array, Schema, Stream, address, capsule, release

__all__ = ["RenderedArray", "RenderedStream", "Renderer"]


class Renderer(Handle):
    """A view, and the options of the tables that are rendered through it.

    `key` and `lng` are the names of the columns of keys and languages; all others are
    arguments. `missing` is what a key without a translation shows: "text", its default
    or the key, or "null". `output` is the type of the texts: "utf8", "large_utf8" or
    "utf8_view". With `statuses` the result is a struct of `text` and `status`.

    A row that cannot be translated, for example because its name is not UTF-8, is
    null. Thread-safe.
    """

    __slots__ = ("_origin", "key", "lng")

    def __init__(
        self,
        view: View,
        *,
        key: str = "key",
        lng: str = "lng",
        missing: str = "text",
        output: str = "utf8",
        statuses: bool = False,
    ) -> None:
        self.key, self.lng = key, lng
        options = {
            "key": key,
            "lng": lng,
            "missing": missing,
            "output": output,
            "statuses": statuses,
        }
        self._own(api.renderer_create(view, options))
        self._origin: tuple[str, dict[str, Any], str] | None = None

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        options: dict[str, Any] | None = None,
        format: str = "v4",
        sha256: str | None = None,
        **columns: Any,
    ) -> Renderer:
        """A renderer of a compiled catalog, which can be pickled.

        `options` are those of the translator, and have to be those that the catalog
        was compiled with; `columns` those of the renderer. A pickle has the path, the
        options and the SHA-256 of the file, and opens it where it arrives.

        Raises ValueError when the file has another SHA-256 than the one given, or its
        texts were compiled with other options.
        """
        digest = _digest(path)
        if sha256 is not None and digest != sha256:
            raise ValueError(
                f"{os.fspath(path)} is another catalog: its SHA-256 is {digest}"
            )
        with Catalog(path) as catalog, Translator(format, options) as translator:
            in_place = translator.add_catalog(catalog)
            bundles = len(catalog.describe()["bundles"])
            if in_place != bundles:
                raise ValueError(
                    f"{os.fspath(path)}: {bundles - in_place} of {bundles} bundles "
                    "were compiled with other options"
                )
            renderer = cls(translator.get_fixed_t(), **columns)
        given = {"options": options, "format": format, **columns}
        renderer._origin = (os.fspath(path), given, digest)
        return renderer

    def render(self, table: Any) -> RenderedArray | RenderedStream:
        """Render a table: an object with `__arrow_c_array__` or `__arrow_c_stream__`.

        A stream is read while the result is read, in memory that does not grow.

        Raises CalqueError for a table without keys, or with a column of another type;
        its path is the column. TypeError for any other object.
        """
        if hasattr(table, "__arrow_c_array__"):
            schema, array = table.__arrow_c_array__()
            return self._array(address(schema, Schema), address(array, Array))
        if hasattr(table, "__arrow_c_stream__"):
            given = table.__arrow_c_stream__()
            stream = Stream()
            call(
                c.calque_renderer_stream,
                self._reference,
                address(given, Stream),
                addressof(stream),
            )
            return RenderedStream(stream)
        raise TypeError(f"a {type(table).__name__} is no Arrow table")

    def _array(self, schema: int, rows: int) -> RenderedArray:
        out_schema, out = Schema(), Array()
        call(
            c.calque_renderer_render,
            self._reference,
            schema,
            rows,
            addressof(out_schema),
            addressof(out),
        )
        return RenderedArray(out_schema, out)

    def __reduce_ex__(self, protocol: object) -> Any:
        if self._origin is None:
            raise TypeError(
                "only a renderer that was opened from a file can be pickled"
            )
        return _reopen, self._origin


def _reopen(path: str, given: dict[str, Any], sha256: str) -> Renderer:
    return Renderer.open(path, sha256=sha256, **given)


def _digest(path: str | os.PathLike[str]) -> str:
    with open(path, "rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class _Rendered:
    """A result that one reader may take."""

    def __init__(self, *structures: Any) -> None:
        self._structures = structures

    def _take(self) -> Any:
        structures, self._structures = self._structures, ()
        if not structures:
            raise ValueError("the result was taken before")
        return structures

    def __del__(self) -> None:
        for structure in self._structures:
            release(structure)


class RenderedArray(_Rendered):
    """An Arrow array of texts, for `pyarrow.array`, `polars.Series` and others.

    It can be read once.
    """

    def __arrow_c_array__(
        self, requested_schema: object = None
    ) -> tuple[object, object]:
        schema, array = self._take()
        return capsule(schema), capsule(array)


class RenderedStream(_Rendered):
    """A stream of Arrow arrays of texts, for `pyarrow.chunked_array` and others.

    It can be read once.
    """

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return capsule(*self._take())
