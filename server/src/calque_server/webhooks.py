"""Webhooks: events of a project, sent to a URL that its owners give.

The table of events is the queue: a webhook has the number of the last event that its
receiver took. So nothing is lost when either side ends, and something may come twice.
"""

import base64
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import events, rows
from .clock import next_try, now
from .errors import invalid, not_found
from .events import Actor
from .projects import Project
from .schema import project, webhook

KINDS = (*events.NEWS, "proposed", "replaced", "author_rejected")
GIVEN_UP = 40
_BATCH = 100
SHOWN = ("id", "kind", "subject", "actor", "body", "created")
_MOST = 10
# Longer than a delivery takes: another process may have it in hand until then.
_LEASE = 60_000
_FIRST_WAIT = 2_000


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
        raise invalid(f"a project may have at most {_MOST} webhooks")
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
    values = {"project_id": of.id, "url": url, "secret": secret, "created": now()}
    id_ = rows.add(connection, webhook, **values, cursor=events.last_id(connection))
    events.append(connection, of.id, "webhook", id_, actor, url=url)
    return id_, secret


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


def claim(connection: Connection) -> list[Batch]:
    """Reserve the events that are due, so that no other process sends them."""
    query = select(webhook, project.c.slug).join(project)
    query = query.where(webhook.c.next_try <= now(), webhook.c.failures < GIVEN_UP)
    batches = []
    for row in connection.execute(query).all():
        found = events.since(connection, row.cursor, row.project_id, _BATCH)
        sent = [{name: e[name] for name in SHOWN} for e in found if e["kind"] in KINDS]
        if sent:
            _note(connection, row.id, next_try=now() + _LEASE)
            last = found[-1]["id"]
            batches.append(Batch(row.id, row.url, row.secret, row.slug, sent, last))
        elif found:
            _note(connection, row.id, cursor=found[-1]["id"])
    return batches


def delivered(connection: Connection, batch: Batch) -> None:
    """Note that the receiver has a batch."""
    _note(connection, batch.webhook_id, cursor=batch.last, failures=0, next_try=0)


def failed(connection: Connection, batch: Batch) -> None:
    """Note that the receiver did not take a batch: it is sent again, ever later."""
    row = rows.first(connection, webhook, id=batch.webhook_id)
    if row is not None:
        again = next_try(row.failures, _FIRST_WAIT)
        _note(connection, row.id, failures=row.failures + 1, next_try=again)


def _note(connection: Connection, id_: int, **values: int) -> None:
    rows.change(connection, webhook, {"id": id_}, **values)
