"""Proposals: one for each text and device while it waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    String,
    bindparam,
    cast,
    literal,
    select,
    update,
)
from sqlalchemy import delete as delete_rows

from . import events, names
from .clock import now
from .devices import BEFORE, OPEN, binding, device_of, shown
from .errors import Refused, invalid, not_found
from .events import Actor
from .projects import Project
from .schema import api_key, event, namespace, posting, proposal, text_, translation
from .schema import locale as locale_table
from .settings import Limits

# A held one is not shown to programs before somebody took a first look.
WAITING = ("open", "held")
waits = proposal.c.state.in_(["open", "held"])
PAGE = 100


class Wording(NamedTuple):
    """A better wording as a program or a person sends it."""

    section: str
    key: str
    locale: str
    value: str
    device: str
    platform: str = ""
    author: str = ""
    application_id: int | None = None


class Place(NamedTuple):
    """The text that a proposal is for, in one language; None when it does not exist."""

    text_id: int | None = None
    value: str | None = None
    revision: int = 0
    source: str | None = None


# Statements of every decision are built once: building takes longer than
# carrying them out.
_PLACE = (
    select(
        text_.c.id,
        locale_table.c.tag,
        translation.c.value,
        translation.c.revision,
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
    if len(names.encoded(wording.value)) > limits.value_bytes or "\0" in wording.value:
        raise invalid(
            f"a value has at most {limits.value_bytes} bytes and no NUL", "value"
        )
    return Wording(
        names.namespace(wording.section),
        names.key(wording.key),
        names.tag(wording.locale),
        wording.value,
        wording.device,
        names.plain(wording.platform)[:32],
        wording.author[:100],
        wording.application_id,
    )


def delete(
    connection: Connection,
    project: Project,
    id_: int,
    devices: Collection[str],
    actor: Actor,
) -> None:
    """Take a proposal back for the device or person that made it.

    `devices` are its names. Raises Refused: 445 when there is none, 401 for another's,
    422 when it is decided.
    """
    found = connection.execute(_BY_ID, {"id": id_, "project": project.id}).first()
    if found is None or found.state == "deleted":
        raise Refused(445, "entity not found")
    if found.device not in devices:
        raise Refused(401, "the proposal is of somebody else")
    if found.state not in WAITING:
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
    connection: Connection,
    project: Project,
    state: str,
    before: int = 0,
    devices: Collection[str] = (),
) -> tuple[list[Row[Any]], int | None]:
    """A page of proposals as programs ask, oldest first, and the next `before`.

    `state` is `unaccepted`, `accepted` or `all`. The first page has those of the
    devices too, whatever is newer, and those of theirs that are held.
    """
    states = {
        "unaccepted": ["open"],
        "accepted": ["accepted"],
        "all": ["open", "accepted"],
    }
    if state not in states:
        raise invalid("states are unaccepted, accepted and all")
    here = proposal.c.project_id == project.id
    newest = select(proposal).where(here, proposal.c.state.in_(states[state]))
    newest = newest.order_by(proposal.c.id.desc()).limit(PAGE + 1)
    if before:
        newest = newest.where(proposal.c.id < before)
    rows = list(connection.execute(newest).all())
    more = rows[PAGE - 1].id if len(rows) > PAGE else None
    found = {row.id: row for row in rows[:PAGE]}
    if devices and not before:
        own = [*states[state], "held"] if "open" in states[state] else states[state]
        mine = select(proposal).where(
            here, proposal.c.device.in_(devices), proposal.c.state.in_(own)
        )
        mine = mine.order_by(proposal.c.id.desc()).limit(PAGE)
        found |= {row.id: row for row in connection.execute(mine)}
    return [found[id_] for id_ in sorted(found)], more


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
    """The place that rows of a number, language, value and revision tell."""
    place = Place()
    for id_, tag, value, revision in rows:
        if place.text_id is None:
            place = Place(id_)
        elif place.text_id != id_:
            continue
        if tag == at.locale:
            place = place._replace(value=value, revision=revision or 0)
        if tag == project.source_locale:
            place = place._replace(source=value)
    return place


def locales_of(connection: Connection, project: Project, device: str) -> list[str]:
    """The languages in which proposals of a device wait."""
    query = (
        select(proposal.c.locale)
        .where(proposal.c.project_id == project.id, proposal.c.device == device, waits)
        .distinct()
    )
    return list(connection.execute(query).scalars())


def forget(connection: Connection, guid: str, actor: Actor) -> int:
    """Remove the device of a guid everywhere; how many proposals had it.

    Its proposals stay, without an author. Conversations about them are removed.
    """
    keys = connection.execute(select(api_key.c.id, api_key.c.application_id)).all()
    bound = {binding(key, application) for key, application in keys}
    devices = [device_of(each, guid) for each in (OPEN, BEFORE, *sorted(bound))]
    here = proposal.c.device.in_(devices)
    ids = select(proposal.c.id).where(here)
    connection.execute(delete_rows(posting).where(posting.c.proposal_id.in_(ids)))
    done = connection.execute(
        update(proposal)
        .where(here)
        .values(
            device=literal("forgotten-").concat(cast(proposal.c.id, String)), author=""
        )
    )
    connection.execute(
        update(event)
        .where(event.c.actor.in_([f"device {shown(each)}" for each in devices]))
        .values(actor="somebody", address_hash="")
    )
    events.append(connection, None, "forgotten", "", actor, count=done.rowcount)
    return int(done.rowcount)
