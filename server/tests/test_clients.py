"""Programs that use the library, unchanged, against the server."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import time

import pytest
from harness import ROOT, TESTER, Running, make_project, run, wait_for
from sqlalchemy import select

from calque import Translator, UnreachableError
from calque.http import HTTPTransport
from calque.live import Change, Listener, follow
from calque.localization import Localization
from calque.transport import Request, Response, fetch
from calque_server import decisions
from calque_server.devices import OPEN, device_of
from calque_server.schema import proposal
from calque_server.settings import Limits

BINDING = ROOT / "bindings/python"
GREETING = {"en-GB": {"home": {"title": "Welcome", "greeting": "Good day to you"}}}
COMMANDS = "show\nedit\npropose greeting Hello there\nlist\ndone\ndelete 1\nquit\n"


ONE_DATABASE = True


@pytest.fixture
def limits() -> Limits:
    return Limits(device_burst=2000)


def test_the_clients_own_tests_pass() -> None:
    folders = ("server/tests", "server/src", "bindings/python/src", "command/src")
    path = os.pathsep.join(str(ROOT / each) for each in folders)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        str(ROOT / "server/pyproject.toml"),
    ]
    command += ["-p", "contract_backend", str(BINDING / "tests/test_localization.py")]
    told = run(*command, env={**os.environ, "PYTHONPATH": path}).stdout
    assert "33 passed" in told


def test_the_example_proposes(served: Running) -> None:
    make_project(served.database, "greeting", GREETING)
    command = [sys.executable, str(BINDING / "examples/propose.py"), "--backend"]
    told = run(
        *command,
        f"{served.url}/p/greeting/api/v2",
        input="",
        env={**os.environ, "PYTHONPATH": str(BINDING / "src")},
    ).stdout
    assert "* greeting: Hello there\n" in told
    assert told.endswith("deleted\n  title: Welcome\n  greeting: Good day to you\n")


def test_the_program_in_c_proposes(served: Running) -> None:
    make_project(served.database, "greeting", GREETING)
    url = f"{served.url}/p/greeting/api/v2"
    told = subprocess.run(
        [ROOT / "build/bindings/c/examples/propose", url],
        input=COMMANDS,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    expected = (ROOT / "bindings/c/examples/propose.txt").read_text()
    # The stand-in numbers proposals by its requests, the server from 1.
    told = told.replace(f'"application_id":{project_id(told)}', '"application_id":1')
    assert told == expected.replace('"id":3', '"id":1')


def project_id(told: str) -> str:
    return told.split('"application_id":')[1].split(",", maxsplit=1)[0]


def test_a_translator_loads_its_catalogs(served: Running) -> None:
    path = f"{served.base}/production/locales/{{{{lng}}}}/{{{{ns}}}}.json"
    options = {
        "lng": "de",
        "fallbackLng": "en",
        "ns": ["home", "books"],
        "backend": {"loadPath": path, "allowMultiLoading": True},
    }
    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        assert t.load().status.name == "OK"
        assert t.t("home:greeting", name="Ada") == "Guten Tag, Ada"
        assert t.t("books:book", count=2) == "2 Bücher"


def test_missing_keys_of_a_translator_arrive(served: Running) -> None:
    options = {
        "lng": "de",
        "ns": "home",
        "saveMissing": True,
        "backend": {
            "loadPath": f"{served.base}/production/locales/{{{{lng}}}}/{{{{ns}}}}.json",
            "addPath": f"{served.base}/production/locales/add/{{{{lng}}}}/{{{{ns}}}}",
        },
    }
    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        t.load()
        t.t("home:farewell", "Goodbye")
        t.flush_missing_keys()
    rows = served.database.read_now(
        lambda c: c.exec_driver_sql("SELECT key, value, count FROM missing_key").all()
    )
    assert [tuple(row) for row in rows] == [("farewell", "Goodbye", 1)]


def accept(served: Running, value: str) -> None:
    id_ = served.propose(value).json()["data"]["id"]
    served.database.write_now(decisions.accept, served.project, id_, TESTER)


@pytest.mark.parametrize("waiting", [True, False])
def test_a_listener_shows_an_accepted_text(served: Running, waiting: bool) -> None:
    """Within a second where requests may wait; else when it asks the next time."""
    channel = f"{served.base}/development"
    backend = {"loadPath": f"{channel}/locales/{{{{lng}}}}/{{{{ns}}}}.json"}
    options = {"lng": "de", "fallbackLng": False, "ns": "home", "backend": backend}
    changes: queue.Queue[Change] = queue.Queue()

    def blocked(request: Request) -> Response:
        if "wait=25" in request.url:
            raise TimeoutError
        return fetch(request.url, transport=http, headers=request.headers)

    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        if waiting:
            following = follow(t, channel, transport=http, changed=changes.put)
        else:

            def renew(change: Change) -> None:
                t.reload_resources(replace=True)
                changes.put(change)

            following = Listener(channel, transport=blocked, changed=renew, every=0.2)
        with following:
            t.load()
            assert t.t("home:title") == "Willkommen"
            for value in ("Hallo", "Servus"):
                wait_for(lambda: following.position > 0)
                accept(served, value)
                assert changes.get(timeout=60).kind == "texts"
                assert t.t("home:title") == value


def test_a_program_in_c_shows_an_accepted_text(served: Running) -> None:
    listening = subprocess.Popen(
        [
            ROOT / "build/bindings/c/examples/listen",
            f"{served.base}/development",
            *("de", "home", "title"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert listening.stdout is not None
        assert listening.stdout.readline() == "Willkommen\n"
        for value in ("Hallo", "Servus"):
            accept(served, value)
            began = time.monotonic()
            assert listening.stdout.readline() == f"{value}\n"
            # Asking again and again would take longer, even on a busy machine.
            assert time.monotonic() - began < 10
    finally:
        listening.kill()
        listening.wait()


def test_a_thousand_waiting_proposals_are_taken_in_order(served: Running) -> None:
    """A client that was offline sends what it kept: all, once, in its order."""
    trees = {"en-GB": {"home": {f"k{number}": "old" for number in range(1000)}}}
    project = make_project(served.database, "offline", trees)
    reachable = True

    def network(request: Request) -> Response:
        if not reachable:
            raise ConnectionError
        return fetch(
            request.url,
            transport=http,
            method=request.method,
            headers=request.headers,
            body=request.body,
        )

    options = {
        "url": f"{served.url}/p/offline/api/v2",
        "guid": "traveller",
    }
    with (
        HTTPTransport() as http,
        Localization(options, transport=network) as texts,
    ):
        texts.update().result()
        reachable = False
        for number in range(1000):
            with pytest.raises(UnreachableError):
                texts.propose(f"home.k{number}", f"new {number}").result()
        reachable = True
        assert texts.send_queued().result()["queued"] == 0
        texts.send_queued().result()
    query = (
        select(proposal.c.value)
        .where(proposal.c.project_id == project.id)
        .where(proposal.c.device == device_of(OPEN, "traveller"))
        .order_by(proposal.c.id)
    )
    values = served.database.read_now(lambda c: list(c.execute(query).scalars()))
    assert values == [f"new {number}" for number in range(1000)]
