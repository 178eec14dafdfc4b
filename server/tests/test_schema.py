from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from calque_server.database import Database
from calque_server.schema import metadata


def test_migrations_end_at_the_tables(database: Database) -> None:
    """The statements of the migrations make what the rest of the server asks for."""
    made = database.write_now(
        lambda connection: compare_metadata(
            MigrationContext.configure(connection), metadata
        )
    )
    assert made == []
