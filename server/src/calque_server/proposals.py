"""Proposals: one for each text and device while it waits."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, String, bindparam, cast, literal, select, update
from sqlalchemy import delete as delete_rows

from . import events, names, rows
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
_STATES = {
    "unaccepted": ("open",),
    "accepted": ("accepted",),
    "all": ("open", "accepted"),
}


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


# What says where a text is: a wording, or the row of a proposal.
At = Wording | Row[Any]


class Place(NamedTuple):
    """The text that a proposal is for, in one language; None when it does not exist."""

    text_id: int | None = None
    value: str | None = None
    revision: int = 0
    source: str | None = None


# Statements of every proposal are built once: building takes longer than
# carrying them out.
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
        namespace.c.name.in_(
            [bindparam(name) for name in ("first", "second", "third")]
        ),
        text_.c.key == bindparam("key"),
        locale_table.c.tag.in_([bindparam("locale"), bindparam("source")]),
    )
)
_WAITING_OF = select(proposal.c.id, proposal.c.value).where(
    proposal.c.project_id == bindparam("project"),
    proposal.c.section == bindparam("section"),
    proposal.c.key == bindparam("key"),
    proposal.c.locale == bindparam("locale"),
    proposal.c.device == bindparam("device"),
    waits,
)


def checked(wording: Wording, limits: Limits) -> Wording:
    """The wording in its usual form. Raises Refused with 422."""
    return wording._replace(
        value=names.bounded(wording.value, limits.value_bytes, "value"),
        section=names.namespace(wording.section),
        key=names.key(wording.key),
        locale=names.tag(wording.locale),
        platform=names.plain(wording.platform)[:32],
        author=wording.author[:100],
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
    found = rows.first(connection, proposal, id=id_, project_id=project.id)
    if found is None or found.state == "deleted":
        raise Refused(445, "entity not found")
    if found.device not in devices:
        raise Refused(401, "the proposal belongs to somebody else")
    if found.state not in WAITING:
        raise invalid("the proposal has already been decided")
    rows.change(connection, proposal, {"id": id_}, state="deleted", updated=now())
    events.append(connection, project.id, "withdrawn", id_, actor)


def by_id(connection: Connection, project: Project, id_: int) -> Row[Any]:
    """A proposal of a project. Raises Refused with 404."""
    row = rows.first(connection, proposal, id=id_, project_id=project.id)
    if row is None:
        raise not_found("proposal")
    return row


def waiting_of(connection: Connection, project: Project, at: At) -> Any:
    """The proposal of a device for a text that waits, or None: number and value."""
    where = {name: getattr(at, name) for name in ("section", "key", "locale", "device")}
    return connection.execute(_WAITING_OF, {**where, "project": project.id}).first()


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
    if state not in _STATES:
        raise invalid(f"state must be one of {', '.join(_STATES)}")
    here = select(proposal).where(proposal.c.project_id == project.id)
    here = here.order_by(proposal.c.id.desc())
    newest = here.where(proposal.c.state.in_(_STATES[state])).limit(PAGE + 1)
    if before:
        newest = newest.where(proposal.c.id < before)
    page = list(connection.execute(newest).all())
    more = page[PAGE - 1].id if len(page) > PAGE else None
    found = {row.id: row for row in page[:PAGE]}
    if devices and not before:
        own = (*_STATES[state], *(["held"] if state != "accepted" else []))
        mine = here.where(proposal.c.device.in_(devices), proposal.c.state.in_(own))
        found |= {row.id: row for row in connection.execute(mine.limit(PAGE))}
    return [found[id_] for id_ in sorted(found)], more


def find_place(connection: Connection, project: Project, at: At) -> Place:
    """The text of a section and key, in the language and in the source language.

    A section `default` is also found where i18next has it, as `translation`.
    """
    name = at.section
    default = name in ("default", "defaultSection")
    other, third = ("defaultSection", "translation") if default else (name, name)
    where = {"first": "default" if default else name, "second": other, "third": third}
    where |= {"key": at.key, "locale": at.locale, "source": project.source_locale}
    place = Place()
    found = connection.execute(_PLACE, {**where, "project": project.id})
    for id_, tag, value, revision in found:
        if place.text_id not in (None, id_):
            continue
        place = place._replace(text_id=id_)
        if tag == at.locale:
            place = place._replace(value=value, revision=revision or 0)
        if tag == project.source_locale:
            place = place._replace(source=value)
    return place


def locales_of(connection: Connection, project: Project, device: str) -> list[str]:
    here = proposal.c.project_id == project.id, proposal.c.device == device
    query = select(proposal.c.locale).where(*here, waits).distinct()
    return list(connection.execute(query).scalars())


def forget(connection: Connection, guid: str, actor: Actor) -> int:
    """Remove the device of a guid everywhere; how many proposals had it.

    Its proposals stay, without an author. Conversations about them are removed.
    """
    keys = rows.every(connection, api_key)
    bound = {binding(key.id, key.application_id) for key in keys}
    devices = [device_of(each, guid) for each in (OPEN, BEFORE, *sorted(bound))]
    here = proposal.c.device.in_(devices)
    ids = select(proposal.c.id).where(here)
    connection.execute(delete_rows(posting).where(posting.c.proposal_id.in_(ids)))
    forgotten = literal("forgotten-").concat(cast(proposal.c.id, String))
    values = {"device": forgotten, "author": ""}
    done = connection.execute(update(proposal).where(here).values(values))
    actors = event.c.actor.in_([f"device {shown(each)}" for each in devices])
    connection.execute(update(event).where(actors).values(actor="somebody"))
    events.append(connection, None, "forgotten", "", actor, count=done.rowcount)
    return int(done.rowcount)
