from __future__ import annotations

import gc
import ssl
import threading

import pytest

from calque import (
    BadResponseError,
    CalqueError,
    CancelledError,
    DeadlineError,
    InsecureError,
    LimitExceededError,
    Status,
    UnreachableError,
)
from calque._callbacks import kept_count
from calque.transport import MemoryTransport, Request, Response, fetch

URL = "https://example.org/de.json"


def test_a_callable_is_a_transport() -> None:
    asked: list[Request] = []

    def transport(request: Request) -> Response:
        asked.append(request)
        return Response(201, (("X-Name", "wért"),), b"a\0b")

    response = fetch(
        URL,
        transport=transport,
        method="POST",
        headers={"Accept": "text/plain"},
        body=b"\0\xff",
        connect_timeout=1,
        timeout=2.5,
        maximum_bytes=10,
        maximum_redirects=1,
    )
    assert response == Response(201, (("X-Name", "wért"),), b"a\0b")
    assert response.header("x-name") == "wért"
    assert response.header("x-other") is None
    assert asked == [
        Request(URL, "POST", (("Accept", "text/plain"),), b"\0\xff", 1, 2.5, 10, 1)
    ]


def test_no_body_is_not_an_empty_one() -> None:
    transport = MemoryTransport()
    fetch(URL, transport=transport)
    fetch(URL, transport=transport, body=b"")
    assert [request.body for request in transport.requests] == [None, b""]


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (OSError("down"), UnreachableError),
        (ConnectionResetError("down"), UnreachableError),
        (TimeoutError("late"), DeadlineError),
        (ssl.SSLError("who?"), InsecureError),
        (CalqueError("no", Status.BAD_RESPONSE), BadResponseError),
        (CalqueError("no", Status.CANCELLED), CancelledError),
        (CalqueError("no", Status.INVALID_JSON), UnreachableError),
        (ValueError("mistake"), UnreachableError),
    ],
)
def test_exceptions_become_failures(
    raised: Exception, expected: type[CalqueError]
) -> None:
    with pytest.raises(expected) as caught:
        fetch(URL, transport=MemoryTransport({URL: raised}))
    assert str(raised) in caught.value.message
    assert caught.value.source == URL


def test_what_is_no_response_is_a_failure() -> None:
    with pytest.raises(UnreachableError, match="must return a Response"):
        fetch(URL, transport=lambda request: "text")  # type: ignore[arg-type,return-value]


def test_what_cannot_be_called_is_no_transport() -> None:
    with pytest.raises(TypeError):
        fetch(URL, transport=3)  # type: ignore[arg-type]


def test_requests_run_at_the_same_time() -> None:
    meeting = threading.Barrier(4)

    def transport(request: Request) -> Response:
        meeting.wait(30)
        return Response(200)

    outcomes: list[int] = []

    def ask() -> None:
        outcomes.append(fetch(URL, transport=shared).status)

    shared = transport
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [200] * 4


def test_the_timeout_is_kept_without_the_transport() -> None:
    release = threading.Event()

    def transport(request: Request) -> Response:
        release.wait(30)
        return Response(200)

    with pytest.raises(DeadlineError):
        fetch(URL, transport=transport, timeout=0.02)
    release.set()


@pytest.mark.parametrize("size", [9, 10, 11])
def test_bodies_have_a_limit(size: int) -> None:
    transport = MemoryTransport({URL: Response(200, body=b"x" * size)})
    if size <= 10:
        assert fetch(URL, transport=transport, maximum_bytes=10).body == b"x" * size
    else:
        with pytest.raises(LimitExceededError):
            fetch(URL, transport=transport, maximum_bytes=10)


def test_memory_answers_one_after_another() -> None:
    transport = MemoryTransport({URL: [Response(500), OSError("down"), Response(200)]})
    assert fetch(URL, transport=transport).status == 500
    with pytest.raises(UnreachableError):
        fetch(URL, transport=transport)
    assert [fetch(URL, transport=transport).status for _ in range(2)] == [200, 200]
    assert fetch(URL + "x", transport=transport).status == 404
    transport.answer(URL, Response(204))
    assert fetch(URL, transport=transport).status == 204
    assert len(transport.requests) == 6


def test_transports_and_their_threads_go() -> None:
    before = kept_count()
    for _ in range(5):
        fetch(URL, transport=MemoryTransport({URL: Response(200)}))
    gc.collect()
    ours = [t for t in threading.enumerate() if t.name.startswith("calque-transport")]
    for thread in ours:
        thread.join(30)
    # One of an earlier test may have gone meanwhile.
    assert kept_count() <= before
