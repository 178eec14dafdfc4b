"""The log of what happened; rows are added and never changed."""

import json
from typing import Any, NewType

import msgspec
from sqlalchemy import Connection, func, select

from .clock import now
from .rows import add
from .schema import event

# The actor of a change, as the log names it: a person, a key or a device.
Actor = NewType("Actor", str)
SYSTEM = Actor("system")
# These change what programs show from the working texts.
TEXT_KINDS = ("accepted", "reopened", "translated", "imported")
# Events for programs that listen.
NEWS = (*TEXT_KINDS, "published", "rejected")
PAGE = 500


def append(
    connection: Connection,
    project_id: int | None,
    kind: str,
    subject: object,
    actor: Actor,
    **body: Any,
) -> int:
    """Note what happened; the number of the event."""
    return add(
        connection,
        event,
        project_id=project_id,
        kind=kind,
        subject=str(subject)[:200],
        actor=actor[:120],
        body=json.dumps(body, ensure_ascii=False),
        created=now(),
    )


def last_id(connection: Connection) -> int:
    """The number of the last event; 0 for none."""
    return int(connection.execute(select(func.max(event.c.id))).scalar() or 0)


def since(
    connection: Connection, cursor: int, project_id: int, limit: int = PAGE
) -> list[dict[str, Any]]:
    """Events of a project after a number, in order."""
    here = event.c.id > cursor, event.c.project_id == project_id
    return _read(connection, *here, limit=limit)


def but_proposals(
    connection: Connection, cursor: int, last: int
) -> list[dict[str, Any]]:
    """Events of all projects after a number up to another.

    Proposals are left out: they come by the thousand, and listeners do not get them.
    """
    others = event.c.kind.not_in(("proposed", "replaced"))
    return _read(connection, event.c.id > cursor, event.c.id <= last, others)


def latest(
    connection: Connection, project: Any, before: int, limit: int
) -> list[dict[str, Any]]:
    """The last events of a project, the newest first; those before one, unless 0."""
    here = [event.c.project_id == project.id]
    here += [event.c.id < before] if before else []
    return _read(connection, *here, limit=limit, order=event.c.id.desc())


def _read(
    connection: Connection, *where: Any, limit: int = PAGE, order: Any = event.c.id
) -> list[dict[str, Any]]:
    rows = connection.execute(select(event).where(*where).order_by(order).limit(limit))
    return [
        {**row._mapping, "body": msgspec.json.decode(row.body)} for row in rows.all()
    ]
