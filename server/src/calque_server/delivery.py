"""Sends events to webhooks, signed as Standard Webhooks says."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import logging
import ssl
import time
from urllib.parse import urlsplit

from . import webhooks
from .database import Database
from .errors import Refused
from .feed import Feed
from .webhooks import Batch

_log = logging.getLogger(__name__)
_SECONDS = 10.0
_POLL = 1.0
# Events within this time are sent together.
_GATHER = 0.1


class Delivery:
    """Sends what is due, in one task for each webhook."""

    def __init__(self, database: Database, feed: Feed, private: bool) -> None:
        self._database = database
        self._feed = feed
        self._private = private
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send until cancelled."""
        try:
            while True:
                await self._feed.wait(_POLL)
                await asyncio.sleep(_GATHER)
                try:
                    await self._begin()
                except Exception:
                    # A database that is away for a while must not end this.
                    _log.exception("webhooks wait: the database does not answer")
        finally:
            for task in self._sending:
                task.cancel()

    async def _begin(self) -> None:
        if not await self._database.read(webhooks.are_due):
            return
        for batch in await self._database.write(webhooks.claim):
            task = asyncio.create_task(self._send(batch))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, batch: Batch) -> None:
        body = json.dumps({"project": batch.project, "events": batch.events}).encode()
        headers = signature(batch.secret, f"{batch.webhook_id}-{batch.last}", body)
        try:
            status = await asyncio.wait_for(
                post(batch.url, headers, body, private=self._private), _SECONDS
            )
        except (OSError, ValueError, Refused, asyncio.TimeoutError) as error:
            _log.warning("webhook %d: %s", batch.webhook_id, error or "no answer")
            status = 0
        done = webhooks.taken if 200 <= status < 300 else webhooks.failed
        await self._database.write(done, batch)


def signature(secret: str, id_: str, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows who sent a body, and when."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    at = str(int(time.time()))
    signed = f"{id_}.{at}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": id_,
        "webhook-timestamp": at,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


async def post(url: str, headers: dict[str, str], body: bytes, *, private: bool) -> int:
    """Post JSON; the status of the answer. Redirects are not followed.

    Raises Refused for an address in a private network unless those are allowed, and
    OSError when nobody answers.
    """
    # A name may lead elsewhere by now.
    address, *_ = await webhooks.check_address(url, private)
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    # The address that was looked at is the one that is called.
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=ssl.create_default_context() if secure else None,
        server_hostname=parts.hostname if secure else None,
    )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    given = {
        "host": parts.netloc,
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    try:
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        await writer.drain()
        line = (await reader.readline()).split()
        if len(line) < 2 or not line[0].startswith(b"HTTP/1."):
            raise ValueError("the response is not HTTP")
        return int(line[1])
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
