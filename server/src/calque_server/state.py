"""State shared by all requests of a process."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from .database import Database
from .errors import Refused
from .feed import Feed
from .hashing import address_hash, network_of
from .limits import Rate
from .published import Published
from .registry import Registry
from .settings import Settings


@dataclass
class State:
    """The parts of a running server."""

    settings: Settings
    database: Database
    registry: Registry
    published: Published
    feed: Feed
    # Addresses are hashed with a key that lives as long as the process.
    address_key: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.by_device = Rate(limits.device_rate, limits.device_burst)
        self.by_address = Rate(limits.address_rate, limits.address_burst)
        self.by_key = Rate(limits.key_rate, limits.key_burst)
        self.sign_in = Rate(limits.sign_in_rate, limits.sign_in_burst)
        self.guesses = Rate(limits.guess_rate, limits.guess_burst)
        # A password takes 64 MiB to check: so many at once, whoever asks.
        self.hashing = ThreadPoolExecutor(2, "hashing")
        # One import of a project at a time.
        self.importing: set[int] = set()

    @classmethod
    def of(cls, settings: Settings, database: Database) -> State:
        """The parts of a server over a database."""
        registry = Registry(database)
        published = Published(database)
        feed = Feed(database, registry, published)
        return cls(settings, database, registry, published, feed)

    def address(self, request: HTTPConnection) -> str:
        """The network of who asks."""
        if self.settings.behind_proxy:
            forwarded = request.headers.get("x-forwarded-for", "")
            if forwarded:
                # The proxy adds the address it saw at the end.
                return network_of(forwarded.rsplit(",", 1)[-1].strip())
        return network_of(request.client.host if request.client else "")

    def hashed_address(self, request: HTTPConnection) -> str:
        """The network of who asks, as the log keeps it."""
        return address_hash(self.address(request), self.address_key)


def state_of(request: HTTPConnection) -> State:
    """The state of the server that answers a request."""
    state: State = request.app.state.calque
    return state


async def body_parts(request: Request, limit: int) -> AsyncIterator[bytes]:
    """The parts of a body as they come.

    Raises Refused with 413 when it is longer, and 408 when it stops coming.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise Refused(413, f"a body has at most {limit} bytes")
    seconds = state_of(request).settings.limits.body_seconds
    length = 0
    parts = request.stream()
    while True:
        try:
            part = await asyncio.wait_for(anext(parts), seconds)
        except StopAsyncIteration:
            return
        except (asyncio.TimeoutError, ClientDisconnect) as error:
            raise Refused(408, "the body does not come") from error
        length += len(part)
        if length > limit:
            raise Refused(413, f"a body has at most {limit} bytes")
        yield part


async def read_body(request: Request, limit: int) -> bytes:
    """The body of a request. Raises Refused as `body_parts` says."""
    return b"".join([part async for part in body_parts(request, limit)])
