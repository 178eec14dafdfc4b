"""Large bodies: the sender is checked first, and one import does not hold up others."""

from __future__ import annotations

import json
import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from crash import start
from harness import (
    ROOT,
    TESTER,
    Running,
    asking,
    make_project,
    run_program,
    running,
    wait_for,
)
from test_api import API, key_client
from test_attacks import WIRE, key_of

from calque_server import decisions
from calque_server.database import Database
from calque_server.settings import Limits, Settings

ONE_DATABASE = True


def peak(pid: int) -> int:
    """The most memory that a process had, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(each for each in status.split("\n") if each.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def upload(url: str, headers: dict[str, str], size: int, most: float = 60) -> bytes:
    """Begin to send a body of a size; what comes back, and how much went."""
    host, port = url.removeprefix("http://").split(":")
    own = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = (
        f"POST {API}/imports HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Content-Length: {size}\r\n{own}\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=most) as sent:
        sent.sendall(head.encode())
        try:
            return sent.recv(4096)
        except TimeoutError:
            return b""


class TestBodies:
    """3. Who asks comes before the body."""

    def test_a_strangers_body_is_not_read(self, served: Running) -> None:
        """Of 150 MB not a byte is waited for, as the response says."""
        for headers, status in (
            ({}, b"401"),
            ({"Authorization": "Bearer wrong"}, b"401"),
            ({"Authorization": f"Bearer {key_of(served)}"}, b"403"),
            ({"Authorization": f"Bearer {key_of(served, 'import')}"}, b"413"),
        ):
            answer = upload(served.url, headers, 150_000_000)
            assert answer.split(b" ")[1] == status

    def test_a_body_that_stops_coming_is_given_up(self, database: Database) -> None:
        project = make_project(database)
        limits = Limits(body_seconds=0.2)
        with running(database, replace(Settings(), port=0, limits=limits)) as (url, s):
            served = Running(url, database, s, project, asking())
            headers = {"Authorization": f"Bearer {key_of(served, 'import')}"}
            assert upload(url, headers, 1000).split(b" ")[1] == b"408"

    def test_a_members_large_body_is_on_the_disk(
        self, empty_url: str, tmp_path: Path
    ) -> None:
        run_program("import", "samples", str(ROOT / "samples"), database=empty_url)
        told = run_program("key", "samples", "--scope", "import", database=empty_url)
        process, url = start(tmp_path, DATABASE_URL=empty_url)
        try:
            httpx.get(f"{url}/healthz").raise_for_status()
            before = peak(process.pid)
            body = b'{"catalogs": {"de": {"home": {"one": "1"}}}}' + b" " * 60_000_000
            answer = httpx.post(
                f"{url}{API.replace('demo', 'samples')}/imports",
                content=body,
                headers={"Authorization": f"Bearer {told.stdout.strip()}"},
                timeout=60,
            )
            assert answer.json()["added"] == 1
            assert peak(process.pid) - before < 20_000_000
        finally:
            process.terminate()
            process.wait()


def large_import(leaves: int, size: int) -> bytes:
    tree = {f"key{number}": f"{number} " + "x" * size for number in range(leaves)}
    return json.dumps(
        {"catalogs": {"en": {"home": tree}, "de": {"home": tree}}}
    ).encode()


class TestBesideTheLoop:
    """4. A large import of one project does not hold up another."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(import_bytes=100_000_000)

    # The long form is a body of 71 MB.
    @pytest.mark.parametrize(
        "leaves", [8_000, pytest.param(67_000, marks=pytest.mark.slow)]
    )
    def test_live_texts_go_on(self, served: Running, leaves: int) -> None:
        other = make_project(served.database, "other")
        body = large_import(leaves, 500)
        done: list[int] = []

        def send() -> None:
            with key_client(served, "import") as client:
                client.timeout = httpx.Timeout(600)
                done.append(client.post("/imports", content=body).status_code)

        host = f"{served.url}/p/other/development"
        served.client.get(f"{host}/locales/de/home.json").raise_for_status()
        # Both projects have their working texts in memory.
        url = f"{served.base}/development/locales/de/home.json"
        served.client.get(url).raise_for_status()
        cursor = served.client.get(f"{host}/events?after=").json()["cursor"]
        importing = threading.Thread(target=send)
        started = time.monotonic()
        importing.start()
        waits = []
        turn = 0
        while importing.is_alive() or turn < 5:
            turn += 1
            form = {"section": "home", "key": "title", "locale": "de", "guid": "g"}
            began = time.monotonic()
            made = served.client.post(
                f"{served.url}/p/other{WIRE}", data={**form, "value": f"V{turn}"}
            )
            id_ = made.json()["data"]["id"]
            served.database.write_now(decisions.accept, other, id_, TESTER)
            values: list[str | None] = []
            # The first answer may hold what came before: the project's own import.
            while f"V{turn}" not in values:
                news = served.client.get(
                    f"{host}/events", params={"after": cursor, "wait": 20}, timeout=30
                ).json()
                assert news["events"], "the accepted text did not go live"
                cursor = news["cursor"]
                values = [each.get("value") for each in news["events"]]
            waits.append(time.monotonic() - began)
            found = served.client.get(f"{host}/locales/de/home.json").json()
            assert found["title"] == f"V{turn}"
        importing.join()
        took = time.monotonic() - started
        assert done == [200]
        print(
            f"{len(body) / 1e6:.0f} MB in {took:.0f} s: {turn} texts went live "
            f"meanwhile, at most {max(waits):.2f} s each"
        )
        # Each waited for most of the import before, however busy the machine is.
        assert sorted(waits)[len(waits) // 2] < took / 4
        live = wait_for(
            lambda: len(served.client.get(url, timeout=300).json()) == leaves, 600
        )
        assert live

    def test_one_import_of_a_project_at_a_time(self, served: Running) -> None:
        served.server.state.importing.add(served.project.id)
        with key_client(served, "import") as client:
            answer = client.post("/imports", json={"catalogs": {}})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")

    @pytest.mark.parametrize(("most", "status"), [(2, 413), (3, 200), (4, 200)])
    def test_a_project_takes_so_many_texts(
        self, database: Database, most: int, status: int
    ) -> None:
        project = make_project(database)
        limits = Limits(import_texts=most)
        with running(database, replace(Settings(), port=0, limits=limits)) as (url, s):
            served = Running(url, database, s, project, asking())
            tree = {"a": "1", "b": {"c": "2", "d": "3"}}
            with key_client(served, "import") as client:
                given = {"catalogs": {"de": {"home": tree}}}
                assert client.post("/imports", json=given).status_code == status
