"""Requests and responses."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Headers: TypeAlias = tuple[tuple[str, str], ...]


class Request(NamedTuple):
    """A request to a transport.

    Times are in seconds, 0 for no limit. `body` is None for none.
    """

    url: str
    method: str = "GET"
    headers: Headers = ()
    body: bytes | None = None
    connect_timeout: float = 10
    timeout: float = 30
    maximum_bytes: int = 64 << 20
    maximum_redirects: int = 5


class Response(NamedTuple):
    """The response of a server; `body` is decompressed."""

    status: int
    headers: Headers = ()
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """The value of the first header with a name, or None."""
        wanted = name.lower()
        found = (value for name, value in self.headers if name.lower() == wanted)
        return next(found, None)
