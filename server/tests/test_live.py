from __future__ import annotations

import json
import random
import socket
import time
from dataclasses import replace
from typing import Any

import pytest
from harness import TESTER, Running, asking, make_project, running, stop

from calque.transcript import Conversation
from calque_server import decisions, events, feed, proposals, transcripts
from calque_server.database import Database
from calque_server.settings import Settings

ONE_DATABASE = True


def published(served: Running, count: int) -> None:
    def work(connection: Any) -> None:
        from calque_server import releases

        releases.point(connection, served.project, "production", 1, TESTER)

    for _ in range(count):
        served.database.write_now(work)


class Stream:
    """The events of a channel, read from a bare socket that can be cut anywhere."""

    def __init__(self, served: Running, last: str = "", channel: str = "production"):
        host, port = served.url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        condition = f"Last-Event-ID: {last}\r\n" if last else ""
        self.socket.sendall(
            f"GET /p/demo/{channel}/events HTTP/1.1\r\nHost: x\r\n"
            f"Accept: text/event-stream\r\n{condition}\r\n".encode()
        )
        self.data = b""

    def read(self, size: int = 65536) -> bool:
        try:
            part = self.socket.recv(size)
        except TimeoutError:
            return False
        self.data += part
        return bool(part)

    def events(self) -> list[tuple[str, str]]:
        """Number and kind of the events that are there as wholes."""
        text = self.data.decode(errors="ignore").replace("\r\n", "\n")
        found = []
        for block in text.split("\n\n")[:-1]:
            lines = dict(
                line.split(": ", 1) for line in block.split("\n") if ": " in line
            )
            if "event" in lines:
                found.append((lines["id"], lines["event"]))
        return found

    def last(self) -> str:
        text = self.data.decode(errors="ignore")
        whole = text.rpartition("\n\n")[0]
        ids = [line[4:] for line in whole.split("\n") if line.startswith("id: ")]
        return ids[-1].strip() if ids else ""


def test_a_stream_tells_what_was_published(served: Running) -> None:
    stream = Stream(served)
    while b"id: " not in stream.data:
        stream.read()
    published(served, 1)
    while not stream.events():
        stream.read()
    assert [kind for _, kind in stream.events()] == ["published"]


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that are far behind read the table of events."""
    monkeypatch.setattr(feed, "_KEPT", 50)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("cuts", [30, pytest.param(10_000, marks=pytest.mark.slow)])
def test_reconnecting_misses_nothing(served: Running, cuts: int) -> None:
    """Streams are cut at any byte; together they told everything, once."""
    begin = Stream(served)
    while not begin.last():
        begin.read()
    last, seen, count = begin.last(), [], 0
    chance = random.Random(7)
    for _ in range(cuts):
        if count - len(seen) < 40:
            published(served, 60)
            count += 60
        stream = Stream(served, last)
        for _ in range(chance.randrange(1, 9)):
            stream.read(chance.randrange(1, 120))
        seen += stream.events()
        last = stream.last() or last
        stream.socket.close()
    whole = Stream(served, last)
    while len(seen) + len(whole.events()) < count:
        assert whole.read()
    seen += whole.events()
    numbers = [int(number) for number, _ in seen]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == count


def test_what_was_before_the_server_is_no_news(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request waits until the server knows what is there."""
    make_project(database)
    last_id = events.last_id

    def late(connection: Any) -> int:
        time.sleep(1)
        return last_id(connection)

    monkeypatch.setattr(events, "last_id", late)
    with running(database, replace(Settings(), port=0)) as (url, _), asking() as client:
        found = client.get(f"{url}/p/demo/production/events?after=").json()
    assert found == {"cursor": database.read_now(last_id), "events": []}


def test_polling_tells_the_same(served: Running) -> None:
    url = f"{served.base}/production/events"
    cursor = served.client.get(url, params={"after": ""}).json()["cursor"]
    published(served, 3)
    served.settle()
    told = served.client.get(url, params={"after": cursor}).json()
    assert [each["release"] for each in told["events"]] == [1, 1, 1]
    again = served.client.get(url, params={"after": told["cursor"]}).json()
    assert again["events"] == []


def test_the_server_ends_with_streams_open(served: Running) -> None:
    streams = [Stream(served) for _ in range(200)]
    for stream in streams:
        while b"id: " not in stream.data:
            stream.read()
    began = time.monotonic()
    stop(served.server)
    for stream in streams:
        while stream.read():
            pass
    assert time.monotonic() - began < 10


def test_two_replicas_and_the_server_end_equal(served: Running) -> None:
    """A proposing program and a second device talk through the server."""
    id_ = served.propose("Hallo").json()["data"]["id"]
    path = f"{served.base}/api/v2/content/localize/proposals/{id_}/transcript?guid=g"

    def post(update: str) -> None:
        answer = served.client.post(path, content=update)
        assert answer.status_code == 200, answer.text

    def fetch(into: Conversation) -> None:
        for update in served.client.get(path).json()["data"]:
            into.receive(json.dumps(update))

    with Conversation(send=post) as one, Conversation(send=post) as two:
        fetch(one)
        one.send_text("It is shorter.")
        fetch(two)
        two.send_text("And warmer.")
        served.database.write_now(
            decisions.reject, served.project, id_, TESTER, "Too familiar"
        )
        fetch(one)
        one.send_text("I see.")
        fetch(one)
        fetch(two)
        assert one.transcript() == two.transcript()
        texts = [each["text"] for each in one.transcript() if each["kind"] == "text"]
        assert texts == ["It is shorter.", "And warmer.", "Too familiar", "I see."]
        states = [each for each in one.transcript() if each["kind"] == "message"]
        assert [each["layout"]["trailingSubcaption"] for each in states] == ["rejected"]
    before = served.client.get(path).json()
    post(json.dumps(before["data"][0]))
    assert served.client.get(path).json() == before
    assert served.client.post(path, content=b"{}").status_code == 422
    assert served.client.post(path, content=b"x" * 20000).status_code == 413


def test_replicas_that_talk_at_random_end_equal(served: Running) -> None:
    """Postings cross on their way, come twice and out of order."""
    chance = random.Random(22)
    id_ = served.propose("Hallo").json()["data"]["id"]
    path = f"{served.base}/api/v2/content/localize/proposals/{id_}/transcript?guid=g"
    late: list[str] = []
    replicas = [Conversation(send=late.append) for _ in range(3)]

    def deliver(count: int) -> None:
        chance.shuffle(late)
        for update in [late.pop() for _ in range(min(count, len(late)))]:
            for _ in range(chance.choice((1, 1, 2))):
                answer = served.client.post(path, content=update)
                assert answer.status_code == 200, answer.text

    def fetch(into: Conversation) -> None:
        updates = served.client.get(path).json()["data"]
        for update in chance.sample(updates, len(updates)):
            into.receive(json.dumps(update))

    for number in range(60):
        replica = chance.choice(replicas)
        step = chance.randrange(3)
        if step == 0:
            fetch(replica)
        elif step == 1:
            deliver(chance.randrange(4))
        else:
            replica.send_text(f"Text {number}")
        if number == 30:
            served.database.write_now(decisions.accept, served.project, id_, TESTER)
    deliver(len(late))
    for replica in replicas:
        fetch(replica)
    first, *others = [replica.transcript() for replica in replicas]
    assert [other == first for other in others] == [True, True]
    row = served.database.read_now(proposals.by_id, served.project, id_)
    own = [each["text"] for each in first if each["kind"] == "text"]
    assert own == served.database.read_now(transcripts.said, row)
    assert len(own) > 10
    for replica in replicas:
        replica.close()
