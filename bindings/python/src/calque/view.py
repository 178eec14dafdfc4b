"""Views: one state of a translator, pinned for hot code.

What is here goes through ctypes. `accelerated` puts methods in C in front of it,
which come back here for what they do not answer.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from . import _bindings as c
from ._accelerate import accelerated
from ._arguments import translate
from ._batch import batch, batch_texts
from ._doors import address, lent, text_of, whole_text
from ._handles import Handle
from ._options import CallOptions, merged
from .errors import MissingKeyError
from .formats import Format
from .status import Status


@accelerated
class View(Handle):
    """A language list, a namespace and a key prefix over one moment's resources.

    Made by `Translator.get_fixed_t`. It does not see later changes of the
    translator, may be called from several threads, and always answers with
    text: numbers and booleans in their JSON spelling, null as "", objects and
    arrays as JSON.
    """

    __slots__ = ("_address", "_format", "_strict", "_view")

    def __init__(self, pointer: Any, format_: Format, strict: bool) -> None:
        self._own(pointer, c.calque_view_release)
        self._address = address(pointer)
        self._format = format_
        self._strict = strict
        self._view = lent(pointer, self._reference)

    def close(self) -> None:
        """Give up the C object; a second call does nothing."""
        self._view = None
        super().close()

    def __call__(
        self, key: str, options: CallOptions = None, /, **variables: object
    ) -> str:
        """Translate a key; a missing one yields its default value or itself.

        Raises MissingKeyError when the translator is strict, what a callback
        raised, CalqueError for arguments that the library refuses.
        """
        if options is None and not variables and "\0" not in key:
            data = text_of(self._view, key.encode())
            if data is not None:
                return data.decode()  # type: ignore[no-any-return]
        status, text = translate(
            c.calque_view_translate,
            self._reference,
            key,
            merged(self._format, options, variables),
        )
        if self._strict and status == Status.MISSING_KEY:
            raise MissingKeyError(key)
        return text

    def batch(self, keys: str | Sequence[str], /, **columns: object) -> list[str]:
        """Translate many keys, or one key with many values, in one call.

        A column is one value for all rows, or a list, tuple or array of as many
        values as there are rows: of keys, or with one key of the longest column.

        Raises MissingKeyError when the translator is strict, what a callback
        raised, ValueError when there are not as many values as rows, CalqueError
        for arguments that the library refuses; its path is `rows.` and a number.
        """
        texts, missing = batch_texts(self._reference, keys, columns, self._strict)
        if missing is not None:
            raise MissingKeyError(missing)
        return texts

    def batch_raw(
        self, keys: str | Sequence[str], /, **columns: object
    ) -> tuple[bytes, array[int]]:
        """As `batch`: the texts one behind the other in UTF-8, and 64-bit offsets.

        There is one offset more than there are texts: the buffers of an Arrow
        array of large utf8.
        """
        reference = self._reference
        data, offsets, missing = batch(reference, keys, columns, self._strict)
        if missing is not None:
            raise MissingKeyError(missing)
        return data.tobytes(), offsets

    def text(self, key: str, /) -> str | None:
        """The text of a key that has neither variables nor nested references.

        None for every other key, a missing one too.
        """
        data = text_of(self._view, key.encode())
        if data is None or "\0" in key:
            return whole_text(self._reference, key)
        return data.decode()  # type: ignore[no-any-return]
