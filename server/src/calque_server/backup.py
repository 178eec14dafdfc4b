"""Copies of the database: taken while the server runs, checked, put back."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import psycopg
from sqlalchemy import URL, make_url

_OTHERS = (
    "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class BackupError(RuntimeError):
    """A copy could not be taken or put back."""


def backup(url: str, target: Path) -> int:
    """Copy a consistent state of a database; returns the size of the copy in bytes.

    The server may run and write meanwhile. Raises BackupError.
    """
    if target.exists():
        raise BackupError(f"{target} already exists")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    if (source := _file(url)) is not None:
        with closing(_reading(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            # A file of its own, without a log beside it.
            new.execute("PRAGMA journal_mode=DELETE")
    else:
        _postgres(url, "pg_dump", "--format=custom", "--file", part)
    _check(url, part)
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    part.rename(target)
    return target.stat().st_size


def restore(url: str, source: Path) -> None:
    """Replace the database by a copy. An old SQLite file is kept as `.before`.

    The server must not run. Raises BackupError.
    """
    _check(url, source)
    target = _file(url)
    if target is None:
        with psycopg.connect(_server(url).render_as_string(False)) as connection:
            (others,) = connection.execute(_OTHERS).fetchone() or (0,)
        if others:
            raise BackupError("the database is in use by another process")
        whole = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _postgres(url, "pg_restore", *whole, source)
        return
    part = target.with_name(target.name + ".part")
    shutil.copyfile(source, part)
    if target.exists():
        # Its own write-ahead log belongs to the old database.
        with closing(sqlite3.connect(target)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        target.replace(target.with_name(target.name + ".before"))
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    part.rename(target)


def _check(url: str, path: Path) -> None:
    """Raises BackupError for a file that is not a whole copy of such a database."""
    if _file(url) is None:
        if "TABLE DATA public alembic_version" not in _run("pg_restore", "-l", path):
            raise BackupError(f"{path} is not a copy of a database of the server")
        return
    try:
        with closing(_reading(path)) as connection:
            (result,) = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path}: {error}") from error
    if result != "ok":
        raise BackupError(f"{path}: {result}")


def _file(url: str) -> Path | None:
    """The file of a database; None for one of PostgreSQL."""
    parsed = make_url(url)
    sqlite = parsed.get_backend_name() == "sqlite"
    return Path(parsed.database or "calque.db") if sqlite else None


def _reading(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise BackupError(f"{path} does not exist")
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def _server(url: str) -> URL:
    return make_url(url).set(drivername="postgresql")


def _postgres(url: str, program: str, *arguments: str | Path) -> None:
    """Run a program of PostgreSQL on a database; the password is in no list."""
    parsed = _server(url)
    named = parsed._replace(password=None).render_as_string(False)
    _run(program, "--dbname", named, *arguments, PGPASSWORD=str(parsed.password or ""))


def _run(*command: str | Path, **more: str) -> str:
    try:
        done = subprocess.run(
            command, env={**os.environ, **more}, capture_output=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed") from error
    if done.returncode:
        raise BackupError(done.stderr.decode(errors="replace").strip()[-500:])
    return done.stdout.decode(errors="replace")
