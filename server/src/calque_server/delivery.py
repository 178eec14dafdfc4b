"""Sends events to webhooks, signed as Standard Webhooks says."""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
import ssl
import time
from typing import Any
from urllib.parse import urlsplit

import httpx

from . import webhooks
from .database import Database
from .errors import Refused, invalid
from .webhooks import Batch

_log = logging.getLogger(__name__)
_SECONDS = 10.0
_LOOK_UP = 5.0
# NAT64, and addresses that are compatible with IPv4: the last 32 bits are one.
_CARRIERS = [ipaddress.ip_network(each) for each in ("64:ff9b::/96", "::/96")]


async def send(database: Database, private: bool, batch: Batch) -> None:
    """Send a batch, and note whether the receiver took it."""
    body = json.dumps({"project": batch.project, "events": batch.events}).encode()
    headers = signature(batch.secret, f"{batch.webhook_id}-{batch.last}", body)
    failures = OSError, Refused, asyncio.TimeoutError, httpx.HTTPError, httpx.InvalidURL
    try:
        sent = post(batch.url, headers, body, private=private)
        status = await asyncio.wait_for(sent, _SECONDS)
    except failures as error:
        _log.warning("webhook %d: %s", batch.webhook_id, error or "no answer")
        status = 0
    done = webhooks.delivered if 200 <= status < 300 else webhooks.failed
    await database.write(done, batch)


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
    address, *_ = await check_address(url, private)
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


def check_url(url: str, private: bool) -> None:
    """Raises Refused with 422 for an address that nothing is sent to."""
    try:
        parts = urlsplit(url)
        known = parts.scheme == "https" or (private and parts.scheme == "http")
        plain = url.isascii() and url.isprintable() and " " not in url
        port = parts.port != 0
    except ValueError as error:
        raise invalid("the address cannot be read") from error
    if not (known and plain and port and parts.hostname) or parts.username is not None:
        raise invalid(
            "an address must begin with https:// and have no user name or password"
        )


async def check_address(url: str, private: bool) -> list[str]:
    """The IP addresses of a URL; `private` allows private networks and http.

    Raises Refused with 422 for a URL that nothing may be sent to.
    """
    check_url(url, private)
    parts = urlsplit(url)
    find = asyncio.get_running_loop().getaddrinfo
    try:
        asked = find(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
        found = await asyncio.wait_for(asked, _LOOK_UP)
    except (OSError, UnicodeError, asyncio.TimeoutError) as error:
        raise invalid("the host name of the address cannot be resolved") from error
    addresses = [str(each[4][0]) for each in found]
    if not private and not all(map(is_public, addresses)):
        raise invalid("the address is in a private network")
    return addresses


def is_public(written: str) -> bool:
    """Whether an IP address, and the one that it stands for, is in the open network."""
    address: Any = ipaddress.ip_address(written.partition("%")[0])
    meant = [address]
    if address.version == 6:
        low = ipaddress.ip_address(int(address) & 0xFFFFFFFF)
        meant += [low for network in _CARRIERS if address in network]
        meant += [address.sixtofour, *(address.teredo or ())]
        meant = [address.ipv4_mapped] if address.ipv4_mapped else meant
    return all(not each or (each.is_global and not each.is_multicast) for each in meant)
