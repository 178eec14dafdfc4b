"""Views: one state of a translator, pinned for hot code.

The methods here go through ctypes. `accelerated` puts methods in C in front of it,
which come back here for what they do not answer.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from . import _bindings as c
from ._accelerate import accelerated
from ._arguments import translate
from ._batch import batch, batch_texts
from ._doors import lent, tried, try_view, whole_text
from ._handles import Handle
from ._missing import report
from ._options import CallOptions, merged
from .status import Status


@accelerated(c.calque_view_try_translate, c.calque_view_text)
class View(Handle):
    """A snapshot of a translator, with languages, namespaces and a key prefix.

    `Translator.get_fixed_t` creates it. It does not see later changes of the
    translator. It is thread-safe and always returns text: numbers and booleans in
    their JSON spelling, null as "", objects and arrays as JSON.

    >>> from calque import Translator
    >>> texts = {"yes": "Yes", "hi": "Hi {{name}}"}
    >>> options = {"lng": "en", "resources": {"en": {"translation": texts}}}
    >>> t = Translator("v4", options).get_fixed_t("en")
    >>> t("hi", name="Ada"), t.text("yes"), t.text("hi")
    ('Hi Ada', 'Yes', None)
    >>> t.batch("hi", name=["Ada", "Ben"])
    ['Hi Ada', 'Hi Ben']
    """

    __slots__ = ("_reported",)

    def __init__(self, pointer: Any, reported: set[str] | None) -> None:
        self._own(pointer, c.calque_view_release)
        self._lent = lent(pointer, self._reference)
        self._reported = reported

    def __call__(
        self,
        key: str | Sequence[str],
        options: CallOptions = None,
        /,
        **variables: object,
    ) -> str:
        """Translate a key, or the first of several that is found; a missing one
        yields its default value or itself.

        Raises MissingKeyError when the translator was made with `raise_missing`,
        what a callback raised, CalqueError for arguments that the library refuses.
        """
        if not isinstance(key, str):
            return self._first(key, merged(options, variables))
        if options is None:
            text = (
                tried(try_view, self._lent, key, variables)
                if variables
                else self._plain(key)
            )
            if text is not None:
                return text
        status, text = translate(
            c.calque_view_translate, self._reference, key, merged(options, variables)
        )
        if status == Status.MISSING_KEY:
            report(self._reported, key)
        return text

    def __repr__(self) -> str:
        return "<View, closed>" if self.closed else "<View>"

    def _first(self, keys: Sequence[str], options: Mapping[str, object]) -> str:
        status, text = int(Status.MISSING_KEY), ""
        for key in keys:
            status, text = translate(
                c.calque_view_translate, self._reference, key, options
            )
            if status != Status.MISSING_KEY:
                return text
        if keys:
            report(self._reported, keys[-1])
        return text

    def batch(self, keys: str | Sequence[str], /, **columns: object) -> list[str]:
        """Translate many keys, or one key with many values, in one call.

        A column is one value for all rows, or a list, tuple or array of as many
        values as there are rows: of keys, or with one key of the longest column.
        None is null, as in a single call.

        Raises MissingKeyError when the translator was made with `raise_missing`,
        what a callback raised, ValueError when there are not as many values as
        rows, CalqueError for arguments that the library refuses; its path is
        `rows.` and a number.
        """
        texts, missing = batch_texts(self._reference, keys, columns)
        for key in missing:
            report(self._reported, key)
        return texts

    def batch_raw(
        self, keys: str | Sequence[str], /, **columns: object
    ) -> tuple[bytes, array[int]]:
        """As `batch`; returns the joined texts in UTF-8, and 64-bit offsets.

        There is one offset more than there are texts: the buffers of an Arrow
        array of large utf8.
        """
        data, offsets, missing = batch(self._reference, keys, columns)
        for key in missing:
            report(self._reported, key)
        return bytes(data), offsets

    def text(self, key: str, /) -> str | None:
        """The text of a key without variables or references.

        None for every other key, including a missing one.
        """
        return whole_text(self._reference, key)

    def _plain(self, key: str) -> str | None:
        return whole_text(self._lent, key)
