"""`calque translate`."""

from __future__ import annotations

import sys
from typing import Any

import click

from calque.translator import Translator

from ..checks.files import visible
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
    text = str(translator.t(key, variables))
    click.echo(
        "\n".join(map(visible, text.split("\n"))) if sys.stdout.isatty() else text
    )
    return 0 if translator.exists(key, variables) else 1
