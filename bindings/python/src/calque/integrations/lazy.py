"""Texts that are translated when they are shown, not when they are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import total_ordering
from html import escape
from typing import Any

__all__ = ["LazyText"]


@total_ordering
class LazyText:
    """A translation that is looked up each time its text is needed.

    Made by `Translator.lazy_t`, for texts of modules and classes, which are made
    before the language of a request is known. `str()`, f-strings, comparison,
    `len`, concatenation and the methods of str work on the text of that moment. It
    is not a str: libraries that insist on one need `str(text)`.

    >>> from calque import Translator
    >>> texts = {"en": {"app": {"open": "Open"}}, "pl": {"app": {"open": "Otwórz"}}}
    >>> translator = Translator("v4", {"lng": "en", "ns": "app", "resources": texts})
    >>> label = translator.lazy_t("open")
    >>> with translator.using("pl"):
    ...     print(label)
    Otwórz
    >>> label.upper()
    'OPEN'
    """

    __slots__ = ("_arguments", "_translate", "_variables")

    def __init__(
        self,
        translate: Callable[..., str],
        arguments: tuple[Any, ...],
        variables: dict[str, object],
    ) -> None:
        self._translate = translate
        self._arguments = arguments
        self._variables = variables

    def __str__(self) -> str:
        return self._translate(*self._arguments, **self._variables)

    def __repr__(self) -> str:
        return f"<LazyText {self._arguments[0]!r}>"

    def __html__(self) -> str:
        """The text for templates that ask for HTML; escaped as any other."""
        return escape(str(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __len__(self) -> int:
        return len(str(self))

    def __bool__(self) -> bool:
        return bool(str(self))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (str, LazyText)):
            return str(self) == str(other)
        return NotImplemented

    def __lt__(self, other: object) -> bool:
        return str(self) < str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __contains__(self, part: str) -> bool:
        return part in str(self)

    def __getitem__(self, index: Any) -> str:
        return str(self)[index]

    def __add__(self, other: object) -> str:
        return str(self) + str(other)

    def __radd__(self, other: object) -> str:
        return str(other) + str(self)

    def __mod__(self, values: Any) -> str:
        return str(str(self) % values)

    def __getattr__(self, name: str) -> Any:
        # Methods of str; not the special names that copying and pickling look for.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(str(self), name)
