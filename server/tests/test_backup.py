"""Copies of both databases: taken under load, put back after a kill."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import httpx
from crash import start
from harness import ROOT, asking, run_program, wait_for
from sqlalchemy import create_engine, make_url, text

from calque_server.devices import OPEN, device_of

FORM = {"section": "common", "key": "closed", "locale": "de", "value": "Zu"}


def devices(url: str) -> set[str]:
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = create_engine(parsed)
    with engine.connect() as connection:
        found = set(connection.execute(text("SELECT device FROM proposal")).scalars())
    engine.dispose()
    return found


def test_a_copy_is_taken_under_load_and_put_back(
    empty_url: str, tmp_path: Path
) -> None:
    samples = str(ROOT / "samples")
    told = run_program("import", "samples", samples, database=empty_url)
    assert told.returncode == 0, told.stderr
    process, url = start(tmp_path, DATABASE_URL=empty_url)
    address = f"{url}/p/samples/api/v2/content/localize/proposals"
    stored: list[str] = []
    enough = threading.Event()

    def propose(name: str) -> None:
        with asking() as client:
            while not enough.is_set():
                guid = f"{name}-{len(stored)}"
                try:
                    answer = client.post(address, data={**FORM, "guid": guid})
                except httpx.HTTPError:
                    return
                if answer.is_success:
                    stored.append(guid)

    people = [threading.Thread(target=propose, args=(name,)) for name in "abcd"]
    for each in people:
        each.start()
    wait_for(lambda: len(stored) > 50)
    before = list(stored)
    copy = str(tmp_path / "copy")
    told = run_program("backup", copy, database=empty_url)
    assert told.returncode == 0, told.stderr
    again = run_program("backup", copy, database=empty_url)
    assert "already exists" in again.stderr
    assert "in use" in run_program("restore", copy, database=empty_url).stderr
    # It is killed, and what it has is spoilt.
    process.send_signal(signal.SIGKILL)
    process.wait()
    enough.set()
    for each in people:
        each.join()
    acknowledged = {device_of(OPEN, guid) for guid in stored}
    assert acknowledged <= devices(empty_url)
    told = run_program("restore", copy, database=empty_url)
    assert told.returncode == 0, told.stderr
    assert {device_of(OPEN, guid) for guid in before} <= devices(empty_url)
    process, url = start(tmp_path, DATABASE_URL=empty_url)
    try:
        address = f"{url}/p/samples/api/v2/content/localize/proposals"
        assert httpx.post(address, data={**FORM, "guid": "new"}).status_code == 201
    finally:
        process.terminate()
        process.wait()
    bad = tmp_path / "bad"
    bad.write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert run_program("restore", str(bad), database=empty_url).returncode == 1
    assert device_of(OPEN, "new") in devices(empty_url)
