"""`calque explain`."""

from __future__ import annotations

from typing import Any

from calque.translator import Translator

from .console import say_json
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
    say_json(translator.explain(key, variables))
    return 0
