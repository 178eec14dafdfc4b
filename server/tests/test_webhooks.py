"""Events reach a receiver, signed, in order, until it took them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from harness import TESTER, Running, asking, make_project, running, wait_for
from test_pages import sign_in

from calque_server import decisions, delivery, webhooks
from calque_server.database import Database
from calque_server.devices import OPEN, device_of, shown
from calque_server.errors import Refused
from calque_server.settings import Settings

API = "/api/calque/v1/projects/demo/webhooks"


class Receiver:
    """Takes what comes unless it is told to refuse."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 204
        self.requests: list[tuple[dict[str, str], bytes]] = []

    def events(self) -> list[tuple[int, str]]:
        bodies = [json.loads(body) for _, body in self.requests]
        assert {each["project"] for each in bodies} <= {"demo"}
        return [
            (each["id"], each["kind"]) for told in bodies for each in told["events"]
        ]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(made.status)
            self.send_header("Content-Length", "0")
            self.end_headers()
            made.requests.append((headers, body))

        def log_message(self, *arguments: object) -> None:
            pass

    own = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Receiver(f"http://127.0.0.1:{own.server_address[1]}/hook?from=calque")
    thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    own.shutdown()
    thread.join()
    own.server_close()


@pytest.fixture
def served(database: Database) -> Iterator[Running]:
    project = make_project(database)
    settings = replace(Settings(), port=0, private_webhooks=True)
    with running(database, settings) as (url, server), asking() as client:
        yield Running(url, database, server, project, client)


def make(served: Running, url: str) -> dict[str, Any]:
    with sign_in(served, "owner") as owner:
        answer = owner.post(API, json={"url": url})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


def accepted(served: Running, value: str) -> None:
    id_ = served.propose(value).json()["data"]["id"]
    served.database.write_now(decisions.accept, served.project, id_, TESTER)


def test_what_happens_is_sent_and_signed(served: Running, receiver: Receiver) -> None:
    served.propose("Before")
    made = make(served, receiver.url)
    accepted(served, "Hallo")
    wait_for(lambda: len(receiver.events()) >= 2)
    kinds = [kind for _, kind in receiver.events()]
    assert kinds == ["replaced", "accepted"]
    headers, body = receiver.requests[0]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(made["secret"].removeprefix("whsec_"))
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{digest}"
    assert headers["content-type"] == "application/json"
    first = json.loads(body)["events"][0]
    assert first["body"]["value"] == "Hallo"
    # The guid of somebody without an account is nowhere.
    assert first["actor"] == f"device {shown(device_of(OPEN, 'g'))}"


def test_what_was_refused_is_sent_again(
    served: Running, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "_FIRST_WAIT", 1)
    made = make(served, receiver.url)
    receiver.status = 500
    accepted(served, "Hallo")
    wait_for(lambda: len(receiver.requests) >= 3)
    with sign_in(served, "owner") as owner:
        (listed,) = owner.get(API).json()["data"]
        assert listed["failures"] >= 2
        assert "secret" not in listed
        receiver.status = 204
        wait_for(lambda: owner.get(API).json()["data"][0]["failures"] == 0)
        accepted(served, "Servus")
        wait_for(lambda: receiver.events()[-1][1] == "accepted")
        last = wait_for(lambda: len({id_ for id_, _ in receiver.events()}) == 4)
        assert last
        assert owner.delete(f"{API}/{made['id']}").status_code == 204
        count = len(receiver.requests)
        accepted(served, "Moin")
        served.settle()
        assert served.database.write_now(webhooks.claim) == []
        assert len(receiver.requests) == count


def test_a_webhook_that_always_fails_is_given_up(
    served: Running, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "_FIRST_WAIT", 0)
    monkeypatch.setattr(webhooks, "GIVEN_UP", 2)
    make(served, receiver.url)
    receiver.status = 301
    accepted(served, "Hallo")
    with sign_in(served, "owner") as owner:
        wait_for(lambda: not owner.get(API).json()["data"][0]["active"])
    assert served.database.write_now(webhooks.claim) == []
    assert len(receiver.requests) == 2


@pytest.mark.parametrize(
    "url",
    [
        "http://receiver.example/",
        "ftp://receiver.example/",
        "https://",
        "https://user:word@receiver.example/",
        "https://receiver.example/a b",
        "https://receiver.example:99999/",
        "https://receiver.example/\r\nx: y",
    ],
)
def test_addresses_that_are_none_are_refused(url: str) -> None:
    with pytest.raises(Refused):
        delivery.check_url(url, private=False)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://017700000001/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1]/",
        "https://0/",
    ],
)
def test_nothing_is_sent_into_a_private_network(url: str) -> None:
    with pytest.raises(Refused, match="private network"):
        asyncio.run(delivery.post(url, {}, b"{}", private=False))
    with pytest.raises(Refused, match="private network"):
        asyncio.run(delivery.check_address(url, False))
