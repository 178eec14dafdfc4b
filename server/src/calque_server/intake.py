"""Proposals taken in: one for each text and device while it waits."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from . import events, findings, rows
from .clock import now
from .errors import AlreadyProposed, Refused
from .events import Actor
from .projects import Project
from .proposals import Wording, checked, find_place, waiting_of, waits
from .schema import proposal
from .settings import Limits

# Built once: that takes longer than carrying them out.
_WAITING_IN_ALL = select(func.count()).where(
    proposal.c.project_id == bindparam("project"), waits
)
_WAITING = _WAITING_IN_ALL.where(proposal.c.device == bindparam("device"))
_COUNTED_FOR = 2000
# Used by the one thread that writes.
_counted: dict[tuple[str, object], tuple[int, int]] = {}


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
    before = waiting_of(connection, project, at)
    if at.value == (place.value if before is None else before.value):
        raise AlreadyProposed(412, "the same value has already been proposed", "same")
    listed, level = findings.check(connection, project, at, place)
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
        id_ = int(before.id)
        rows.change(connection, proposal, {"id": id_}, **values)
    else:
        _check_room(connection, project, at.device, limits, stranger)
        held = stranger and project.options["first_look"]
        held = held and not _is_known(connection, project, at.device)
        values |= {"project_id": project.id, "section": at.section, "key": at.key}
        values |= {"locale": at.locale, "device": at.device, "created": now()}
        values["state"] = "held" if held else "open"
        id_ = rows.add(connection, proposal, **values)
        rows.look(connection, "proposal", id_)
    kind = "proposed" if before is None else "replaced"
    body = {"locale": at.locale, "key": f"{at.section}:{at.key}", "value": at.value}
    events.append(connection, project.id, kind, id_, by, **body)
    return Stored(id_, before is None, at)


def _is_known(connection: Connection, project: Project, device: str) -> bool:
    """Whether a proposal of a device was accepted."""
    here = {"project_id": project.id, "device": device, "state": "accepted"}
    return rows.first(connection, proposal, **here) is not None


def _check_room(
    connection: Connection,
    project: Project,
    device: str,
    limits: Limits,
    stranger: bool,
) -> None:
    """Raises Refused when too many proposals of a device or a project wait."""
    here = {"project": project.id}
    count = connection.execute(_WAITING, {**here, "device": device}).scalar()
    if int(count or 0) >= limits.open_per_device:
        message = f"{limits.open_per_device} proposals already wait"
        raise Refused(429, message, "waiting", retry_after=3600)
    if not stranger:
        return
    # Counted every two seconds, and noted.
    of = str(connection.engine.url), project.id
    known, until = _counted.get(of, (0, 0))
    if now() >= until:
        known = int(connection.execute(_WAITING_IN_ALL, here).scalar() or 0)
        until = now() + _COUNTED_FOR
    _counted[of] = known + 1, until
    if known >= limits.open_per_project:
        raise Refused(429, "too many proposals wait here", "full", retry_after=3600)
