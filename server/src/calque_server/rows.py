"""Rows of tables, found and changed by the values of their columns."""

from typing import Any

from sqlalchemy import Connection, Row, Table, delete, insert, select, update


def first(connection: Connection, table: Table, **equal: Any) -> Row[Any] | None:
    """A row with these values; None stands for NULL."""
    return connection.execute(select(table).where(*_where(table, equal))).first()


def every(connection: Connection, table: Table, **equal: Any) -> list[Row[Any]]:
    """The rows with these values, in the order of their keys."""
    query = select(table).where(*_where(table, equal)).order_by(*table.primary_key)
    return list(connection.execute(query).all())


def add(connection: Connection, table: Table, **values: Any) -> int:
    """Insert a row; its number, where the table counts rows."""
    key = connection.execute(insert(table), values).inserted_primary_key
    assert key is not None
    number: int = key[0]
    return number


def change(
    connection: Connection, table: Table, equal: dict[str, Any], **values: Any
) -> int:
    """Change the rows with the values of `equal`; how many."""
    query = update(table).where(*_where(table, equal)).values(values)
    return int(connection.execute(query).rowcount)


def remove(connection: Connection, table: Table, **equal: Any) -> int:
    """Delete the rows with these values; how many."""
    query = delete(table).where(*_where(table, equal))
    return int(connection.execute(query).rowcount)


def look(connection: Connection, tables: str, count: int) -> None:
    """Let PostgreSQL look at tables that grow, each time that a count has doubled.

    Its own look comes a minute later, and until then it plans as for a few rows.
    """
    if count.bit_count() == 1 and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"ANALYZE {tables}")


def _where(table: Table, equal: dict[str, Any]) -> list[Any]:
    return [table.c[name] == value for name, value in equal.items()]
