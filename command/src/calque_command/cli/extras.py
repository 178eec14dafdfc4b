"""Packages that are extras of the command's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

_EXTRAS = {
    "polib": "formats",
    "moz": "formats",
    "pyicumessageformat": "formats",
    "lxml": "formats",
    "ast_grep_py": "extract",
    "rich": "cli",
    "mcp": "mcp",
}


def needs_extra(function: Callable[..., Any]) -> Callable[..., Any]:
    """Raise a usage error that names the extra for a package that is not there."""

    @wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except ModuleNotFoundError as error:
            extra = _EXTRAS.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            raise click.UsageError(
                f'this needs "pip install calque-i18n[{extra}]"'
            ) from None

    return command
