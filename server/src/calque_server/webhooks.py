"""Webhooks: events of a project, sent to a URL that its owners give.

The table of events is the queue: a webhook has the number of the last event that its
receiver took. So nothing is lost when either side ends, and something may come twice.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import secrets
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, exists, select

from . import events, rows
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .projects import Project
from .schema import event, project, webhook

KINDS = (*events.NEWS, "proposed", "replaced", "author_rejected")
GIVEN_UP = 40
_BATCH = 100
SHOWN = ("id", "kind", "subject", "actor", "body", "created")
_MOST = 10
# Longer than a delivery takes: another process may have it in hand until then.
_LEASE = 60_000
_FIRST_WAIT = 2_000
_LONGEST_WAIT = 3_600_000
_LOOK_UP = 5.0
# NAT64, and addresses that are compatible with IPv4: the last 32 bits are one.
_CARRIERS = [ipaddress.ip_network(each) for each in ("64:ff9b::/96", "::/96")]


class Batch(NamedTuple):
    """Events for one webhook, and the number up to which they go."""

    webhook_id: int
    url: str
    secret: str
    project: str
    events: list[dict[str, Any]]
    last: int


def create(
    connection: Connection, of: Project, url: str, actor: Actor
) -> tuple[int, str]:
    """Send what happens from now on to a checked address; its number and its secret.

    Raises Refused with 422.
    """
    if len(listed(connection, of)) >= _MOST:
        raise invalid(f"a project has at most {_MOST} webhooks")
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
    values = {"project_id": of.id, "url": url, "secret": secret, "created": now()}
    id_ = rows.add(connection, webhook, **values, cursor=events.last_id(connection))
    events.append(connection, of.id, "webhook", id_, actor, url=url)
    return id_, secret


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
        raise invalid("an address begins with https:// and has no name or password")


async def check_address(url: str, private: bool) -> list[str]:
    """The IP addresses of a URL; `private` allows private networks and http.

    Raises Refused with 422 for a URL that nothing may be sent to.
    """
    check_url(url, private)
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    try:
        found = await asyncio.wait_for(
            loop.getaddrinfo(parts.hostname, parts.port or 443, type=1), _LOOK_UP
        )
    except (OSError, UnicodeError, asyncio.TimeoutError) as error:
        raise invalid("the name of the address is not known") from error
    addresses = [str(each[4][0]) for each in found]
    if not private and not all(map(is_public, addresses)):
        raise invalid("the address is in a private network")
    return addresses


def is_public(written: str) -> bool:
    """Whether an IP address, and the one that it stands for, is in the open network."""
    address: Any = ipaddress.ip_address(written.partition("%")[0])
    if address.version == 6:
        carried = [address.ipv4_mapped, address.sixtofour]
        carried += list(address.teredo or ())
        for network in _CARRIERS:
            if address in network:
                carried.append(ipaddress.ip_address(int(address) & 0xFFFFFFFF))
        if any(each is not None and not each.is_global for each in carried):
            return False
        if address.ipv4_mapped is not None:
            return True
    return bool(address.is_global) and not address.is_multicast


def remove(connection: Connection, of: Project, id_: int, actor: Actor) -> None:
    """Send nothing more. Raises Refused with 404."""
    if not rows.remove(connection, webhook, project_id=of.id, id=id_):
        raise not_found("webhook")
    events.append(connection, of.id, "webhook", id_, actor, removed=True)


def listed(connection: Connection, of: Project) -> list[Any]:
    """The webhooks of a project; one that failed too often is no longer active."""
    query = select(webhook, (webhook.c.failures < GIVEN_UP).label("active"))
    query = query.where(webhook.c.project_id == of.id).order_by(webhook.c.id)
    return list(connection.execute(query).all())


def due(connection: Connection) -> list[Any]:
    """Webhooks with events that nobody has in hand, and the names of their projects."""
    later = exists().where(
        event.c.project_id == webhook.c.project_id, event.c.id > webhook.c.cursor
    )
    query = select(webhook, project.c.slug).join(project)
    query = query.where(webhook.c.next_try <= now(), webhook.c.failures < GIVEN_UP)
    return list(connection.execute(query.where(later)).all())


def claim(connection: Connection) -> list[Batch]:
    """Reserve the events that are due, so that no other process sends them."""
    batches = []
    for row in due(connection):
        found = events.since(connection, row.cursor, row.project_id, _BATCH)
        sent = [
            {name: each[name] for name in SHOWN}
            for each in found
            if each["kind"] in KINDS
        ]
        if sent:
            _note(connection, row.id, next_try=now() + _LEASE)
            batches.append(
                Batch(row.id, row.url, row.secret, row.slug, sent, found[-1]["id"])
            )
        else:
            _note(connection, row.id, cursor=found[-1]["id"])
    return batches


def delivered(connection: Connection, batch: Batch) -> None:
    """Note that the receiver has a batch."""
    _note(connection, batch.webhook_id, cursor=batch.last, failures=0, next_try=0)


def failed(connection: Connection, batch: Batch) -> None:
    """Note that the receiver did not take a batch: it is sent again, ever later."""
    row = rows.first(connection, webhook, id=batch.webhook_id)
    if row is not None:
        wait = min(_FIRST_WAIT << min(row.failures, 20), _LONGEST_WAIT)
        _note(connection, row.id, failures=row.failures + 1, next_try=now() + wait)


def _note(connection: Connection, id_: int, **values: int) -> None:
    rows.change(connection, webhook, {"id": id_}, **values)
