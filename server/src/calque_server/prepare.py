"""Makes a database ready: its tables, and the project of the server's own texts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from . import catalogs, folders, projects, releases
from .database import Database
from .errors import Refused
from .events import SYSTEM
from .migrate import migrate

OWN_PROJECT = "calque-server"
OWN_TEXTS = Path(__file__).parent / "locales"


def prepare(database: Database) -> None:
    """Bring the tables up to date and take new texts of the pages in."""
    database.write_now(migrate)
    database.write_now(_take_own_texts)


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
    kept = {
        tag: {
            name: {**tree, **there.get(tag, {}).get(name, {})}
            for name, tree in by_namespace.items()
        }
        for tag, by_namespace in ours.items()
    }
    taken = catalogs.take(connection, project, kept, SYSTEM, replace=False)
    if taken.added or not releases.channels(connection, project):
        releases.publish(connection, project, "production", "", SYSTEM)
