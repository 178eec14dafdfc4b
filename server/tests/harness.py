"""A real server in a thread, and a project with a release to ask it for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from calque_server import catalogs, events, projects, releases
from calque_server.database import Database
from calque_server.events import Actor
from calque_server.projects import Project
from calque_server.serving import Server, listening
from calque_server.settings import Settings

TESTER = Actor("tester")
ROOT = Path(__file__).resolve().parents[2]
TREES: dict[str, Any] = {
    "en": {
        "home": {"title": "Welcome", "greeting": "Good day to {{name}}"},
        "books": {"book_one": "{{count}} book", "book_other": "{{count}} books"},
    },
    "de": {
        "home": {"title": "Willkommen", "greeting": "Guten Tag, {{name}}"},
        "books": {"book_one": "{{count}} Buch", "book_other": "{{count}} Bücher"},
    },
}


@dataclass
class Running:
    """A server that answers, its database and a project with a release."""

    url: str
    database: Database
    server: Server
    project: Project
    client: httpx.Client

    @property
    def base(self) -> str:
        return f"{self.url}/p/{self.project.slug}"

    def settle(self) -> None:
        """Wait until the server has seen all that is in the database."""
        last = self.database.read_now(events.last_id)
        wait_for(lambda: self.server.state.feed.seen(self.project.id) >= last)

    def propose(self, value: str, guid: str = "g", **fields: str) -> httpx.Response:
        form = {
            "section": "home",
            "key": "title",
            "locale": "de",
            "platform": "mobile",
            "guid": guid,
            "value": value,
            **fields,
        }
        url = f"{self.base}/api/v2/content/localize/proposals"
        return self.client.post(url, data=form)


@contextmanager
def running(database: Database, settings: Settings) -> Iterator[tuple[str, Server]]:
    """A server in a thread, until the end of the block."""
    socket = listening(settings)
    server = Server(settings, database)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    while not server.started:
        time.sleep(0.002)
    try:
        yield f"http://127.0.0.1:{socket.getsockname()[1]}", server
    finally:
        stop(server)
        thread.join()


def stop(server: Server) -> None:
    """End a server of another thread, if it has not ended.

    Its loop does it: what waits there may not be woken from here.
    """
    with suppress(RuntimeError):
        server.servers[0].get_loop().call_soon_threadsafe(server.stop)


def make_project(database: Database, slug: str = "demo", trees: Any = None) -> Project:
    def work(connection: Any) -> Project:
        made = projects.create(connection, slug, slug, "en", "v4", TESTER)
        catalogs.take(connection, made, TREES if trees is None else trees, TESTER)
        releases.publish(connection, made, "production", "first", TESTER)
        return made

    return database.write_now(work)


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """Waits for a condition and returns its value; a busy machine may take long."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "the condition was not met in time"
        time.sleep(0.01)
    return found


def run(*command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=120, **options
    )


def run_program(
    *arguments: str, database: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command `calque-server` over a database, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "calque_server", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "DATABASE_URL": database, **environment},
    )


def asking(**options: Any) -> httpx.Client:
    """A client that waits for a busy machine."""
    return httpx.Client(timeout=60, **options)
