"""Brings a database to the tables of this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from .errors import invalid
from .schema import metadata


def migrate(connection: Connection) -> None:
    """Make the tables, or upgrade them, in the transaction of the connection.

    Raises Refused for tables of a version that this one does not know.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    if not inspect(connection).has_table("project"):
        metadata.create_all(connection)
        command.stamp(config, "head")
        return
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise invalid(f"the database is of another version: {error}") from error
