"""Rows of tables that count their numbers up, one by one or many together."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, CursorResult, Insert, Table, TextClause, insert, text

_encode = msgspec.json.Encoder().encode
_MOST_COLUMNS = 16
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


def run_for_all(
    connection: Connection, statement: str, given: list[list[Any]]
) -> CursorResult[Any]:
    """Run a statement once for many rows of values.

    In its text `{given}` is the table of the rows, `{2}` the value at position 2 as
    text, and `{2:n}` as a number. The rows go as one JSON array, so the text is the
    same however many there are, and is prepared once.
    """
    made = _statement(statement, connection.dialect.name)
    return connection.execute(made, {"given": _encode(given).decode()})


class _Column:
    """A position of a row."""

    def __init__(self, position: int) -> None:
        self._position = position

    def __format__(self, kind: str) -> str:
        value = f"given.value ->> {self._position}"
        return f"CAST({value} AS BIGINT)" if kind == "n" else f"({value})"


@cache
def _statement(written: str, dialect: str) -> TextClause:
    given = (
        "json_each(:given) AS given"
        if dialect == "sqlite"
        else "jsonb_array_elements(CAST(:given AS jsonb)) AS given(value)"
    )
    return text(written.format(*map(_Column, range(_MOST_COLUMNS)), given=given))
