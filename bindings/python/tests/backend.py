"""An NStack-style backend on loopback, for the tests of proposals.

It keeps proposals in memory, as the documentation of the backend says: one for a
text and a guid; the same value again is refused, another one replaces it. Requests are
recorded byte by byte. An answer can be put in place of the backend's own, held back, or
never be given.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """A request as it came."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        found = (value for key, value in self.headers if key.lower() == name.lower())
        return next(found, None)


@dataclass
class Backend:
    """The state of the server, and the requests it received."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    proposals: list[dict[str, Any]] = field(default_factory=list)
    next_id: int = 3
    resources: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    # Status and body for the next requests, or None to let them go unanswered.
    answers: list[tuple[int, bytes] | None] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    holds: bool = False

    def answer(self, asked: Asked) -> tuple[int, bytes] | None:
        """The answer to a request; None for never."""
        self.asked.append(asked)
        if self.holds:
            self.released.wait()
        if self.answers:
            return self.answers.pop(0)
        status, value = self._own(asked)
        return status, json.dumps(value).encode()

    def _own(self, asked: Asked) -> tuple[int, object]:
        parts = urlsplit(asked.target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = parts.path.removeprefix("/api/content/localize/")
        if path.startswith("resources/platforms/"):
            return 200, {"data": [self._entry(each) for each in self.resources]}
        if path.startswith("resources/"):
            return self._resource(path.rsplit("/", 1)[1])
        if path == "proposals":
            if asked.method == "POST":
                form = parse_qs(asked.body.decode(), keep_blank_values=True)
                return self._store({name: values[0] for name, values in form.items()})
            return 200, {"data": [self._seen(each, query) for each in self.proposals]}
        if path.startswith("proposals/") and asked.method == "DELETE":
            return self._delete(int(path.split("/")[1]), query["guid"])
        return 404, {"message": "no such path"}

    def _entry(self, locale: str) -> dict[str, object]:
        return {
            "id": 1,
            "url": f"{self.url}/content/localize/resources/{locale}",
            "last_updated_at": "2026-01-01",
            "should_update": True,
            "language": {"locale": locale, "is_best_fit": locale == "en-GB"},
        }

    def _resource(self, locale: str) -> tuple[int, object]:
        if locale not in self.resources:
            return 445, {"message": "entity not found"}
        meta = {"language": {"locale": locale}}
        return 200, {"data": self.resources[locale], "meta": meta}

    def _store(self, form: dict[str, str]) -> tuple[int, object]:
        names = ("section", "key", "locale", "guid")
        for each in self.proposals:
            if all(each[name] == form[name] for name in names):
                if each["value"] == form["value"]:
                    return 412, {"message": "already proposed"}
                each["value"] = form["value"]
                return 200, {"data": self._seen(each, form)}
        made = {"id": self.next_id, "application_id": 1, **form}
        self.next_id += 1
        self.proposals.append(made)
        return 201, {"data": self._seen(made, form)}

    def _delete(self, id_: int, guid: str) -> tuple[int, object]:
        for each in self.proposals:
            if each["id"] == id_:
                if each["guid"] != guid:
                    return 401, {"message": "not yours"}
                self.proposals.remove(each)
                return 200, {"data": {"message": "deleted"}}
        return 445, {"message": "entity not found"}

    def _seen(self, proposal: dict[str, Any], query: dict[str, str]) -> dict[str, Any]:
        names = ("id", "application_id", "section", "key", "locale", "value")
        mine = proposal["guid"] == query.get("guid")
        return {**{name: proposal[name] for name in names}, "can_delete": mine}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hung up are what some tests are about."""


@contextmanager
def serving() -> Iterator[Backend]:
    """A backend that listens, on a port that the system chose."""
    backend = Backend()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            asked = Asked(
                self.command,
                self.path,
                list(self.headers.items()),
                self.rfile.read(length),
            )
            answer = backend.answer(asked)
            if answer is None:
                backend.released.wait()
                return
            self.send_response(answer[0])
            self.send_header("Content-Length", str(len(answer[1])))
            self.end_headers()
            self.wfile.write(answer[1])

        do_GET = do_POST = do_DELETE = _serve  # noqa: N815 (names of the base)

        def log_message(self, *arguments: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    backend.url = f"http://127.0.0.1:{server.server_address[1]}/api"
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}
    )
    thread.start()
    try:
        yield backend
    finally:
        backend.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
