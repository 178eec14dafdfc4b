"""Connections of a server whose process stood still."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace

import pytest
from harness import running, wait_for

from calque_server.database import Database
from calque_server.settings import Settings

ONE_DATABASE = True
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("timer", ["timeout_keep_alive_handler", "_give_up"])
def test_what_came_before_a_timer_is_answered(database: Database, timer: str) -> None:
    """The loop had looked at its sockets when another thread began a long call.

    Afterwards it ran its timers first, and closed a connection with a request in it.
    """
    began, sent = threading.Event(), threading.Event()
    with running(database, replace(Settings(), port=0)) as (url, server):
        host, port = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=60) as client:
            if timer == "timeout_keep_alive_handler":
                client.sendall(REQUEST)
                assert client.recv(4096).startswith(b"HTTP/1.1 200")

            def stand_still() -> None:
                began.set()
                sent.wait(60)
                (connection,) = server.server_state.connections
                getattr(connection, timer)()

            wait_for(lambda: server.server_state.connections)
            server.servers[0].get_loop().call_soon_threadsafe(stand_still)
            assert began.wait(60)
            client.sendall(REQUEST)
            sent.set()
            assert client.recv(4096).startswith(b"HTTP/1.1 200")
