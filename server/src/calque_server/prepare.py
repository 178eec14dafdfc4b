"""Makes a database ready: its tables, and the project of the server's own texts."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from . import catalogs, folders, projects, releases
from .database import Database
from .errors import Refused, invalid
from .events import SYSTEM
from .projects import OWN_PROJECT
from .schema import metadata

OWN_TEXTS = Path(__file__).parent / "locales"


def prepare(database: Database) -> None:
    """Bring the tables up to date and take new texts of the pages in."""
    database.write_now(_migrate)
    database.write_now(_take_own_texts)


def _migrate(connection: Connection) -> None:
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


def _take_own_texts(connection: Connection) -> None:
    """Add what a new version of the server brings; what people corrected stays."""
    try:
        project = projects.find(connection, OWN_PROJECT)
    except Refused:
        project = projects.create(
            connection, OWN_PROJECT, "Calque server", "en", "v4", SYSTEM
        )
    ours = folders.read_trees(OWN_TEXTS)
    there = catalogs.trees(connection, project)
    for tag, by_namespace in ours.items():
        for name, tree in by_namespace.items():
            tree.update(there.get(tag, {}).get(name, {}))
    taken = catalogs.take(connection, project, ours, SYSTEM, replace=False)
    if taken.added or not releases.channels(connection, project):
        releases.publish(connection, project, "production", "", SYSTEM)
