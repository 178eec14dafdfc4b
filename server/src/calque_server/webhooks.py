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

from sqlalchemy import Connection, delete, exists, insert, select, update

from . import events
from .clock import now
from .errors import invalid, not_found
from .events import Actor
from .projects import Project
from .schema import event, project, webhook

KINDS = (*events.NEWS, "proposed", "replaced", "author_rejected")
GIVEN_UP = 40
_BATCH = 100
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
    here = select(webhook.c.id).where(webhook.c.project_id == of.id)
    if len(connection.execute(here).all()) >= _MOST:
        raise invalid(f"a project has at most {_MOST} webhooks")
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
    values = {"project_id": of.id, "url": url, "secret": secret, "created": now()}
    values["cursor"] = events.last_id(connection)
    key = connection.execute(insert(webhook).values(values)).inserted_primary_key
    assert key is not None
    events.append(connection, of.id, "webhook", str(key[0]), actor, url=url)
    return int(key[0]), secret


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
    here = (webhook.c.project_id == of.id) & (webhook.c.id == id_)
    if not connection.execute(delete(webhook).where(here)).rowcount:
        raise not_found("webhook")
    events.append(connection, of.id, "webhook", str(id_), actor, removed=True)


def listed(connection: Connection, of: Project) -> list[Any]:
    """The webhooks of a project."""
    query = select(webhook).where(webhook.c.project_id == of.id)
    return list(connection.execute(query.order_by(webhook.c.id)).all())


def _due() -> Any:
    later = exists().where(
        event.c.project_id == webhook.c.project_id, event.c.id > webhook.c.cursor
    )
    return (webhook.c.next_try <= now()) & (webhook.c.failures < GIVEN_UP) & later


def are_due(connection: Connection) -> bool:
    """Whether there is anything to send."""
    return connection.execute(select(webhook.c.id).where(_due())).first() is not None


def claim(connection: Connection) -> list[Batch]:
    """Reserve the events that are due, so that no other process sends them."""
    query = select(webhook, project.c.slug).join(
        project, webhook.c.project_id == project.c.id
    )
    batches = []
    for row in connection.execute(query.where(_due())).all():
        found = events.since(connection, row.cursor, row.project_id, _BATCH)
        told = [_told(each) for each in found if each["kind"] in KINDS]
        last = found[-1]["id"]
        here = update(webhook).where(webhook.c.id == row.id)
        if told:
            connection.execute(here.values(next_try=now() + _LEASE))
            batches.append(Batch(row.id, row.url, row.secret, row.slug, told, last))
        else:
            connection.execute(here.values(cursor=last))
    return batches


def _told(row: dict[str, Any]) -> dict[str, Any]:
    shown = ("id", "kind", "subject", "actor", "body", "created")
    return {name: row[name] for name in shown}


def taken(connection: Connection, batch: Batch) -> None:
    """Note that the receiver has a batch."""
    values = {"cursor": batch.last, "failures": 0, "next_try": 0}
    connection.execute(
        update(webhook).where(webhook.c.id == batch.webhook_id).values(values)
    )


def failed(connection: Connection, batch: Batch) -> None:
    """Note that the receiver did not take a batch: it is sent again, ever later."""
    here = webhook.c.id == batch.webhook_id
    failures = connection.execute(select(webhook.c.failures).where(here)).scalar()
    if failures is None:
        return
    wait = min(_FIRST_WAIT << min(failures, 20), _LONGEST_WAIT)
    values = {"failures": failures + 1, "next_try": now() + wait}
    connection.execute(update(webhook).where(here).values(values))
