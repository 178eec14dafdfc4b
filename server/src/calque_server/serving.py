"""Runs the application under uvicorn, and ends it in good time."""

from __future__ import annotations

import socket
from types import FrameType

import uvicorn

from .app import make_app
from .database import Database
from .settings import Settings


class Server(uvicorn.Server):
    """A server that closes its open streams when it shuts down."""

    def __init__(self, settings: Settings, database: Database) -> None:
        app, self.state = make_app(settings, database)
        config = uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            # Addresses are read by the server itself, and only behind a proxy.
            proxy_headers=False,
            ws="none",
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called on a signal."""
        self.stop()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """End: streams now, requests when they are answered."""
        self.state.feed.close()
        self.should_exit = True


def listening(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 is any."""
    made = socket.create_server((settings.host, settings.port), backlog=2048)
    made.set_inheritable(True)
    return made
