"""Rows of tables that count their numbers up."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Insert, Table, insert

_statements: dict[str, Insert] = {}


def add(connection: Connection, table: Table, values: dict[str, Any]) -> int:
    """Insert a row; its number."""
    statement = _statements.get(table.name)
    if statement is None:
        # Built once: that takes longer than carrying it out.
        statement = _statements[table.name] = insert(table)
    key = connection.execute(statement, values).inserted_primary_key
    assert key is not None
    return int(key[0])
