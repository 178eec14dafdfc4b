from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from crash import start
from harness import ROOT, run_program
from sqlalchemy import text

from calque_server.database import Database
from calque_server.devices import OPEN, device_of


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "calque_server", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    told = command(tmp_path, "import", "samples", str(ROOT / "samples"))
    assert told.returncode == 0, told.stderr
    return tmp_path


def test_a_folder_is_served_and_comes_back(folder: Path) -> None:
    process, url = start(folder)
    try:
        path = "/p/samples/production/locales/ar/books.json"
        own = (ROOT / "samples/ar/books.json").read_bytes()
        assert httpx.get(url + path).json() == httpx.Response(200, content=own).json()
        second = command(folder, "import", "samples", str(ROOT / "samples"))
        assert second.returncode == 1
        assert "in use" in second.stderr
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    told = command(folder, "export", "samples", "out")
    assert told.stdout == "12 files\n"
    for path_ in (ROOT / "samples").rglob("*.json"):
        written = folder / "out" / path_.relative_to(ROOT / "samples")
        assert written.read_text("utf-8").split() == path_.read_text("utf-8").split()


def test_somebody_is_forgotten(folder: Path) -> None:
    process, url = start(folder)
    address = f"{url}/p/samples/api/v2/content/localize/proposals"
    form = {"section": "common", "key": "closed", "locale": "de", "guid": "somebody-1"}
    assert httpx.post(address, data={**form, "value": "Zu"}).status_code == 201
    process.terminate()
    process.wait(10)
    assert command(folder, "forget", "somebody-1").stdout == "1 proposals\n"
    connection = sqlite3.connect(folder / "calque.db")
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert "somebody-1" not in dump
    assert device_of(OPEN, "somebody-1")[:8] not in dump
    assert "Zu" in dump


def test_numbers_are_shown_where_they_are_wanted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {}
    for wanted in ("no", "yes"):
        monkeypatch.setenv("CALQUE_SERVER_METRICS", wanted)
        process, url = start(folder)
        try:
            form = {"section": "common", "key": "closed", "locale": "de", "guid": "g"}
            address = f"{url}/p/samples/api/v2/content/localize/proposals"
            httpx.post(address, data={**form, "value": wanted}).raise_for_status()
            shown[wanted] = httpx.get(f"{url}/metrics")
        finally:
            process.terminate()
            process.wait(10)
    assert shown["no"].status_code == 404
    assert "calque_open_proposals 1\n" in shown["yes"].text


def test_without_a_key_a_closed_project_takes_nothing(folder: Path) -> None:
    assert command(folder, "open", "samples", "no").returncode == 0
    secret = command(folder, "key", "samples", "--application", "app").stdout.strip()
    process, url = start(folder)
    try:
        address = f"{url}/p/samples/api/v2/content/localize/proposals"
        assert httpx.get(address).status_code == 401
        headers = {"X-Rest-Api-Key": secret, "X-Application-id": "app"}
        assert httpx.get(address, headers=headers).status_code == 200
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_kills_lose_and_double_nothing(empty_url: str, kills: int) -> None:
    own = [sys.executable, str(Path(__file__).parent / "crash.py"), str(kills)]
    environment = {**os.environ, "DATABASE_URL": empty_url}
    told = subprocess.run(
        own, capture_output=True, text=True, check=False, env=environment
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "0 lost, 0 doubled" in told.stdout


def test_a_signal_ends_it_in_time(empty_url: str, tmp_path: Path) -> None:
    """Streams, waiting requests and a slow body under way: five seconds, no more."""
    run_program("import", "samples", str(ROOT / "samples"), database=empty_url)
    process, url = start(tmp_path, DATABASE_URL=empty_url)
    host, port = url.removeprefix("http://").split(":")
    events = "/p/samples/production/events"
    opened = []
    for head in (
        f"GET {events} HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET {events}?after=0&wait=60 HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /api/v2/open HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na",
        "GET / HT",
    ):
        opened.append(socket.create_connection((host, int(port)), timeout=10))
        opened[-1].sendall(head.encode())
    first = b""
    while b"retry: 2000" not in first:
        part = opened[0].recv(4096)
        assert part, first
        first += part
    form = {"section": "common", "key": "closed", "locale": "de", "guid": "g"}
    address = f"{url}/p/samples/api/v2/content/localize/proposals"
    assert httpx.post(address, data={**form, "value": "Zu"}).status_code == 201
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert time.monotonic() - began < 5
    last = b""
    while part := opened[0].recv(4096):
        last += part
    assert b"retry: " in last
    with Database(empty_url, read_only=True).writer.connect() as connection:
        found = connection.execute(text("SELECT value FROM proposal")).scalars()
        assert list(found) == ["Zu"]
    for each in opened:
        each.close()
