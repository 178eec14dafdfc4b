"""Runs the application under uvicorn, and ends it in good time."""

import asyncio
import socket
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .app import make_app
from .database import Database
from .settings import Settings

# Requests under way have so long after a signal.
_GRACE = 2
# A timer may run before the loop reads what came while the process stood still: the
# connection is closed only so much later, unless something was read.
_TURN = 0.001


class Protocol(HttpToolsProtocol):
    """HTTP whose heads have to arrive in time: silent connections are not kept."""

    head_seconds = 10.0
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._late = self.loop.call_later(self.head_seconds, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._late is None:
            self._late = self.loop.call_later(self.head_seconds, self._give_up)

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def timeout_keep_alive_handler(self) -> None:
        close = super().timeout_keep_alive_handler
        self.timeout_keep_alive_task = self.loop.call_later(_TURN, close)

    def _give_up(self) -> None:
        self._late = self.loop.call_later(_TURN, self.transport.abort)


class Server(uvicorn.Server):
    """A server that closes its open streams when it shuts down."""

    def __init__(self, settings: Settings, database: Database) -> None:
        app, self.state = make_app(settings, database)
        seconds = {"head_seconds": settings.limits.head_seconds}
        config = uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
            # Longer than httpx keeps a connection, so that it is not reused too late.
            timeout_keep_alive=10,
            # Addresses are read by the server itself, and only behind a proxy.
            proxy_headers=False,
            http=type("Timed", (Protocol,), seconds),
            ws="none",
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called on a signal; a second one waits for nobody."""
        self.force_exit = self.should_exit
        self.stop()

    def stop(self) -> None:
        """End: streams now, requests when they are answered."""
        self.state.feed.close()
        self.should_exit = True


def listening(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 is any."""
    made = socket.create_server((settings.host, settings.port), backlog=2048)
    made.set_inheritable(True)
    return made
