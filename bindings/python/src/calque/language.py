"""Which language to speak."""

from __future__ import annotations

from . import _api as api

__all__ = ["language_of_locale"]


def language_of_locale(locale: str) -> str | None:
    """The language tag for a locale name of the environment.

    None for `C`, `POSIX`, "" and invalid ones.

    >>> language_of_locale("pl_PL.UTF-8@euro")
    'pl-PL'
    """
    return api.language_of_locale(locale)
