"""Webhooks: events of a project, sent to a URL that its owners give.

The table of events is the queue: a webhook has the number of the last event that its
receiver took. So nothing is lost when either side ends, and something may come twice.
"""

from __future__ import annotations

import base64
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


class Batch(NamedTuple):
    """Events for one webhook, and the number up to which they go."""

    webhook_id: int
    url: str
    secret: str
    project: str
    events: list[dict[str, Any]]
    last: int


def create(
    connection: Connection, of: Project, url: str, private: bool, actor: Actor
) -> tuple[int, str]:
    """Send what happens from now on to an address; its number and its secret.

    `private` allows http. Raises Refused with 422.
    """
    check_url(url, private)
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
    shown = {name: row[name] for name in ("id", "kind", "subject", "body", "created")}
    # The name of an anonymous person is what lets that person withdraw a proposal.
    actor = row["actor"]
    return shown | {"actor": "" if actor.startswith("guid ") else actor}


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
