"""Copies of the database: taken while the server runs, checked, put back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import make_url


class BackupError(RuntimeError):
    """A copy could not be taken or put back."""


def path_of(url: str) -> Path:
    """The file of a database. Raises BackupError for a server."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise BackupError("PostgreSQL has its own: pg_dump and pg_restore")
    return Path(parsed.database)


def backup(url: str, target: Path) -> int:
    """Copy a consistent state of a database; returns the size of the copy in bytes.

    The server may run and write meanwhile. Raises BackupError.
    """
    source = path_of(url)
    if not source.exists():
        raise BackupError(f"{source} is not there")
    if target.exists():
        raise BackupError(f"{target} is there already")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    reading = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    writing = sqlite3.connect(part)
    try:
        reading.backup(writing)
        # A file of its own, without a log beside it.
        writing.execute("PRAGMA journal_mode=DELETE")
    finally:
        writing.close()
        reading.close()
    check(part)
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    part.rename(target)
    return target.stat().st_size


def check(path: Path) -> None:
    """Raises BackupError for a file that is not a whole database of the server."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        told = connection.execute("PRAGMA integrity_check").fetchone()[0]
        connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path}: {error}") from error
    finally:
        connection.close()
    if told != "ok":
        raise BackupError(f"{path}: {told}")


def restore(url: str, source: Path) -> None:
    """Replace the database by a copy. The old database is kept as `.before`.

    The server must not run. Raises BackupError.
    """
    check(source)
    target = path_of(url)
    part = target.with_name(target.name + ".part")
    shutil.copyfile(source, part)
    if target.exists():
        # Its own write-ahead log belongs to the old database.
        connection = sqlite3.connect(target)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        target.replace(target.with_name(target.name + ".before"))
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    part.rename(target)
