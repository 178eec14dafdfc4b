"""Proposals taken in: one for each text and device while it waits."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from . import events, findings
from .clock import now
from .errors import Refused
from .events import Actor
from .projects import Project
from .proposals import Wording, checked, find_place, waits
from .schema import proposal
from .settings import Limits

_OPEN = select(proposal.c.id, proposal.c.value).where(
    proposal.c.project_id == bindparam("project"),
    proposal.c.section == bindparam("section"),
    proposal.c.key == bindparam("key"),
    proposal.c.locale == bindparam("locale"),
    proposal.c.device == bindparam("device"),
    waits,
)
_WAITING = select(func.count()).where(
    proposal.c.project_id == bindparam("project"),
    proposal.c.device == bindparam("device"),
    waits,
)
_WAITING_IN_ALL = select(func.count()).where(
    proposal.c.project_id == bindparam("project"), waits
)
_TRUSTED = (
    select(proposal.c.id)
    .where(
        proposal.c.project_id == bindparam("project"),
        proposal.c.device == bindparam("device"),
        proposal.c.state == "accepted",
    )
    .limit(1)
)
_INSERT = insert(proposal)
_REPLACE = update(proposal).where(proposal.c.id == bindparam("b_id"))
_COUNTED_FOR = 2000
# Used by the one thread that writes.
_counted: dict[tuple[str, object], tuple[int, int]] = {}
_LOOKS = frozenset({250, 2500, 25_000})


class Stored(NamedTuple):
    """A proposal that is stored; `made` when the device had none waiting."""

    id: int
    made: bool
    wording: Wording


def store(
    connection: Connection,
    project: Project,
    wording: Wording,
    by: Actor,
    limits: Limits,
    stranger: bool = False,
) -> Stored:
    """Store a proposal; it replaces the one of the same device that waits.

    Those of a stranger wait for a first look where the project asks for that. Raises
    Refused: 412 for the same value again and for the value that the text has, 429
    when too many wait, 422 for anything else that cannot be taken.
    """
    at = checked(wording, limits)
    place = find_place(connection, project, at)
    here = {"project": project.id, "device": at.device}
    before = connection.execute(
        _OPEN, {**here, "section": at.section, "key": at.key, "locale": at.locale}
    ).first()
    if at.value == (place.value if before is None else before.value):
        raise Refused(412, "the same value is proposed already", "same")
    ((listed, level),) = findings.check_many([findings.Item(project, at, place)])
    values = {
        "application_id": at.application_id,
        "text_id": place.text_id,
        "platform": at.platform,
        "author": at.author,
        "value": at.value,
        "base_revision": place.revision,
        "base_value": place.value or "",
        "findings": listed,
        "level": level,
        "updated": now(),
    }
    if before is not None:
        connection.execute(_REPLACE, {**values, "b_id": before.id})
        id_ = int(before.id)
    else:
        _check_room(connection, here, limits, stranger)
        held = (
            stranger
            and project.options["first_look"]
            and connection.execute(_TRUSTED, here).first() is None
        )
        values["state"] = "held" if held else "open"
        values |= {"project_id": project.id, "section": at.section, "key": at.key}
        values |= {"locale": at.locale, "device": at.device, "created": now()}
        made = connection.execute(_INSERT, values).inserted_primary_key
        assert made is not None
        id_ = int(made[0])
        if id_ in _LOOKS and connection.dialect.name == "postgresql":
            # Its own look at a growing table would come a minute later.
            connection.exec_driver_sql("ANALYZE proposal")
    kind = "proposed" if before is None else "replaced"
    body = {"locale": at.locale, "key": f"{at.section}:{at.key}", "value": at.value}
    events.append(connection, project.id, kind, str(id_), by, **body)
    return Stored(id_, before is None, at)


def _check_room(
    connection: Connection, here: dict[str, object], limits: Limits, stranger: bool
) -> None:
    """Raises Refused when too many proposals of a device or a project wait."""
    count = connection.execute(_WAITING, here).scalar() or 0
    if count >= limits.open_per_device:
        raise Refused(
            429, f"{count} proposals wait already", "waiting", retry_after=3600
        )
    if stranger and _waiting_in_all(connection, here) >= limits.open_per_project:
        raise Refused(429, "too many proposals wait here", "full", retry_after=3600)


def _waiting_in_all(connection: Connection, here: dict[str, object]) -> int:
    """How many proposals wait in a project: counted every two seconds, and noted."""
    of = str(connection.engine.url), here["project"]
    at = now()
    count, until = _counted.get(of, (0, 0))
    if at >= until:
        count = connection.execute(_WAITING_IN_ALL, here).scalar() or 0
        until = at + _COUNTED_FOR
    _counted[of] = count + 1, until
    return count
