"""State shared by all requests of a process, and the bodies of requests."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from . import names, releases
from .database import Database
from .errors import Refused, invalid
from .events import Actor
from .feed import Feed
from .hashing import network_of, new_secret
from .limits import Rate
from .projects import Project
from .published import Published
from .releases import Require
from .settings import Settings


class State:
    """The parts of a running server."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.published = Published(database)
        self.feed = Feed(database, self.published)
        # Networks are hashed with it: nobody finds them by trying all.
        self.secret = new_secret()
        limits = settings.limits
        self.by_device = Rate(limits.device_rate, limits.device_burst)
        self.by_address = Rate(limits.address_rate, limits.address_burst)
        self.by_key = Rate(limits.key_rate, limits.key_burst)
        self.sign_in = Rate(limits.sign_in_rate, limits.sign_in_burst)
        self.guesses = Rate(limits.guess_rate, limits.guess_burst)
        # A password takes 64 MiB to check: so many at once, whoever asks.
        self.hashing = ThreadPoolExecutor(2, "hashing")
        # One import of a project at a time.
        self.importing: set[int] = set()

    def address(self, request: HTTPConnection) -> str:
        """The network of who asks."""
        if self.settings.behind_proxy:
            forwarded = request.headers.get("x-forwarded-for", "")
            if forwarded:
                # The proxy adds the address it saw at the end.
                return network_of(forwarded.rsplit(",", 1)[-1].strip())
        return network_of(request.client.host if request.client else "")

    async def publish(
        self, of: Project, channel: str, note: str, actor: Actor, require: Require
    ) -> int:
        """Publish the working texts; the number of the release.

        Its files are made beside the writer. Returns when the channel serves it.
        Raises Refused as `releases.publish`.
        """
        made = await self.database.read(releases.make, of)
        given = of, channel, note, actor, made, require
        number = await self.database.write(releases.publish, *given)
        await self.feed.caught_up(of.id)
        return number

    async def point(self, of: Project, *given: object) -> int:
        """As `releases.point`; returns when the channel serves the release."""
        revision = await self.database.write(releases.point, of, *given)
        await self.feed.caught_up(of.id)
        return revision


def state_of(request: HTTPConnection) -> State:
    state: State = request.app.state.calque
    return state


def query_number(request: HTTPConnection, name: str) -> int:
    """A number of the query; 0 without it. Raises Refused with 422."""
    return names.needed_number(request.query_params.get(name) or "0", name)


async def body_parts(request: Request, limit: int) -> AsyncIterator[bytes]:
    """The parts of a body as they come.

    Raises Refused with 413 when it is longer, and 408 when it stops coming.
    """
    declared = request.headers.get("content-length", "")
    length = int(declared) if declared.isdigit() else 0
    seconds = state_of(request).settings.limits.body_seconds
    parts, came, part = request.stream(), 0, b""
    while max(length, came) <= limit:
        yield part
        try:
            part = await asyncio.wait_for(anext(parts), seconds)
        except StopAsyncIteration:
            return
        except (asyncio.TimeoutError, ClientDisconnect) as error:
            raise Refused(408, "the body did not arrive in time") from error
        came += len(part)
    raise Refused(413, f"a body may have at most {limit} bytes")


async def read_body(request: Request) -> bytes:
    """The body of a request. Raises Refused as `body_parts` says."""
    most = state_of(request).settings.limits.body_bytes
    return b"".join([part async for part in body_parts(request, most)])


async def read_json(request: Request, shape: Any) -> Any:
    """A JSON body of a shape; empty for {}. Raises Refused."""
    body = await read_body(request)
    try:
        return msgspec.json.decode(body or b"{}", type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise invalid(names.plain(str(error))) from error


async def read_form(request: Request) -> dict[str, list[str]]:
    body = await read_body(request)
    read = partial(parse_qs, keep_blank_values=True, strict_parsing=bool(body))
    try:
        return read(body.decode("ascii"), errors="strict", max_num_fields=500)
    except (ValueError, UnicodeDecodeError) as error:
        raise invalid("the body is not a form in UTF-8") from error
