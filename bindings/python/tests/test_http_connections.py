"""Connections of the HTTP transport: used again, limited, and ended."""

from __future__ import annotations

import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from servers import BadServer, bad_server

from calque import CancelledError, DeadlineError
from calque.http import HTTPTransport
from calque.transport import Response, fetch


def test_connections_are_used_again(bad: BadServer, http: HTTPTransport) -> None:
    for _ in range(10):
        fetch(bad.url("/ok"), transport=http)
    assert bad.connections == 1


def test_connections_per_host_have_a_limit(bad: BadServer) -> None:
    with (
        HTTPTransport(proxy="", max_connections_per_host=2) as http,
        ThreadPoolExecutor(10) as pool,
    ):
        asked = [pool.submit(fetch, bad.url("/ok"), transport=http) for _ in range(50)]
        assert {one.result().status for one in asked} == {200}
    assert bad.connections <= 2


def test_one_slow_request_does_not_hold_back_the_others(bad: BadServer) -> None:
    with (
        HTTPTransport(proxy="", max_connections_per_host=2) as http,
        ThreadPoolExecutor(10) as pool,
    ):
        slow = pool.submit(fetch, bad.url("/hold"), transport=http)
        assert bad.arrived.acquire(timeout=30)
        asked = [pool.submit(fetch, bad.url("/ok"), transport=http) for _ in range(9)]
        assert {one.result(5).status for one in asked} == {200}
        assert not slow.done()
        bad.released.set()
        assert slow.result().body == b"late"


def test_a_closed_transport(bad: BadServer) -> None:
    http = HTTPTransport(proxy="")
    http.close()
    http.close()
    with pytest.raises(ValueError, match="closed"):
        fetch(bad.url("/ok"), transport=http)


def _count(name: str) -> int:
    return len(os.listdir(f"/proc/self/{name}"))


def _falls_to(name: str, most: int) -> bool:
    """Whether no more are left; the system lists a thread a little after it ended."""
    end = time.monotonic() + 10
    while _count(name) > most:
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def test_closing_with_requests_in_flight_leaves_nothing(bad: BadServer) -> None:
    http = HTTPTransport(proxy="", max_connections_per_host=50)
    fetch(bad.url("/ok"), transport=http)
    outcomes: list[object] = []

    def ask() -> None:
        try:
            outcomes.append(fetch(bad.url("/hold"), transport=http))
        except CancelledError as error:
            outcomes.append(error)

    threads = [threading.Thread(target=ask) for _ in range(50)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert bad.arrived.acquire(timeout=30)
    http.close()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 50
    assert all(isinstance(outcome, CancelledError) for outcome in outcomes)
    ours = {name for name in _thread_names() if name.startswith("calque")}
    assert ours == set()


@pytest.mark.parametrize("round", range(4))
def test_closing_while_others_start_requests(bad: BadServer, round: int) -> None:
    http = HTTPTransport(proxy="", max_connections_per_host=3)
    started = threading.Semaphore(0)
    outcomes: list[object] = []

    def ask() -> None:
        while True:
            started.release()
            try:
                outcomes.append(fetch(bad.url("/ok"), transport=http).status)
            except (CancelledError, ValueError) as error:
                outcomes.append(type(error))
                return

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(12):
        started.acquire()
    http.close()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert set(outcomes) <= {200, CancelledError, ValueError}


def _thread_names() -> list[str]:
    names = []
    for task in Path("/proc/self/task").iterdir():
        # A thread may end between being listed and being read.
        with suppress(FileNotFoundError, ProcessLookupError):
            names.append((task / "comm").read_text().strip())
    return names


def test_requests_leave_no_descriptor_and_no_thread(http: HTTPTransport) -> None:
    with bad_server() as server:
        fetch(server.url("/ok"), transport=http)
    gc.collect()
    descriptors, tasks = _count("fd"), _count("task")
    for _ in range(3):
        with bad_server() as server, HTTPTransport(proxy="") as other:
            responses = [fetch(server.url("/ok"), transport=other) for _ in range(10)]
            assert all(isinstance(one, Response) for one in responses)
            url = server.url("/hold")
            with pytest.raises(DeadlineError):
                fetch(url, transport=other, timeout=0.01)
            server.released.set()
    assert _falls_to("task", tasks)
    assert _falls_to("fd", descriptors)
