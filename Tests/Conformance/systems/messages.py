"""Message tables: lookup, decoding, tokens."""

from __future__ import annotations

from typing import Any

from calque import Messages

from .system import System


def open_case(case: dict[str, Any]) -> System:
    """A table with the messages and synonyms of the case."""
    table = Messages(case.get("mode", "ios"))
    table.load(case.get("messages", {}))
    table.load_synonyms(case.get("synonyms", {}))
    system = System(
        {
            "message": lambda call: table.get(call["key"]),
            "decode": lambda call: table.decode(call["text"]),
            "tokenize": lambda call: table.tokenize(call["text"]),
        }
    )
    system.enter_context(table)
    return system
