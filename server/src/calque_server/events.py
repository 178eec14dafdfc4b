"""The log of what happened; rows are added and never changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, select

from .clock import now
from .rows import add
from .schema import event


@dataclass(frozen=True)
class Actor:
    """The actor of a change: a person, a key or a device, and a hash of the address."""

    name: str
    address_hash: str = ""


SYSTEM = Actor("system")
# These change what programs show from the working texts.
TEXT_KINDS = ("accepted", "reopened", "translated", "imported")
# Events for programs that listen.
NEWS = (*TEXT_KINDS, "published", "rejected")
PAGE = 500

_SINCE = (
    select(event)
    .where(event.c.id > bindparam("cursor"))
    .order_by(event.c.id)
    .limit(bindparam("most"))
)
# Proposals come by the thousand, and listeners do not get them.
_SINCE_BUT_PROPOSALS = _SINCE.where(
    event.c.kind.not_in(("proposed", "replaced")), event.c.id <= bindparam("last")
)
_SINCE_OF = _SINCE.where(event.c.project_id == bindparam("project"))


def append(
    connection: Connection,
    project_id: int | None,
    kind: str,
    subject: str,
    actor: Actor,
    **body: Any,
) -> int:
    """Note what happened; the number of the event."""
    values = {
        "project_id": project_id,
        "kind": kind,
        "subject": subject[:200],
        "actor": actor.name[:120],
        "address_hash": actor.address_hash,
        "body": json.dumps(body, ensure_ascii=False),
        "created": now(),
    }
    return add(connection, event, values)


def last_id(connection: Connection) -> int:
    """The number of the last event; 0 for none."""
    return int(connection.execute(select(func.max(event.c.id))).scalar() or 0)


def since(
    connection: Connection,
    cursor: int,
    project_id: int | None = None,
    limit: int = PAGE,
) -> list[dict[str, Any]]:
    """Events after a number, in order, of one project or of all."""
    if project_id is None:
        rows = connection.execute(_SINCE, {"cursor": cursor, "most": limit})
    else:
        of = {"cursor": cursor, "most": limit, "project": project_id}
        rows = connection.execute(_SINCE_OF, of)
    return [_read(row._mapping) for row in rows]


def but_proposals(
    connection: Connection, cursor: int, last: int, limit: int = PAGE
) -> list[dict[str, Any]]:
    """Events of all projects after a number up to another, but for new proposals."""
    of = {"cursor": cursor, "last": last, "most": limit}
    return [_read(row._mapping) for row in connection.execute(_SINCE_BUT_PROPOSALS, of)]


def latest(
    connection: Connection, project_id: int, before: int | None, limit: int
) -> list[dict[str, Any]]:
    """The newest events of a project, those before a number."""
    query = select(event).where(event.c.project_id == project_id)
    if before is not None:
        query = query.where(event.c.id < before)
    rows = connection.execute(query.order_by(event.c.id.desc()).limit(limit))
    return [_read(row._mapping) for row in rows]


def _read(row: Any) -> dict[str, Any]:
    return {**row, "body": msgspec.json.decode(row["body"])}
