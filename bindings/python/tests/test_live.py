from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from calque import Translator
from calque._callbacks import kept_count
from calque.live import Change, Listener, follow
from calque.transport import Request, Response

CHANNEL = "https://texts.example/p/shop/production"
NEWS = b'id: 8\nevent: texts\ndata: {"type":"texts","locales":["de"]}\n\n'


class Server:
    """Answers the first request at once, and others when there is something."""

    def __init__(self, *answers: Response | Exception) -> None:
        self.asked: list[str] = []
        self._answers: queue.Queue[Response | Exception] = queue.Queue()
        for answer in answers:
            self.say(answer)

    def say(self, answer: Response | Exception) -> None:
        self._answers.put(answer)

    def __call__(self, request: Request) -> Response:
        self.asked.append(request.url.removeprefix(f"{CHANNEL}/events"))
        answer = self._answers.get(timeout=10)
        if isinstance(answer, Exception):
            raise answer
        return answer


def heard(server: Server, count: int, every: float = 0.01) -> list[Change]:
    """The first changes that a listener tells."""
    changes: queue.Queue[Change] = queue.Queue()
    with Listener(CHANNEL, transport=server, changed=changes.put, every=every):
        found = [changes.get(timeout=10) for _ in range(count)]
        # Nobody is left waiting: the next answer ends the thread.
        server.say(Response(200, body=b"id: 99\n\n"))
        server.say(Response(200, body=b"id: 99\n\n"))
    return found


def test_events_are_told_in_their_order() -> None:
    server = Server(Response(200, body=b"id: 7\n\n"), Response(200, body=NEWS))
    released = b'id: 9\nevent: published\ndata: {"type":"published","release":4}\n\n'
    server.say(Response(200, body=released))
    first, second = heard(server, 2)
    assert first == Change(8, "texts", ("de",), {"type": "texts", "locales": ["de"]})
    assert (second.number, second.kind, second.locales) == (9, "published", ())
    assert second.data["release"] == 4
    assert server.asked[:3] == [
        "?after=&wait=0",
        "?after=7&wait=25",
        "?after=8&wait=25",
    ]


@pytest.mark.parametrize(
    "failure", [ConnectionError(), TimeoutError(), Response(404), Response(503)]
)
def test_what_cannot_wait_is_asked_again(failure: Response | Exception) -> None:
    server = Server(Response(200, body=b"id: 7\n\n"), failure)
    server.say(Response(200, body=NEWS))
    assert [change.number for change in heard(server, 1)] == [8]
    assert server.asked[1:3] == ["?after=7&wait=25", "?after=7&wait=0"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"id: \xff\n\n",
        b"event: texts\n\n",
        b"id: 7\nevent: texts\ndata: {\n\n",
        b"id: 7\nevent: texts\ndata: [1]\n\n",
        b'id: 7\r\nevent: texts\r\ndata: {"locales":null}\r\n\r\n',
    ],
)
def test_odd_answers_do_no_harm(body: bytes) -> None:
    server = Server(Response(200, body=body), Response(200, body=NEWS))
    assert [change.number for change in heard(server, 2 if b"7" in body else 1)][
        -1
    ] == 8


def test_closing_ends_a_request_that_waits() -> None:
    before, others = kept_count(), threading.enumerate()
    asked, release = threading.Event(), threading.Event()

    def transport(request: Request) -> Response:
        if "wait=25" not in request.url:
            return Response(200, body=b"id: 7\n\n")
        asked.set()
        release.wait(10)
        return Response(200, body=NEWS)

    told: list[Change] = []
    listener = Listener(CHANNEL, transport=transport, changed=told.append)
    assert asked.wait(10)
    listener.close()
    listener.close()
    release.set()
    assert told == []
    assert listener.position == 7
    del listener
    for thread in set(threading.enumerate()) - set(others):
        thread.join(30)
    assert kept_count() <= before


def test_what_a_callback_raises_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    changes: queue.Queue[Change] = queue.Queue()

    def changed(change: Change) -> None:
        changes.put(change)
        raise ValueError("no")

    server = Server(Response(200, body=b"id: 7\n\n"), Response(200, body=NEWS))
    server.say(Response(200, body=NEWS.replace(b"8", b"9")))
    with Listener(CHANNEL, transport=server, changed=changed):
        assert [changes.get(timeout=10).number for _ in range(2)] == [8, 9]
        server.say(Response(200))
    assert "a change could not be taken" in caplog.text


def test_a_translator_is_renewed() -> None:
    texts = ["old", "new"]
    server = Server(Response(200, body=b"id: 7\n\n"), Response(200, body=NEWS))
    turns: list[Callable[[], str]] = [lambda: texts[0]]

    def transport(request: Request) -> Response:
        if "/events" in request.url:
            return server(request)
        return Response(200, body=b'{"title":"%s"}' % turns[0]().encode())

    options = {"lng": "de", "fallbackLng": False, "ns": "home"}
    backend = {
        "backend": {"loadPath": f"{CHANNEL}/locales/{{{{lng}}}}/{{{{ns}}}}.json"}
    }
    changes: queue.Queue[Change] = queue.Queue()
    with Translator("v4", {**options, **backend}, transport=transport) as t:
        t.load()
        assert t.t("title") == "old"
        turns[0] = lambda: texts[1]
        with follow(t, CHANNEL, transport=transport, changed=changes.put):
            assert changes.get(timeout=10).number == 8
            assert t.t("title") == "new"
            server.say(Response(200))
