"""Decisions on proposals, and undoing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from . import catalogs, events, findings, names, projects, proposals, transcripts
from .clock import now
from .errors import Refused, invalid
from .events import Actor
from .projects import Project
from .proposals import Wording
from .schema import proposal, translation
from .tree import nested

REASON_BYTES = 2000
VALUE_BYTES = 65_536


def accept(
    connection: Connection,
    project: Project,
    id_: int,
    actor: Actor,
    *,
    value: str | None = None,
    revision: int | None = None,
    danger: bool = False,
) -> Row[Any]:
    """Make a proposal the text, as it is or as a reviewer edited it.

    `revision` is the one of the text that the reviewer saw; by default the one that
    the proposal was made for. `danger` says that the reviewer saw findings that make
    a program unsafe.

    Raises Refused: 409 when it is decided already, 412 when the text has changed
    meanwhile, 422 for a dangerous one without `danger`.
    """
    row = _open(connection, project, id_)
    chosen = row.value if value is None else value
    if "\0" in chosen or len(names.encoded(chosen)) > VALUE_BYTES:
        raise invalid(f"a value has at most {VALUE_BYTES} bytes and no NUL", "value")
    level = row.level
    if level == findings.UNCHECKED:
        level = findings.check_rows(connection, [row], project)[0]["level"]
    if level == "danger" and not danger and value is None:
        raise invalid("the proposal could make a program unsafe; confirm it", "danger")
    place = proposals.find_place(connection, project, _wording(row))
    if place.revision != (row.base_revision if revision is None else revision):
        raise Refused(
            412,
            "the text has changed meanwhile",
            revision=place.revision,
            value=place.value,
        )
    new, text_id = _write(connection, project, row, place, chosen, actor)
    # The previous text is kept for undoing the decision.
    kept = {
        "text_id": text_id,
        "accepted_revision": new,
        "base_revision": place.revision,
        "base_value": place.value or "",
    }
    _decide(connection, project, row, "accepted", actor, "", **kept)
    events.append(
        connection,
        project.id,
        "accepted",
        str(id_),
        actor,
        locale=row.locale,
        key=f"{row.section}:{row.key}",
        value=chosen,
        before=place.value,
    )
    return proposals.by_id(connection, project, id_)


def reject(
    connection: Connection, project: Project, id_: int, actor: Actor, reason: str = ""
) -> Row[Any]:
    """Turn a proposal down; the reason reaches its author.

    Raises Refused with 409 when it is decided already.
    """
    row = _open(connection, project, id_)
    _decide(connection, project, row, "rejected", actor, _reason(reason))
    body = {"locale": row.locale, "key": f"{row.section}:{row.key}"}
    events.append(
        connection, project.id, "rejected", str(id_), actor, reason=reason, **body
    )
    return proposals.by_id(connection, project, id_)


def let_through(
    connection: Connection, project: Project, id_: int, actor: Actor
) -> Row[Any]:
    """Show a held proposal to programs and bridges: somebody took the first look.

    Raises Refused with 409 when it is not held.
    """
    row = proposals.by_id(connection, project, id_)
    if row.state != "held":
        raise Refused(409, f"the proposal is {row.state} already", "decided")
    connection.execute(
        update(proposal).where(proposal.c.id == id_).values(state="open")
    )
    body = {"locale": row.locale, "key": f"{row.section}:{row.key}"}
    events.append(connection, project.id, "admitted", str(id_), actor, **body)
    return proposals.by_id(connection, project, id_)


def reject_author(
    connection: Connection,
    project: Project,
    device: str,
    actor: Actor,
    reason: str = "",
    require: Callable[[str], None] = lambda locale: None,
) -> int:
    """Turn down all waiting proposals of one device; how many.

    `require` is asked about each of their languages and raises Refused.
    """
    for each in proposals.locales_of(connection, project, device):
        require(each)
    values = {
        "state": "rejected",
        "decided": now(),
        "decided_by": actor.name[:100],
        "reason": _reason(reason),
    }
    done = connection.execute(
        update(proposal)
        .where(
            proposal.c.project_id == project.id,
            proposal.c.device == device,
            proposals.waits,
        )
        .values(values)
    )
    if done.rowcount:
        events.append(
            connection,
            project.id,
            "author_rejected",
            device,
            actor,
            count=done.rowcount,
            reason=reason,
        )
    return int(done.rowcount)


def reopen(
    connection: Connection, project: Project, id_: int, actor: Actor
) -> Row[Any]:
    """Take a decision back; an accepted value gives way to the one before.

    Raises Refused: 409 when nothing was decided or the person has another open
    proposal for the text, 412 when the text has changed since.
    """
    row = proposals.by_id(connection, project, id_)
    if row.state not in ("accepted", "rejected"):
        raise Refused(409, "nothing was decided", "undecided")
    other = select(func.count()).where(
        proposal.c.project_id == project.id,
        proposal.c.section == row.section,
        proposal.c.key == row.key,
        proposal.c.locale == row.locale,
        proposal.c.device == row.device,
        proposals.waits,
    )
    if connection.execute(other).scalar():
        raise Refused(409, "the person has proposed something newer", "newer")
    base = row.base_revision
    if row.state == "accepted":
        base = _take_back(connection, project, row, actor)
    connection.execute(
        update(proposal)
        .where(proposal.c.id == id_)
        .values(
            state="open",
            decided=None,
            decided_by="",
            reason="",
            accepted_revision=None,
            base_revision=base,
        )
    )
    body = {"locale": row.locale, "key": f"{row.section}:{row.key}"}
    kind = "reopened" if row.state == "accepted" else "unrejected"
    events.append(connection, project.id, kind, str(id_), actor, **body)
    return proposals.by_id(connection, project, id_)


def write_value(
    connection: Connection,
    project: Project,
    text_id: int,
    locale: str,
    value: str,
    place: proposals.Place,
    actor: Actor,
) -> int:
    """Write the value of a text in a language; its revision."""
    locale_id = projects.locale_id(connection, project, locale)
    written = {"value": value, "kind": "text", "updated": now()}
    written["updated_by"] = actor.name[:100]
    if place.revision == 0:
        connection.execute(
            insert(translation).values(
                text_id=text_id,
                locale_id=locale_id,
                ordinal=catalogs.ordinal_of(connection, text_id),
                revision=1,
                **written,
            )
        )
        return 1
    connection.execute(
        update(translation)
        .where(translation.c.text_id == text_id, translation.c.locale_id == locale_id)
        .values(revision=place.revision + 1, **written)
    )
    return place.revision + 1


def _write(
    connection: Connection,
    project: Project,
    row: Row[Any],
    place: proposals.Place,
    value: str,
    actor: Actor,
) -> tuple[int, int]:
    if place.text_id is not None:
        new = write_value(
            connection, project, place.text_id, row.locale, value, place, actor
        )
        return new, place.text_id
    # A text that no catalog had: it is added where its key says.
    trees = {row.locale: {row.section: nested(row.key, value)}}
    catalogs.take(connection, project, trees, actor, replace=False)
    made = proposals.find_place(connection, project, _wording(row))
    assert made.text_id is not None
    return made.revision, made.text_id


def _take_back(
    connection: Connection, project: Project, row: Row[Any], actor: Actor
) -> int:
    place = proposals.find_place(connection, project, _wording(row))
    if place.revision != row.accepted_revision or place.text_id is None:
        raise Refused(
            412,
            "the text has changed since",
            revision=place.revision,
            value=place.value,
        )
    if row.base_revision == 0:
        locale_id = projects.locale_id(connection, project, row.locale)
        connection.execute(
            delete(translation).where(
                translation.c.text_id == place.text_id,
                translation.c.locale_id == locale_id,
            )
        )
        return 0
    return write_value(
        connection, project, place.text_id, row.locale, row.base_value, place, actor
    )


def _decide(
    connection: Connection,
    project: Project,
    row: Row[Any],
    state: str,
    actor: Actor,
    reason: str,
    **kept: Any,
) -> None:
    values: dict[str, Any] = {
        "state": state,
        "decided": now(),
        "decided_by": actor.name[:100],
        "reason": reason,
        **kept,
    }
    connection.execute(update(proposal).where(proposal.c.id == row.id).values(values))
    transcripts.follow(connection, proposals.by_id(connection, project, row.id))


def _open(connection: Connection, project: Project, id_: int) -> Row[Any]:
    row = proposals.by_id(connection, project, id_)
    if row.state not in proposals.WAITING:
        raise Refused(409, f"the proposal is {row.state} already", "decided")
    return row


def _reason(written: str) -> str:
    if len(names.encoded(written)) > REASON_BYTES or "\0" in written:
        raise invalid(f"a reason has at most {REASON_BYTES} bytes and no NUL", "reason")
    return written


def _wording(row: Row[Any]) -> Wording:
    return Wording(row.section, row.key, row.locale, row.value, row.device)
