"""Blockly's table of messages: `%1` for placeholders, no plural forms."""

from __future__ import annotations

import re

from moz.l10n.model import Expression, Pattern, PatternMessage, VariableRef

from .catalog import Catalog, Text, joined, name_of, names_of, patterns_of
from .fit import texts
from .i18next import assembled
from .losses import Losses
from .names import bytes_of, table_of

_PLACEHOLDER = re.compile(r"%%|%(\d+)")


def read_blockly(data: bytes, language: str, losses: Losses, _format: str) -> Catalog:
    """Read a table; `@metadata` names its locale."""
    table = table_of(data)
    meta = table.pop("@metadata", {})
    language = language or meta.get("locale", "") or "en"
    made = []
    for key, text in table.items():
        if isinstance(text, str):
            made.append(Text(key, PatternMessage(_read(text))))
        else:
            losses.tell(key, f"{text!r} is not a text")
    return assembled(made, language, "blockly")


def _read(text: str) -> Pattern:
    parts: Pattern = []
    at = 0
    for match in _PLACEHOLDER.finditer(text):
        parts.append(text[at : match.start()])
        number = match[1]
        parts.append(Expression(VariableRef(f"arg{number}")) if number else "%")
        at = match.end()
    return joined([*parts, text[at:]])


def write_blockly(catalog: Catalog, losses: Losses, _format: str) -> bytes:
    """Write a table."""
    table: dict[str, object] = {
        "@metadata": {"locale": catalog.language, "messagedocumentation": "qqq"}
    }
    for text in texts(catalog, "blockly", losses):
        pattern = patterns_of(text.value)[0]
        numbers = _numbers(names_of([pattern]))
        for name, number in numbers.items():
            if name != f"arg{number}":
                losses.tell(text.key, f"the placeholder {name!r} becomes %{number}")
        table[text.key] = "".join(
            part.replace("%", "%%")
            if isinstance(part, str)
            else f"%{numbers[name_of(part) or '']}"
            for part in pattern
        )
    return bytes_of(table)


def _numbers(names: list[str]) -> dict[str, int]:
    """The number of each name: that of `arg2` is 2, others take what is free."""
    own = {name: int(name[3:]) for name in names if re.fullmatch("arg[1-9]\\d?", name)}
    free = (number for number in range(1, 1000) if number not in own.values())
    return {name: own.get(name) or next(free) for name in names}
