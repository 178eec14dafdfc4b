"""`calque translate`."""

from __future__ import annotations

from typing import Any

import click

from ..translator import Translator
from .lookup import lookup_command


@lookup_command(
    """\b
Examples:
  calque translate locales file --lang pl count=2
  calque translate app.calque menu.open --lang de
"""
)
def command(translator: Translator, key: str, variables: dict[str, Any]) -> int:
    """Translate a key. The exit code is 1 if no catalog has it.

    CATALOGS is a folder of JSON files, or a compiled file.
    """
    click.echo(translator.t(key, variables))
    return 0 if translator.exists(key, variables) else 1
