"""Views: one state of a translator, pinned for hot code.

The methods here go through ctypes, a call for each text. `accelerated` puts methods in
C in front of them, which come back here for what they do not answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ctypes import byref, c_size_t

from . import _bindings as c
from ._accelerate import accelerated
from ._annotations import TYPE_CHECKING, Any
from ._arguments import translate
from ._handles import Handle
from ._missing import report
from ._options import merged
from ._structs import text
from .status import Status

if TYPE_CHECKING:
    from .typing import CallOptions


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
        self._own(pointer)
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
        keys = [key] if isinstance(key, str) else key
        return self._first(keys, merged(options, variables))

    def __repr__(self) -> str:
        return "<View, closed>" if self.closed else "<View>"

    def _first(self, keys: Sequence[str], options: Mapping[str, object]) -> str:
        found = ""
        for key in keys:
            status, found = translate(
                c.calque_view_translate, self._reference, key, options
            )
            if status != Status.MISSING_KEY:
                return found
        if keys:
            report(self._reported, keys[-1], options)
        return found

    def batch(self, keys: str | Sequence[str], /, **columns: object) -> list[str]:
        """Translate many keys, or one key with many values, in one call.

        A column is one value for all rows, or a list, tuple or array of as many
        values as there are rows: of keys, or with one key of the longest column.
        None is null, as in a single call.

        Raises MissingKeyError when the translator was made with `raise_missing`,
        what a callback raised, ValueError when there are not as many values as
        rows, CalqueError for arguments that the library refuses.
        """
        rows = _rows(keys, columns)
        return [self._first([key], variables) for key, variables in rows]

    def text(self, key: str, /) -> str | None:
        """The text of a key without variables or references.

        None for every other key, including a missing one.
        """
        length = c_size_t()
        found = c.calque_view_text(self._reference, *text(key), byref(length))
        if found is None or len(found) == length.value:
            return None if found is None else found.decode()
        # It has a NUL, where ctypes ends it.
        return translate(c.calque_view_translate, self._reference, key, {})[1]


def _rows(
    keys: str | Sequence[str], columns: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, object]]]:
    """The key and the variables of each row.

    Raises ValueError for a column that is too short or too long.
    """
    from array import array

    kinds = (list, tuple, array, memoryview)
    given = {n: v if isinstance(v, kinds) else [v] for n, v in columns.items()}
    if isinstance(keys, str):
        keys = [keys] * max(map(len, given.values()), default=1)
    for name, column in given.items():
        if len(column) not in (1, len(keys)):
            raise ValueError(f"{name} has {len(column)} values for {len(keys)} rows")
    for row, key in enumerate(keys):
        yield key, {n: v[row if len(v) > 1 else 0] for n, v in given.items()}
