"""Opens many streams of events and measures how soon all are told of a new text.

usage: streams.py [STREAMS]
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from crash import start

ROUNDS = 5


def resident(process: int) -> int:
    """Kilobytes that a process has in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]


async def told(reader: asyncio.StreamReader) -> float:
    """The moment when a stream tells of a text."""
    while b"event: texts" not in await reader.readline():
        pass
    return time.monotonic()


async def measure(url: str, process: int, key: str, count: int) -> None:
    """Print what so many streams cost, and how long the last one waits."""
    before = resident(process)
    parts = urlsplit(url)
    readers, writers = [], []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(b"GET /p/load/development/events HTTP/1.1\r\nHost: x\r\n\r\n")
        while not (await reader.readline()).startswith(b"id: "):
            pass
        readers.append(reader)
        writers.append(writer)
    each = (resident(process) - before) / count
    own = f"{url}/api/calque/v1/projects/load"
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(headers=headers, timeout=60) as client:
        waits = []
        for turn in range(ROUNDS):
            at = {"section": "load", "key": "key0", "locale": "de", "guid": "streams"}
            given = {**at, "value": f"Wert {turn}"}
            made = (await client.post(f"{own}/proposals", json=given)).json()
            waiting = asyncio.gather(*map(told, readers))
            await asyncio.sleep(0)
            began = time.monotonic()
            match = {"If-Match": f'"{made["base_revision"]}"'}
            path = f"{own}/proposals/{made['id']}/accept"
            answer = await client.post(path, headers=match)
            assert answer.is_success, answer.text
            last = max(await waiting)
            waits.append(last - began)
    longest, usual = max(waits), sorted(waits)[ROUNDS // 2]
    print(
        f"{count} streams: {each:.1f} KiB each, the last is told after "
        f"{usual * 1000:.0f} ms (longest of {ROUNDS}: {longest * 1000:.0f} ms)"
    )
    for writer in writers:
        writer.close()


def main(count: int) -> None:
    """Serve a small project and listen to it so many times."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = Path(tempfile.mkdtemp())
    for tag in ("en", "de"):
        (folder / f"catalogs/{tag}").mkdir(parents=True)
        tree = {f"key{number}": "A text" for number in range(50)}
        (folder / f"catalogs/{tag}/load.json").write_text(json.dumps(tree))
    command = [sys.executable, "-m", "calque_server"]
    environment = {**os.environ, "DATABASE_URL": "sqlite:///calque.db"}

    def run(*arguments: str) -> str:
        return subprocess.run(
            [*command, *arguments],
            cwd=folder,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    run("import", "load", "catalogs")
    key = run("key", "load", "--scope", "publish").strip()
    process, url = start(folder)
    try:
        asyncio.run(measure(url, process.pid, key, count))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
