"""multiprocessing's fork while a load, a request or a timer is pending."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from calque import Translator
from calque.http import HTTPTransport

FORK = multiprocessing.get_context("fork")
PATIENCE = 30
CONTENT = b'{"key": "Wert"}'


class Server(ThreadingHTTPServer):
    """Keeps connections open, and the first answer back until it is let go."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = threading.Event()
        self.let_go = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        if not self.server.asked.is_set():
            self.server.asked.set()
            self.server.let_go.wait(10 * PATIENCE)
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.let_go.set()
        server.shutdown()


@pytest.fixture
def loading(server: Server) -> Iterator[Translator]:
    """A translator whose load and missing keys are pending."""
    options = {
        "lng": "de",
        "fallbackLng": False,
        "partialBundledLanguages": True,
        "resources": {"de": {"translation": {"here": "Da"}}},
        "saveMissing": True,
        "debounceInterval": 60_000,
        "flushTimeout": 0,
        "backend": {
            "loadPath": server.url + "/{{lng}}/{{ns}}",
            "addPath": server.url + "/add/{{lng}}/{{ns}}",
        },
    }
    with (
        HTTPTransport(proxy="") as transport,
        Translator("v4", options, transport=transport) as translator,
    ):
        translator.load_async()
        assert server.asked.wait(PATIENCE)
        assert translator.t("missing") == "missing"
        yield translator


def forked(body: Callable[[], None]) -> int | None:
    """The exit code of a child that ran the body; None when it hung."""
    child = FORK.Process(target=body)
    child.start()
    child.join(PATIENCE)
    if child.is_alive():
        child.kill()
        child.join()
        return None
    return child.exitcode


def test_a_child_translates_and_closes(loading: Translator) -> None:
    def body() -> None:
        assert loading.t("here") == "Da"
        loading.close()

    for _ in range(5):
        assert forked(body) == 0
    assert loading.t("here") == "Da"


def test_a_child_loads_over_connections_of_its_own(
    loading: Translator, server: Server
) -> None:
    def body() -> None:
        loading.load()
        assert loading.t("key") == "Wert"
        loading.close()

    for _ in range(5):
        assert forked(body) == 0
    assert loading.t("key") == "key"
    server.let_go.set()
    loading.load()
    assert loading.t("key") == "Wert"


def test_a_pool_translates(loading: Translator) -> None:
    with FORK.Pool(2, initializer=_shared.append, initargs=(loading,)) as pool:
        assert pool.map(_translate, ["here"] * 20, chunksize=1) == ["Da"] * 20


_shared: list[Translator] = []


def _translate(key: str) -> str:
    return str(_shared[0].t(key))
