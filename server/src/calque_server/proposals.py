"""Proposals: one for each text and person while it is open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

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
from .schema import event, namespace, posting, proposal, text_, translation
from .schema import locale as locale_table
from .settings import Limits


class Wording(NamedTuple):
    """A better wording as a program or a person sends it."""

    section: str
    key: str
    locale: str
    value: str
    guid: str
    platform: str = ""
    author: str = ""
    application_id: int | None = None


class Place(NamedTuple):
    """The text that a proposal is for, in one language; None when it does not exist."""

    text_id: int | None = None
    value: str | None = None
    revision: int = 0
    source: str | None = None
    max_length: int | None = None


# Statements of every decision are built once: building takes longer than
# carrying them out.
_PLACE = (
    select(
        text_.c.id,
        locale_table.c.tag,
        translation.c.value,
        translation.c.revision,
        text_.c.max_length,
    )
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


def checked(wording: Wording, limits: Limits) -> Wording:
    """The wording in its usual form. Raises Refused with 422."""
    if not wording.guid or len(wording.guid) > 100 or "\0" in wording.guid:
        raise invalid("a guid has 1 to 100 characters")
    if len(wording.value.encode()) > limits.value_bytes or "\0" in wording.value:
        raise invalid(
            f"a value has at most {limits.value_bytes} bytes and no NUL", "value"
        )
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


def sections(name: str) -> tuple[str, str, str]:
    """The names that a section may have in catalogs, itself first."""
    if name in ("default", "defaultSection"):
        return "default", "defaultSection", "translation"
    return name, name, name


def find_place(connection: Connection, project: Project, at: Wording) -> Place:
    """The text of a section and key, in the language and in the source language.

    A section `default` is also found where i18next has it, as `translation`.
    """
    named = dict(zip(("section", "other", "third"), sections(at.section), strict=True))
    where = {"project": project.id, "key": at.key, "locale": at.locale}
    rows = connection.execute(
        _PLACE, {**where, **named, "source": project.source_locale}
    )
    return place_of((tuple(row) for row in rows), project, at)


def place_of(rows: Iterable[tuple[Any, ...]], project: Project, at: Wording) -> Place:
    """The place that rows of a number, language, value, revision and limit tell."""
    place = Place()
    for id_, tag, value, revision, max_length in rows:
        if place.text_id is None:
            place = Place(id_, max_length=max_length)
        elif place.text_id != id_:
            continue
        if tag == at.locale:
            place = place._replace(value=value, revision=revision or 0)
        if tag == project.source_locale:
            place = place._replace(source=value)
    return place


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
