"""A plugin that lets the client's own tests talk to the real server.

`pytest -p contract_backend bindings/python/tests/test_localization.py` finds this
module where the tests import `backend`. It is a proxy: it records, holds and replaces
answers as the stand-in does, and passes the rest to the server.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from harness import TESTER, running, wait_for
from sqlalchemy import insert

from calque_server import catalogs, events, projects, proposals, releases
from calque_server.database import Database
from calque_server.hashing import sha256
from calque_server.prepare import prepare
from calque_server.schema import api_key, application
from calque_server.settings import Settings

_STAND_IN = Path(__file__).parents[2] / "bindings/python/tests/backend.py"
_spec = importlib.util.spec_from_file_location("stand_in", _STAND_IN)
assert _spec is not None
assert _spec.loader is not None
stand_in = importlib.util.module_from_spec(_spec)
sys.modules["stand_in"] = stand_in
_spec.loader.exec_module(stand_in)
Asked = stand_in.Asked
_template: list[Path] = []


class Backend(stand_in.Backend):  # type: ignore[misc,name-defined]
    """The stand-in, with a server behind it."""

    def __init__(self, port: int, database: Database, server: Any) -> None:
        self._port = port
        self._database = database
        self._server = server
        self._project = database.write_now(_made)
        super().__init__()

    def answer(self, asked: Any) -> tuple[int, bytes] | None:
        self.asked.append(asked)
        if self.holds:
            self.released.wait()
        if self.answers:
            given: tuple[int, bytes] | None = self.answers.pop(0)
            return given
        path = asked.target
        if path.startswith("/api/"):
            path = f"/p/demo/api/v2/{path.removeprefix('/api/')}"
        connection = HTTPConnection("127.0.0.1", self._port)
        connection.request(asked.method, path, asked.body, dict(asked.headers))
        found = connection.getresponse()
        return found.status, found.read()

    @property
    def proposals(self) -> list[dict[str, Any]]:
        rows, _ = self._database.read_now(
            proposals.in_state, self._project, "unaccepted"
        )
        return [dict(row._mapping) for row in rows]

    @proposals.setter
    def proposals(self, value: Any) -> None:
        """The stand-in begins without any, as the database does."""

    @property
    def resources(self) -> Any:
        return self._resources

    @resources.setter
    def resources(self, value: Any) -> None:
        self._resources = value if isinstance(value, dict) else {}
        if self._resources:
            self._database.write_now(_publish, self._project, self._resources)
            last = self._database.read_now(events.last_id)
            wait_for(lambda: self._server.state.feed.cursor >= last)


def _made(connection: Any) -> Any:
    project = projects.create(connection, "demo", "demo", "en-GB", "v4", TESTER)
    values = {"project_id": project.id, "identifier": "app", "name": "", "created": 0}
    made = connection.execute(insert(application).values(values))
    connection.execute(
        insert(api_key).values(
            project_id=project.id,
            application_id=made.inserted_primary_key[0],
            name="",
            prefix="",
            sha256=sha256("key"),
            scope="app",
            created=0,
        )
    )
    return project


def _publish(connection: Any, project: Any, resources: Any) -> None:
    catalogs.take(connection, project, resources, TESTER)
    releases.publish(connection, project, "production", "", TESTER)


@contextmanager
def serving() -> Iterator[Backend]:
    """A server over a new database, and the proxy in front of it."""
    folder = Path(tempfile.mkdtemp())
    if not _template:
        path = Path(tempfile.mkdtemp()) / "ready.db"
        ready = Database(f"sqlite:///{path}")
        prepare(ready)
        ready.close()
        _template.append(path)
    shutil.copy(_template[0], folder / "calque.db")
    database = Database(f"sqlite:///{folder / 'calque.db'}")
    with running(database, replace(Settings(), port=0)) as (url, server):
        backend = Backend(int(url.rsplit(":", 1)[1]), database, server)
        stand_in.Backend, own = (lambda: backend), stand_in.Backend
        try:
            with stand_in.serving():
                yield backend
        finally:
            stand_in.Backend = own
    database.close()
    shutil.rmtree(folder)


sys.modules["backend"] = sys.modules[__name__]
