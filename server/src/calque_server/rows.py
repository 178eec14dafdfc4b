"""Rows of tables that count their numbers up."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, insert


def add(connection: Connection, table: Table, values: dict[str, Any]) -> int:
    """Insert a row; its number."""
    key = connection.execute(insert(table).values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])
