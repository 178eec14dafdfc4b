"""Loads the server with wrk on the same machine and prints a table.

usage: load.py [SECONDS [postgresql]]    needs wrk; both databases sync to disk
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from crash import start
from postgres import cluster

PROPOSE = """
local n = 0
local thread = tostring(math.random(1, 1000000000))
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
request = function()
  n = n + 1
  return wrk.format(nil, nil, nil, "section=load&key=key" .. (n % 500) ..
    "&locale=de&platform=web&guid=" .. thread .. "-" .. n .. "&value=Wert+" .. n)
end
"""
UNCHANGED = "wrk.headers[\"If-None-Match\"] = '{etag}'\n"
PACKED = 'wrk.headers["Accept-Encoding"] = "gzip"\n'


def cpu(process: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name: str, process: int, url: str, script: str, seconds: int) -> None:
    """One line of the table."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write("math.randomseed(os.time())\n" + script)
        file.flush()
        before, began = cpu(process), time.monotonic()
        told = subprocess.run(
            ["wrk", "-t1", "-c32", f"-d{seconds}s", "--latency", "-s", file.name, url],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    used, took = cpu(process) - before, time.monotonic() - began
    count = int(re.search(r"(\d+) requests in", told)[1])  # type: ignore[index]
    p99 = re.search(r"99%\s+(\S+)", told)[1]  # type: ignore[index]
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", told)
    print(
        f"| {name} | {count / took:,.0f} | {p99} | {used / count * 1e6:.0f} "
        f"| {bad[1] if bad else 0} |",
        flush=True,
    )


def main(seconds: int) -> None:
    """Print what the server does in so many seconds for each kind of request."""
    folder = Path(tempfile.mkdtemp())
    tree = {f"key{number}": f"A text with the number {number}" for number in range(500)}
    (folder / "catalogs/en").mkdir(parents=True)
    (folder / "catalogs/de").mkdir()
    for tag in ("en", "de"):
        (folder / f"catalogs/{tag}/load.json").write_text(json.dumps(tree))
    command = [sys.executable, "-m", "calque_server", "import", "load", "catalogs"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    began = time.monotonic()
    process, url = start(folder)
    base = f"{url}/p/load"
    catalog = f"{base}/production/locales/de/load.json"
    first = httpx.get(catalog)
    started = time.monotonic() - began
    status = Path(f"/proc/{process.pid}/status").read_text()
    resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024  # type: ignore[index]
    print(f"start to first answer {started:.2f} s, resident {resident} MB")
    print("| request | per second | p99 | CPU µs each | refused |")
    print("|---|---|---|---|---|")
    etag = first.headers["etag"]
    id_ = process.pid
    measure("catalog, 304", id_, catalog, UNCHANGED.format(etag=etag), seconds)
    measure("catalog, 200, gzip", id_, catalog, PACKED, seconds)
    address = f"{base}/api/v2/content/localize/proposals"
    measure("proposal, 201", id_, address, PROPOSE, seconds)
    process.terminate()
    process.wait()


if __name__ == "__main__":
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if sys.argv[2:] == ["postgresql"]:
        with cluster(fsync="on") as made:
            os.environ["DATABASE_URL"] = made.create("load")
            main(length)
    else:
        main(length)
