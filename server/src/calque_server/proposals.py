"""Proposals: one for each text and person while it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    String,
    bindparam,
    cast,
    func,
    literal,
    select,
    update,
)
from sqlalchemy import delete as delete_rows

from . import events, names
from .clock import now
from .errors import Refused, invalid, not_found
from .events import Actor
from .projects import Project
from .rows import add
from .schema import event, namespace, posting, proposal, text_, translation
from .schema import locale as locale_table
from .settings import Limits


@dataclass(frozen=True)
class Wording:
    """A better wording as a program or a person sends it."""

    section: str
    key: str
    locale: str
    value: str
    guid: str
    platform: str = ""
    author: str = ""
    application_id: int | None = None


@dataclass(frozen=True)
class Place:
    """The text a proposal is for, in one language; None where there is none."""

    text_id: int | None = None
    value: str | None = None
    revision: int = 0
    source: str | None = None


# Statements of the way of every proposal are built once: building takes longer than
# carrying them out.
_MINE = select(proposal).where(
    proposal.c.project_id == bindparam("project"),
    proposal.c.section == bindparam("section"),
    proposal.c.key == bindparam("key"),
    proposal.c.locale == bindparam("locale"),
    proposal.c.guid == bindparam("guid"),
    proposal.c.state == "open",
)
_PLACE = (
    select(text_.c.id, locale_table.c.tag, translation.c.value, translation.c.revision)
    .join_from(text_, namespace, text_.c.namespace_id == namespace.c.id)
    .join(locale_table, locale_table.c.project_id == namespace.c.project_id)
    .outerjoin(
        translation,
        (translation.c.text_id == text_.c.id)
        & (translation.c.locale_id == locale_table.c.id),
    )
    .where(
        namespace.c.project_id == bindparam("project"),
        (namespace.c.name == bindparam("section"))
        | (namespace.c.name == bindparam("other"))
        | (namespace.c.name == bindparam("third")),
        text_.c.key == bindparam("key"),
        (locale_table.c.tag == bindparam("locale"))
        | (locale_table.c.tag == bindparam("source")),
    )
)
_BY_ID = select(proposal).where(
    proposal.c.id == bindparam("id"), proposal.c.project_id == bindparam("project")
)
_FULL = (
    select(literal(1))
    .where(
        proposal.c.project_id == bindparam("project"),
        proposal.c.guid == bindparam("guid"),
        proposal.c.state == "open",
    )
    .offset(bindparam("most"))
    .limit(1)
)
_REPLACE = update(proposal).where(proposal.c.id == bindparam("b_id"))


def checked(wording: Wording, limits: Limits) -> Wording:
    """The wording in its usual form. Raises Refused with 422."""
    if not wording.guid or len(wording.guid) > 100 or "\0" in wording.guid:
        raise invalid("a guid has 1 to 100 characters")
    if len(wording.value.encode()) > limits.value_bytes or "\0" in wording.value:
        raise invalid(f"a value has at most {limits.value_bytes} bytes and no NUL")
    return Wording(
        names.namespace(wording.section),
        names.key(wording.key),
        names.tag(wording.locale),
        wording.value,
        wording.guid,
        wording.platform[:32].replace("\0", ""),
        wording.author[:100],
        wording.application_id,
    )


def store(
    connection: Connection,
    project: Project,
    given: Wording,
    actor: Actor,
    limits: Limits,
) -> tuple[bool, Row[Any]]:
    """Store a proposal, or replace the person's own open one; whether it is new.

    Raises Refused: 412 for the same value again and for the value that the text
    has, 422 for anything else that cannot be taken.
    """
    wording = checked(given, limits)
    place = find_place(connection, project, wording)
    at = {
        "project": project.id,
        "section": wording.section,
        "key": wording.key,
        "locale": wording.locale,
        "guid": wording.guid,
    }
    mine = connection.execute(_MINE, at).first()
    if wording.value == (place.value if mine is None else mine.value):
        raise Refused(412, "the same value is proposed already")
    if mine is None:
        _check_room(connection, project, wording.guid, limits)
    values = _values(project, wording, place)
    if mine is None:
        values["created"] = values["updated"]
        values["state"] = "open"
        id_ = add(connection, proposal, values)
    else:
        id_ = mine.id
        connection.execute(_REPLACE, {"b_id": id_, **values})
    kind = "proposed" if mine is None else "replaced"
    body = {"locale": wording.locale, "key": f"{wording.section}:{wording.key}"}
    events.append(
        connection, project.id, kind, str(id_), actor, value=wording.value, **body
    )
    return mine is None, by_id(connection, project, id_)


def delete(
    connection: Connection, project: Project, id_: int, guid: str, actor: Actor
) -> None:
    """Take a proposal back for the person who made it.

    Raises Refused: 445 when there is none, 401 for another's, 422 when it is decided.
    """
    found = connection.execute(
        select(proposal).where(
            proposal.c.id == id_, proposal.c.project_id == project.id
        )
    ).first()
    if found is None or found.state == "deleted":
        raise Refused(445, "entity not found")
    if found.guid != guid:
        raise Refused(401, "the proposal is of somebody else")
    if found.state != "open":
        raise invalid("the proposal is decided already")
    values = {"state": "deleted", "updated": now()}
    connection.execute(update(proposal).where(proposal.c.id == id_).values(values))
    events.append(connection, project.id, "withdrawn", str(id_), actor)


def by_id(connection: Connection, project: Project, id_: int) -> Row[Any]:
    """A proposal of a project. Raises Refused with 404."""
    row = connection.execute(_BY_ID, {"id": id_, "project": project.id}).first()
    if row is None:
        raise not_found("proposal")
    return row


def in_state(
    connection: Connection, project: Project, state: str, limit: int = 10_000
) -> list[Row[Any]]:
    """Proposals as programs ask for them: `unaccepted`, `accepted` or `all`."""
    states = {
        "unaccepted": ["open"],
        "accepted": ["accepted"],
        "all": ["open", "accepted"],
    }
    if state not in states:
        raise invalid(f"{state[:40]!r} is no state: unaccepted, accepted or all")
    newest = (
        select(proposal)
        .where(proposal.c.project_id == project.id, proposal.c.state.in_(states[state]))
        .order_by(proposal.c.id.desc())
        .limit(limit)
    )
    return list(reversed(connection.execute(newest).all()))


def of_guid(connection: Connection, project: Project, guid: str) -> list[Row[Any]]:
    """All proposals of a person, whatever became of them."""
    query = (
        select(proposal)
        .where(proposal.c.project_id == project.id, proposal.c.guid == guid)
        .order_by(proposal.c.id)
    )
    return list(connection.execute(query).all())


def find_place(connection: Connection, project: Project, at: Wording) -> Place:
    """The text that section and key name, as it is in the language and the source.

    A section `default` is also found where i18next calls it `translation`.
    """
    named = {"section": at.section, "other": at.section, "third": at.section}
    if at.section in ("default", "defaultSection"):
        named = {
            "section": "default",
            "other": "defaultSection",
            "third": "translation",
        }
    where = {"project": project.id, "key": at.key, "locale": at.locale}
    rows = connection.execute(
        _PLACE, {**where, **named, "source": project.source_locale}
    ).all()
    place = Place(rows[0][0]) if rows else Place()
    for id_, tag, value, revision in rows:
        if id_ != place.text_id:
            continue
        if tag == at.locale:
            place = Place(id_, value, revision or 0, place.source)
        if tag == project.source_locale:
            place = Place(id_, place.value, place.revision, value)
    return place


def _values(project: Project, wording: Wording, place: Place) -> dict[str, Any]:
    return {
        "project_id": project.id,
        "application_id": wording.application_id,
        "text_id": place.text_id,
        "section": wording.section,
        "key": wording.key,
        "locale": wording.locale,
        "platform": wording.platform,
        "guid": wording.guid,
        "author": wording.author,
        "value": wording.value,
        "base_revision": place.revision,
        "base_value": place.value or "",
        "findings": "[]",
        # Checked in the background.
        "level": "new",
        "updated": now(),
    }


def _check_room(
    connection: Connection, project: Project, guid: str, limits: Limits
) -> None:
    wanted = {"project": project.id, "guid": guid, "most": limits.open_per_guid - 1}
    if connection.execute(_FULL, wanted).first() is not None:
        raise invalid(f"{limits.open_per_guid} proposals wait for a decision already")


def count_open(connection: Connection, project: Project) -> int:
    """How many proposals wait for a decision."""
    query = select(func.count()).where(
        proposal.c.project_id == project.id, proposal.c.state == "open"
    )
    return int(connection.execute(query).scalar() or 0)


def of_texts(
    connection: Connection, project: Project, ids: list[int], tag: str
) -> list[int]:
    """The newest proposals for some texts in a language, whatever became of them."""
    query = (
        select(proposal.c.id)
        .where(
            proposal.c.project_id == project.id,
            proposal.c.text_id.in_(ids),
            proposal.c.locale == tag,
            proposal.c.state != "deleted",
        )
        .order_by(proposal.c.id.desc())
        .limit(20)
    )
    return list(connection.execute(query).scalars())


def locales_of(connection: Connection, project: Project, guid: str) -> list[str]:
    """The languages that a person has open proposals in."""
    query = (
        select(proposal.c.locale)
        .where(
            proposal.c.project_id == project.id,
            proposal.c.guid == guid,
            proposal.c.state == "open",
        )
        .distinct()
    )
    return list(connection.execute(query).scalars())


def forget(connection: Connection, guid: str, actor: Actor) -> int:
    """Take a person's identifier off everything; how many proposals had it.

    Their proposals stay, without an author. Conversations about it are removed.
    """
    ids = select(proposal.c.id).where(proposal.c.guid == guid)
    connection.execute(delete_rows(posting).where(posting.c.proposal_id.in_(ids)))
    done = connection.execute(
        update(proposal)
        .where(proposal.c.guid == guid)
        .values(
            guid=literal("forgotten-").concat(cast(proposal.c.id, String)), author=""
        )
    )
    connection.execute(
        update(event)
        .where(event.c.actor == f"guid {guid}")
        .values(actor="somebody", address_hash="")
    )
    events.append(connection, None, "forgotten", "", actor, count=done.rowcount)
    return int(done.rowcount)
