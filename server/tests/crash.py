"""Kills the server under load, again and again, and counts what it stored.

usage: crash.py KILLS
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from sqlalchemy import text

from calque_server.database import Database
from calque_server.devices import OPEN, device_of

CLIENTS = 16
Stored = dict[str, str]


def start(folder: Path, **more: str) -> tuple[subprocess.Popen[str], str]:
    """A server over the database of a folder, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "calque_server", "run", "--port", "0"],
        cwd=folder,
        env={**os.environ, "CALQUE_SERVER_LIMITS": "none", **more},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return process, found[0]


async def propose(
    client: httpx.AsyncClient, url: str, name: str, acknowledged: Stored
) -> None:
    """Propose until the server is gone; each value once, by a guid of its own."""
    address = f"{url}/p/demo/api/v2/content/localize/proposals"
    for number in range(1_000_000):
        guid = f"{name}-{number}"
        form = {"section": "common", "key": "closed", "locale": "de", "guid": guid}
        form["value"] = f"value {guid}"
        try:
            answer = await client.post(address, data=form)
        except httpx.HTTPError:
            return
        if answer.status_code == 201:
            acknowledged[guid] = form["value"]


async def load(url: str, turn: int, process: subprocess.Popen[str]) -> Stored:
    """Load the server for a moment, then kill it; what it acknowledged."""
    acknowledged: Stored = {}
    # A busy machine may be slow; the kill ends all waiting.
    async with httpx.AsyncClient(verify=False, timeout=60) as client:
        work = [
            asyncio.create_task(propose(client, url, f"{turn}-{each}", acknowledged))
            for each in range(CLIENTS)
        ]
        while not acknowledged:
            await asyncio.sleep(0.01)
        await asyncio.sleep(random.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        await asyncio.gather(*work)
    return acknowledged


def main(kills: int) -> None:
    """Kill so often; print what was acknowledged, lost and doubled."""
    folder = Path(tempfile.mkdtemp())
    command = [sys.executable, "-m", "calque_server", "import", "demo"]
    samples = Path(__file__).parents[2] / "samples"
    subprocess.run([*command, str(samples)], cwd=folder, check=True)
    all_: Stored = {}
    began = time.monotonic()
    for turn in range(kills):
        process, url = start(folder)
        all_ |= asyncio.run(load(url, turn, process))
    process, _ = start(folder)
    process.terminate()
    process.wait()
    url = os.environ.get("DATABASE_URL", f"sqlite:///{folder}/calque.db")
    with Database(url, read_only=True).writer.connect() as connection:
        rows = connection.execute(text("SELECT device, value FROM proposal")).all()
        events = connection.execute(
            text("SELECT COUNT(*) FROM event WHERE kind = 'proposed'")
        ).scalar()
        if connection.dialect.name == "sqlite":
            whole = connection.execute(text("PRAGMA integrity_check")).scalar()
            assert whole == "ok", whole
    stored = {row[0]: row[1] for row in rows}
    lost = [
        guid
        for guid, value in all_.items()
        if stored.get(device_of(OPEN, guid)) != value
    ]
    doubled = len(rows) - len(stored)
    print(
        f"{kills} kills in {time.monotonic() - began:.0f} s: {len(all_)} acknowledged, "
        f"{len(rows)} stored, {len(lost)} lost, {doubled} doubled, "
        f"{events} in the log"
    )
    assert all_
    assert not lost
    assert not doubled
    assert events == len(rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
