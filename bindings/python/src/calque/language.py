"""Which language to speak."""

from __future__ import annotations

from . import _bindings as c
from ._calls import call_for_text_and_status, text
from .status import Status

__all__ = ["language_of_locale"]


def language_of_locale(locale: str) -> str | None:
    """The language tag of a locale as the environment names it.

    `pl_PL.UTF-8@euro` is `pl-PL`; None for `C`, `POSIX`, "" and what is no locale.
    """
    status, tag = call_for_text_and_status(c.calque_language_of_locale, *text(locale))
    return None if status == Status.NOT_FOUND else tag
