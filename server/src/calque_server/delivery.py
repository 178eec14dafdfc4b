"""Sends events to webhooks, signed as Standard Webhooks says."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import ssl
import time

import httpx

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

    async def run(self) -> None:
        sending: set[asyncio.Task[None]] = set()
        try:
            while True:
                await self._feed.wait(_POLL)
                await asyncio.sleep(_GATHER)
                try:
                    due = await self._database.read(webhooks.due)
                    batches = await self._database.write(webhooks.claim) if due else []
                except Exception:
                    # A database that is away for a while must not end this.
                    _log.exception("webhooks wait: the database does not answer")
                    continue
                for batch in batches:
                    task = asyncio.create_task(self._send(batch))
                    sending.add(task)
                    task.add_done_callback(sending.discard)
        finally:
            for task in sending:
                task.cancel()

    async def _send(self, batch: Batch) -> None:
        body = json.dumps({"project": batch.project, "events": batch.events}).encode()
        headers = signature(batch.secret, f"{batch.webhook_id}-{batch.last}", body)
        try:
            status = await asyncio.wait_for(
                post(batch.url, headers, body, private=self._private), _SECONDS
            )
        except (
            *(OSError, Refused, asyncio.TimeoutError),
            *(httpx.HTTPError, httpx.InvalidURL),
        ) as error:
            _log.warning("webhook %d: %s", batch.webhook_id, error or "no answer")
            status = 0
        done = webhooks.delivered if 200 <= status < 300 else webhooks.failed
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
    httpx.HTTPError when nobody answers.
    """
    # A name may lead elsewhere by now: the address that was looked at is called.
    address, *_ = await webhooks.check_address(url, private)
    whole = httpx.URL(url)
    given = {"host": whole.netloc.decode(), "content-type": "application/json"}
    trust = ssl.create_default_context() if whole.scheme == "https" else False
    async with (
        httpx.AsyncClient(verify=trust, trust_env=False, timeout=_SECONDS) as client,
        client.stream(
            "POST",
            whole.copy_with(host=address),
            headers={**given, **headers},
            content=body,
            extensions={"sni_hostname": whole.host},
        ) as answer,
    ):
        return answer.status_code
