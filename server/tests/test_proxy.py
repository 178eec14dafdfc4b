"""Behind nginx, with the configuration of docs/running.md as it is written there."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import ROOT, TESTER, Running, asking, make_project, running, wait_for
from test_live import Stream, published
from weblate import free_port

from calque_server import people
from calque_server.database import Database
from calque_server.settings import Settings

ONE_DATABASE = True
PAGE = (ROOT / "docs/running.md").read_text("utf-8")


@contextmanager
def nginx(folder: Path, target: str, user: str) -> Iterator[str]:
    """The proxy of the page, on loopback and without TLS; who is signed in there."""
    found = re.search(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    port = free_port()
    written = found[1].replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    written = written.replace("http://127.0.0.1:8000", target)
    written = written.replace('X-Remote-User ""', f'X-Remote-User "{user}"')
    assert written.count(target) == written.count(f'"{user}"') == 1
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;\n"
        f"uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{written}}}\n"
    )
    command = [
        "nginx",
        "-e",
        folder / "error",
        "-p",
        folder,
        "-c",
        folder / "nginx.conf",
    ]
    process = subprocess.Popen([str(each) for each in command])
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        try:
            return httpx.get(f"{url}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_for(answers)
        yield url
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def served(database: Database) -> Iterator[Running]:
    project = make_project(database)
    settings = replace(
        Settings(), port=0, behind_proxy=True, user_header="X-Remote-User"
    )
    with running(database, settings) as (url, server), asking() as client:
        yield Running(url, database, server, project, client)


def test_the_proxy_says_who_is_there(served: Running, tmp_path: Path) -> None:
    def work(connection: Any) -> None:
        id_ = people.create(connection, "Ada", TESTER)
        people.grant(connection, id_, served.project.id, "reviewer", TESTER)
        people.set_password(connection, id_, "Ada", "ada", None)

    served.database.write_now(work)
    for user, status in (("ada", 200), ("eve", 303), ("", 303)):
        folder = tmp_path / (user or "nobody")
        folder.mkdir()
        with nginx(folder, served.url, user) as url:
            # Whoever claims something else is not believed.
            headers = {"X-Remote-User": "ada", "Origin": url}
            page = httpx.get(f"{url}/projects/demo", headers=headers)
            assert page.status_code == status
            if user == "ada":
                id_ = served.propose("Hallo").json()["data"]["id"]
                path = f"{url}/projects/demo/proposals/{id_}/reject"
                assert httpx.post(path, headers=headers).status_code == 303
                other = {**headers, "Origin": "https://evil.example"}
                assert httpx.post(path, headers=other).status_code == 403


def test_without_the_setting_no_header_counts(database: Database) -> None:
    make_project(database)
    settings = replace(Settings(), port=0, user_header="X-Remote-User")
    with running(database, settings) as (url, _):
        headers = {"X-Remote-User": "ada"}
        assert httpx.get(f"{url}/projects/demo", headers=headers).status_code == 303


def test_streams_and_bodies_go_through_at_once(served: Running, tmp_path: Path) -> None:
    with nginx(tmp_path, served.url, "") as url:
        own = Running(
            url, served.database, served.server, served.project, served.client
        )
        stream = Stream(own)
        while b"id: " not in stream.data:
            stream.read()
        began = time.monotonic()
        published(served, 1)
        while not stream.events():
            stream.read()
        assert time.monotonic() - began < 10
        # The limits of addresses are those of the person, not of the proxy.
        state = served.server.state
        assert own.propose("Hallo").status_code == 201
        assert list(state.by_address._buckets) == ["127.0.0.0/24"]


def test_variables_of_the_pages_are_those_of_the_server() -> None:
    known = {f"CALQUE_SERVER_{each.name.upper()}" for each in fields(Settings)}
    known |= {"DATABASE_URL"}
    texts = [PAGE]
    for name in ("Containerfile", "calque-server.service"):
        texts.append((ROOT / "server" / name).read_text("utf-8"))
    named = {each for text in texts for each in re.findall(r"CALQUE_SERVER_\w+", text)}
    assert named <= known
    for each in known - {"DATABASE_URL", "CALQUE_SERVER_DATABASE_URL"}:
        assert each in PAGE, each
