"""State shared by all requests of a process."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection

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
        self.by_guid = Rate(limits.guid_rate, limits.guid_burst)
        self.by_address = Rate(limits.address_rate, limits.address_burst)
        self.by_key = Rate(limits.key_rate, limits.key_burst)
        self.sign_in = Rate(limits.sign_in_rate, limits.sign_in_burst)

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


async def read_body(request: Any, limit: int) -> bytes:
    """The body of a request. Raises Refused with 413 when it is longer."""
    parts = []
    length = 0
    async for part in request.stream():
        length += len(part)
        if length > limit:
            raise Refused(413, f"a body has at most {limit} bytes")
        parts.append(part)
    return b"".join(parts)
