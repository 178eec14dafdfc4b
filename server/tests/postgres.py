"""A PostgreSQL of its own for the tests: no other is touched."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg


@dataclass
class Cluster:
    """A server that listens on loopback."""

    port: int

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def create(self, name: str, template: str = "template1") -> str:
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        self._run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)


def programs() -> Path:
    """The folder of initdb and pg_ctl: Debian does not put them on PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    assert found, "postgresql is not installed"
    return found[-1].parent


def _as_postgres(*command: str | Path) -> None:
    # They refuse to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*user, *map(str, command)], check=True, stdout=subprocess.DEVNULL, cwd="/"
    )


@contextmanager
def cluster(fsync: str = "off") -> Iterator[Cluster]:
    """A cluster that is gone afterwards; tests need not wait for a disk."""
    folder = Path(tempfile.mkdtemp(prefix="calque-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    data = folder / "data"
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync={fsync}"
    try:
        _as_postgres(
            programs() / "initdb", "-D", data, "-U", "postgres", "-A", "trust",
            "-E", "UTF8", "--locale=C.UTF-8",
        )  # fmt: skip
        _as_postgres(
            programs() / "pg_ctl", "-D", data, "-o", options, "-w",
            "-l", folder / "log", "start",
        )  # fmt: skip
        try:
            yield Cluster(port)
        finally:
            _as_postgres(programs() / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
