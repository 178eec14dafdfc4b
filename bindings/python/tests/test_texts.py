from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import http.server
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError as FutureCancelledError
from pathlib import Path
from typing import Any

import pytest

from calque import (
    CalqueError,
    CancelledError,
    InvalidArgumentError,
    InvalidOptionError,
    Status,
    UnreachableError,
    UnsupportedError,
)
from calque._callbacks import kept_count
from calque.http import HTTPTransport
from calque.texts import TextPlace, Texts, Version, VersionedText
from calque.transport import MemoryTransport, Request, Response

VERSIONS = "http://server/versions.json"
EULA = "http://server/eula.txt"


def line(text: VersionedText | None) -> str:
    """A text in one line."""
    if text is None:
        return "-"
    return f"{text.version} {text.text} {text.place.name.lower()} {text.reason.name}"


class Shelf:
    """Makes texts over one folder and a server in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = MemoryTransport()
        self.opened: list[Texts] = []
        (folder / "bundle").mkdir()

    def open(self, transport: Callable[[Request], Response] | None = None) -> Texts:
        texts = Texts(
            cache_directory=self.folder / "cache",
            resource_bundle=self.folder / "bundle",
            resource_timeout=5,
            transport=transport or self.server,
        )
        self.opened.append(texts)
        return texts

    def serve(self, version: str, words: str) -> None:
        self.server.answer(
            VERSIONS, Response(200, body=b'{"eula": "%s"}' % version.encode())
        )
        self.server.answer(EULA, Response(200, body=words.encode()))

    def bundle(self, version: str, words: str) -> None:
        folder = self.folder / "bundle"
        (folder / "versions.json").write_text(f'{{"eula": "{version}"}}')
        (folder / "eula.txt").write_text(words)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    before = kept_count()
    shelf = Shelf(tmp_path)
    yield shelf
    while shelf.opened:
        shelf.opened.pop().close()
    # Exceptions of futures refer to their frames, and the last answer may still be
    # on its way out of a thread of the transport.
    end = time.monotonic() + 5
    while kept_count() > before and time.monotonic() < end:
        gc.collect()
    assert kept_count() <= before


def test_versions_compare_by_numbers_and_show_what_was_written() -> None:
    assert str(Version("1.0.001")) == "1.0.001"
    assert repr(Version(".1.2.3.")) == "Version('1.2.3')"
    assert Version("1.0.001") == Version("1.0.1")
    assert hash(Version("1.0.001")) == hash(Version("1.0.1"))
    assert Version("1.9.9") < Version("1.10.0") <= Version("1.10.0")
    assert Version("1.2.3").numbers == (1, 2, 3)
    assert Version("1.2.3") != "1.2.3"
    with pytest.raises(InvalidArgumentError, match="'one' is not a version"):
        Version("one")


def test_a_text_rises_from_bundle_to_network_and_stays(shelf: Shelf) -> None:
    shelf.bundle("1.0.0", "bundled")
    shelf.serve("1.2.0", "served")
    texts = shelf.open()
    told: list[str] = []
    subscription = texts.on_increase(
        lambda name, version, previous: told.append(f"{name} {previous} {version}")
    )
    assert texts.get("eula") is None
    texts.register("eula", bundle_file="eula.txt", remote_file=EULA)
    assert line(texts.get("eula")) == "0.0.0 bundled bundle OK"
    texts.set_version_source("versions.json", VERSIONS).result()
    assert line(texts.latest("eula")) == "1.2.0 served remote OK"
    assert texts.latest("eula").is_latest
    texts.refresh_versions().result()
    assert told == ["eula 0.0.0 1.0.0", "eula 1.0.0 1.2.0"]
    assert texts.off(subscription)
    assert not texts.off(subscription)
    assert texts.status()["texts"]["eula"]["remoteVersion"] == "1.2.0"
    again = shelf.open()
    again.register("eula")
    assert line(again.get("eula")) == "1.2.0 served cache OK"
    assert again.unregister("eula")
    assert not again.unregister("eula")
    again.register("eula")
    again.clear_caches()
    assert again.get("eula") is None


def test_what_fails_falls_back_and_says_why(shelf: Shelf) -> None:
    shelf.bundle("1.0.0", "bundled")
    shelf.serve("2.0.0", "served")
    shelf.server.answer(EULA, Response(404, body=b"a page"))
    texts = shelf.open()
    texts.set_version_source("versions.json", VERSIONS).result()
    texts.register("eula", bundle_file="eula.txt", remote_file=EULA)
    assert line(texts.latest("eula")) == "1.0.0 bundled bundle HTTP_STATUS"
    assert not texts.latest("eula").is_latest
    texts.register("other", remote_file=EULA)
    assert texts.latest("other") is None
    assert texts.latest("unknown") is None
    assert texts.request("other").result() is None
    shelf.server.answer(VERSIONS, OSError("down"))
    with pytest.raises(UnreachableError):
        texts.refresh_versions().result()


def test_wrong_arguments_are_refused(shelf: Shelf, tmp_path: Path) -> None:
    texts = shelf.open()
    with pytest.raises(InvalidArgumentError):
        texts.register("")
    with pytest.raises(InvalidArgumentError):
        texts.register("a", sha256="00")
    with pytest.raises(InvalidOptionError):
        Texts(cache_directory=tmp_path, resource_timeout=0)
    with pytest.raises(TypeError):
        Texts(cache_directory=tmp_path, transport=3)  # type: ignore[arg-type]
    texts.set_resource_timeout(1)
    texts.set_resource_bundle(None)
    texts.close()
    with pytest.raises(ValueError, match="closed"):
        texts.get("a")


def test_a_digest_admits_one_text(shelf: Shelf) -> None:
    shelf.serve("1.0.0", "forged")
    texts = shelf.open()
    digest = hashlib.sha256(b"true").hexdigest()
    texts.register("eula", remote_file=EULA, sha256=digest)
    assert texts.get("eula") is None
    shelf.serve("1.0.0", "true")
    assert texts.latest("eula").text == "true"


def test_without_a_transport_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("from a file")
    with Texts(cache_directory=tmp_path / "cache") as texts:
        texts.register("a", remote_file=(tmp_path / "a.txt").as_uri())
        assert line(texts.latest("a")) == "0.0.0 from a file remote OK"
        texts.register("b", remote_file=EULA)
        with pytest.raises(UnsupportedError):
            texts.latest("b")


class Slow:
    """A transport that answers when it is let."""

    def __init__(self) -> None:
        self.arrived = threading.Semaphore(0)
        self.let = threading.Event()

    def __call__(self, request: Request) -> Response:
        self.arrived.release()
        self.let.wait()
        return Response(200, body=b"served")


def test_requests_time_out_and_are_cancelled_alone(shelf: Shelf) -> None:
    slow = Slow()
    texts = shelf.open(slow)
    texts.register("eula", remote_file=EULA)
    slow.arrived.acquire()
    first, second = texts.request("eula"), texts.request("eula")
    assert texts.latest("eula", timeout=0.01) is None
    assert second.cancel()
    with pytest.raises(FutureCancelledError):
        second.result()
    slow.let.set()
    assert line(first.result()) == "0.0.0 served remote OK"
    assert not first.cancel()


def test_closing_cancels_what_waits(shelf: Shelf) -> None:
    slow = Slow()
    texts = shelf.open(slow)
    texts.register("eula", remote_file=EULA)
    slow.arrived.acquire()
    waiting = texts.request("eula")
    versions = texts.set_version_source(None, VERSIONS)
    texts.close()
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(CancelledError):
        versions.result()
    slow.let.set()


def test_asyncio_waits_without_a_thread(shelf: Shelf) -> None:
    slow = Slow()
    texts = shelf.open(slow)
    names = [f"text {number}" for number in range(20)]
    for name in names:
        texts.register(name, remote_file=EULA)

    async def fetch_all() -> list[VersionedText]:
        waiting = [asyncio.ensure_future(texts.alatest(name)) for name in names]
        cancelled = asyncio.ensure_future(texts.alatest(names[0]))
        await asyncio.sleep(0)
        cancelled.cancel()
        slow.let.set()
        return await asyncio.gather(*waiting)

    assert [text.text for text in asyncio.run(fetch_all())] == ["served"] * 20


def test_what_a_receiver_raises_is_reported(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[type[BaseException]] = []
    monkeypatch.setattr(
        threading, "excepthook", lambda arguments: told.append(arguments.exc_type)
    )
    shelf.serve("1.0.0", "served")
    texts = shelf.open()

    def receive(name: str, version: Version, previous: Version) -> None:
        raise LookupError(name)

    texts.on_increase(receive)
    texts.set_version_source(None, VERSIONS).result()
    texts.register("eula", remote_file=EULA)
    assert texts.latest("eula").text == "served"
    texts.refresh_versions().result()
    assert told == [LookupError]


class Unreliable(http.server.BaseHTTPRequestHandler):
    """Answers wrongly at random, while the server says so."""

    protocol_version = "HTTP/1.1"
    server: UnreliableServer

    def do_GET(self) -> None:
        fault = self.server.next_fault()
        body = self.server.body(self.path)
        if fault == "drop":
            self.close_connection = True
            return
        if fault == "late":
            self.server.recovered.wait(2)
        status = {"404": 404, "500": 500}.get(fault, 200)
        if fault == "garbage" and self.path == "/versions":
            body = b'{"text 0": 1'
        self.send_response(status)
        more = 7 if fault == "short" else 0
        self.send_header("Content-Length", str(len(body) + more))
        self.end_headers()
        self.wfile.write(body)
        if more:
            self.close_connection = True

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class UnreliableServer(http.server.ThreadingHTTPServer):
    """A hundred texts, each of which names its version."""

    daemon_threads = True
    FAULTS = ("drop", "late", "404", "500", "garbage", "short", "none", "none")

    def __init__(self, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), Unreliable)
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.recovered = threading.Event()

    def next_fault(self) -> str:
        with self.lock:
            if self.recovered.is_set():
                return "none"
            return self.random.choice(self.FAULTS)

    def body(self, path: str) -> bytes:
        if path == "/versions":
            entries = (f'"text {number}": "1.{number}.0"' for number in range(100))
            return ("{" + ", ".join(entries) + "}").encode()
        return f"text {path[1:]} of version 1.{path[1:]}.0".encode()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


@pytest.fixture
def unreliable() -> Iterator[UnreliableServer]:
    server = UnreliableServer(seed=3)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.recovered.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_hundred_texts_converge_once_the_faults_stop(
    unreliable: UnreliableServer, tmp_path: Path
) -> None:
    def check(number: int, text: VersionedText | None) -> None:
        if text is not None:
            assert text.text == f"text {number} of version 1.{number}.0"
            assert text.version in (Version("0.0.0"), Version(f"1.{number}.0"))

    with (
        HTTPTransport() as transport,
        Texts(
            cache_directory=tmp_path, resource_timeout=0.5, transport=transport
        ) as texts,
    ):
        texts.set_version_source(None, unreliable.url("/versions"))
        for number in range(100):
            texts.register(f"text {number}", remote_file=unreliable.url(f"/{number}"))
        for number in range(100):
            check(number, texts.get(f"text {number}"))
        for number in range(0, 100, 10):
            with contextlib.suppress(CalqueError):  # a fault, and no text yet
                check(number, texts.latest(f"text {number}"))
        unreliable.recovered.set()
        texts.set_resource_timeout(10)
        while texts.refresh_versions().exception() is not None:
            pass  # joined what was under way before
        for number in range(100):
            text = texts.latest(f"text {number}")
            check(number, text)
            assert text.version == Version(f"1.{number}.0")
            assert text.reason is Status.OK
            assert text.place is TextPlace.REMOTE
