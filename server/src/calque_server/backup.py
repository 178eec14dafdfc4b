"""Copies of the database: taken while the server runs, checked, put back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy import create_engine, make_url, text


class BackupError(RuntimeError):
    """A copy could not be taken or put back."""


def backup(url: str, target: Path) -> int:
    """Copy a consistent state of a database; returns the size of the copy in bytes.

    The server may run and write meanwhile. Raises BackupError.
    """
    if target.exists():
        raise BackupError(f"{target} is there already")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    if _is_file(url):
        _copy(_path(url), part)
        check(part)
    else:
        _postgres(url, "pg_dump", "--format=custom", "--file", str(part))
        _check_dump(part)
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    part.rename(target)
    return target.stat().st_size


def restore(url: str, source: Path) -> None:
    """Replace the database by a copy. An old SQLite file is kept as `.before`.

    The server must not run. Raises BackupError.
    """
    if not _is_file(url):
        _check_dump(source)
        _check_alone(url)
        whole = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _postgres(url, "pg_restore", *whole, "--dbname", "", str(source))
        return
    check(source)
    target = _path(url)
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


def check(path: Path) -> None:
    """Raises BackupError for a file that is not a whole database of the server."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        result = connection.execute("PRAGMA integrity_check").fetchone()[0]
        connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path}: {error}") from error
    finally:
        connection.close()
    if result != "ok":
        raise BackupError(f"{path}: {result}")


def _is_file(url: str) -> bool:
    return make_url(url).get_backend_name() == "sqlite"


def _path(url: str) -> Path:
    return Path(make_url(url).database or "calque.db")


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise BackupError(f"{source} is not there")
    reading = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    writing = sqlite3.connect(target)
    try:
        reading.backup(writing)
        # A file of its own, without a log beside it.
        writing.execute("PRAGMA journal_mode=DELETE")
    finally:
        writing.close()
        reading.close()


def _postgres(url: str, *command: str) -> str:
    """Run a program of PostgreSQL on a database; the password is in no list."""
    parsed = make_url(url).set(drivername="postgresql")
    named = parsed._replace(password=None).render_as_string(hide_password=False)
    if command[0] == "pg_dump":
        command = (*command, "--dbname", named)
    else:
        command = tuple(named if each == "" else each for each in command)
    environment = {**os.environ, "PGPASSWORD": str(parsed.password or "")}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed") from error
    if done.returncode:
        raise BackupError(done.stderr.strip()[-500:])
    return done.stdout


def _check_dump(path: Path) -> None:
    done = subprocess.run(
        ["pg_restore", "--list", str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode or "TABLE DATA public alembic_version" not in done.stdout:
        raise BackupError(f"{path} is not a copy of a database of the server")


def _check_alone(url: str) -> None:
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    query = (
        "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    with engine.connect() as connection:
        others = connection.execute(text(query)).scalar()
    engine.dispose()
    if others:
        raise BackupError("the database is in use by another process")
