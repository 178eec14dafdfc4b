from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
from crash import start
from harness import ROOT, wait_for

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
        # The server ends its work, then lets the signal have its way.
        assert process.wait(10) in (0, -signal.SIGTERM)
    told = command(folder, "export", "samples", "out")
    assert told.stdout == "12 files\n"
    for path_ in (ROOT / "samples").rglob("*.json"):
        written = folder / "out" / path_.relative_to(ROOT / "samples")
        assert written.read_text("utf-8").split() == path_.read_text("utf-8").split()


def test_a_copy_is_taken_under_load_and_put_back(folder: Path) -> None:
    process, url = start(folder)
    address = f"{url}/p/samples/api/v2/content/localize/proposals"
    form = {"section": "common", "key": "closed", "locale": "de", "value": "Zu"}
    stored: list[str] = []
    enough = threading.Event()

    def propose(name: str) -> None:
        with httpx.Client() as client:
            while not enough.is_set():
                guid = f"{name}-{len(stored)}"
                if client.post(address, data={**form, "guid": guid}).is_success:
                    stored.append(guid)

    people = [threading.Thread(target=propose, args=(name,)) for name in "abcd"]
    for each in people:
        each.start()
    wait_for(lambda: len(stored) > 100)
    before = list(stored)
    told = command(folder, "backup", "copy.db")
    assert told.returncode == 0, told.stderr
    assert len(stored) > len(before)
    enough.set()
    for each in people:
        each.join()
    assert "in use" in command(folder, "restore", "copy.db").stderr
    process.terminate()
    process.wait(10)
    assert "there already" in command(folder, "backup", "copy.db").stderr
    assert command(folder, "restore", "copy.db").returncode == 0
    with contextlib.closing(sqlite3.connect(folder / "calque.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT device FROM proposal").fetchall()
    assert {device_of(OPEN, guid) for guid in before} <= {row[0] for row in rows}
    (folder / "bad.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert command(folder, "restore", "bad.db").returncode == 1


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
def test_kills_lose_and_double_nothing(kills: int) -> None:
    own = [sys.executable, str(Path(__file__).parent / "crash.py"), str(kills)]
    environment = {**os.environ}
    environment.pop("DATABASE_URL", None)
    told = subprocess.run(
        own, capture_output=True, text=True, check=False, env=environment
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "0 lost, 0 doubled" in told.stdout
