"""Answers of another service: recorded on their way, and given again without it.

A recording knows after which change of the test each answer came, so that it fits
however often somebody asks.
"""

from __future__ import annotations

import json
import re
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Server:
    """Answers on loopback by `answer`."""

    def __init__(self) -> None:
        answer = self.answer

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length).decode()
                token = self.headers.get("Authorization", "")
                status, text = answer(self.command, self.path, body, token)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one  # noqa: N815

            def log_message(self, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.lock = threading.Lock()
        # Which test it is, and how many changes it made.
        self.test = ""
        self.epoch = 0
        self.tokens: dict[str, str] = {"admin": "admin", "bot": "bot"}

    def __enter__(self) -> Any:
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def begin(self, test: str) -> None:
        """Another test begins."""
        self.test, self.epoch = test, 0

    def answer(self, method: str, path: str, body: str, token: str) -> tuple[int, str]:
        raise NotImplementedError

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A call of the test, as the owner; the JSON of the response."""
        status, text = self._owner(method, path, body)
        assert status < 400, (status, text)
        return json.loads(text) if text else None

    def status(self, method: str, path: str) -> int:
        """The status of a call of the test."""
        return self._owner(method, path, None)[0]

    def _owner(self, method: str, path: str, body: Any) -> tuple[int, str]:
        written = "" if body is None else json.dumps(body)
        if method != "GET":
            with self.lock:
                self.epoch += 1
        token = f"Token {self.tokens['admin']}"
        return self.answer(method, f"/api{path}", written, token)


def _key(method: str, path: str, body: str) -> str:
    return f"{method} {re.sub('timestamp_after=[^&]*', '', path)} {body}".strip()


class Recorder(_Server):
    """Passes calls on to the service at a URL, and keeps the answers."""

    def __init__(self, target: str) -> None:
        super().__init__()
        self._target = target
        self._found: list[list[Any]] = []

    def answer(self, method: str, path: str, body: str, token: str) -> tuple[int, str]:
        """Pass a call on. Addresses in answers are those of the recorder."""
        headers = {"Authorization": token, "Content-Type": "application/json"}
        data = body.encode() if body else None
        request = urllib.request.Request(
            self._target + path, data, headers, method=method
        )
        # What is asked before a change is answered before it.
        test, epoch = self.test, self.epoch
        try:
            with urllib.request.urlopen(request, timeout=60) as given:
                status, text = given.status, given.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        entry = [test, epoch, _key(method, path, body), status, text]
        with self.lock:
            known = [each for each in self._found if each[:3] == entry[:3]]
            if not known or known[-1] != entry:
                self._found.append(entry)
        return status, text.replace(self._target, self.url)

    def write(self, path: Path) -> None:
        """Keep the recording; neither tokens nor addresses are in it."""
        path.parent.mkdir(exist_ok=True)
        text = json.dumps(self._found, ensure_ascii=False, indent=0)
        path.write_text(text.replace(self._target, "http://recorded") + "\n", "utf-8")


class Replay(_Server):
    """Gives recorded answers again."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._found: dict[str, list[list[Any]]] = {}
        for test, *entry in json.loads(path.read_text("utf-8")):
            self._found.setdefault(f"{test} {entry[1]}", []).append(entry)

    def answer(self, method: str, path: str, body: str, token: str) -> tuple[int, str]:
        """The newest answer that came up to the changes that were made."""
        entries = self._found.get(f"{self.test} {_key(method, path, body)}", [])
        fits = [each for each in entries if each[0] <= self.epoch]
        if not fits:
            return 404, '{"detail": "not recorded"}'
        return fits[-1][2], fits[-1][3].replace("http://recorded", self.url)
