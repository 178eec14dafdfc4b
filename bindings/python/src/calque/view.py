"""Views: one state of a translator, pinned for hot code."""

from __future__ import annotations

from typing import Any

from . import _bindings as c
from ._arguments import translate
from ._calls import view_text
from ._handles import Handle
from ._options import CallOptions, merged
from .errors import MissingKeyError
from .formats import Format
from .status import Status


class View(Handle):
    """A language list, a namespace and a key prefix over one moment's resources.

    Made by `Translator.get_fixed_t`. It does not see later changes of the
    translator, may be called from several threads, and always answers with
    text: numbers and booleans in their JSON spelling, null as "", objects and
    arrays as JSON.
    """

    __slots__ = ("_format", "_strict")

    def __init__(self, pointer: Any, format_: Format, strict: bool) -> None:
        self._own(pointer, c.calque_view_release)
        self._format = format_
        self._strict = strict

    def __call__(
        self, key: str, options: CallOptions = None, /, **variables: object
    ) -> str:
        """Translate a key; a missing one yields its default value or itself.

        Raises MissingKeyError when the translator is strict, what a callback
        raised, CalqueError for arguments that the library refuses.
        """
        together = merged(self._format, options, variables)
        status, text = translate(
            c.calque_view_translate, self._reference, key, together
        )
        if self._strict and status == Status.MISSING_KEY:
            raise MissingKeyError(key)
        return text

    def text(self, key: str, /) -> str | None:
        """The text of a key that has neither variables nor nested references.

        None for every other key, a missing one too.
        """
        return view_text(self._reference, key)
