"""`calque explain`."""

from __future__ import annotations

import json
from typing import Any

import click

from ..translator import Translator
from .lookup import lookup_command


@lookup_command(
    """\b
Examples:
  calque explain locales file --lang pl count=2
  calque explain app.calque menu.open --lang de
"""
)
def command(translator: Translator, key: str, variables: dict[str, Any]) -> int:
    """Explain why a key has its translation: the candidates, and the one that was used.

    CATALOGS is a folder of JSON files, or a compiled file.
    """
    told = translator.explain(key, variables)
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    return 0
