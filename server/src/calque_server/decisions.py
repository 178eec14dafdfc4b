"""Decisions on proposals, and undoing them."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, update

from . import catalogs, events, names, projects, proposals, rows, transcripts
from .clock import now
from .errors import Refused, invalid
from .events import Actor
from .projects import Project
from .proposals import Place
from .schema import proposal, translation
from .tree import nested

REASON_BYTES = 2000
VALUE_BYTES = 65_536
Require = Callable[[str], None]


def decide(
    connection: Connection,
    project: Project,
    id_: int,
    what: str,
    actor: Actor,
    require: Require,
    given: dict[str, Any],
) -> Row[Any]:
    """Carry out what a page or the API asks: accept, reject, reopen or admit.

    `require` is asked about the language of the proposal, and raises Refused.
    """
    if what not in _WAYS:
        raise Refused(404, "there is no such decision")
    require(proposals.by_id(connection, project, id_).locale)
    return _WAYS[what](connection, project, id_, actor, **given)


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
    row = _waiting(connection, project, id_)
    edited = value is not None and value != row.value
    chosen = value if edited and value is not None else row.value
    names.bounded(chosen, VALUE_BYTES, "value")
    if row.level == "danger" and not danger and not edited:
        raise invalid("the proposal could make a program unsafe; confirm it", "danger")
    place = proposals.find_place(connection, project, row)
    _check(place, row.base_revision if revision is None else revision)
    if place.text_id is None:
        # A text that no catalog had: it is added where its key says.
        trees = {row.locale: {row.section: nested(row.key, chosen)}}
        catalogs.take(connection, project, trees, actor, replace=False)
        made = proposals.find_place(connection, project, row)
        new, text_id = made.revision, made.text_id
    else:
        new, text_id = _write(connection, project, row, place, chosen, actor)
    # The previous text is kept for undoing the decision.
    kept: dict[str, Any] = {"text_id": text_id, "accepted_revision": new}
    kept |= {"base_revision": place.revision, "base_value": place.value or ""}
    _settle(connection, row, "accepted", actor, **kept)
    texts = {"value": chosen, "before": place.value}
    return _noted(connection, project, row, "accepted", actor, **texts)


def reject(
    connection: Connection, project: Project, id_: int, actor: Actor, reason: str = ""
) -> Row[Any]:
    """Turn a proposal down; the reason reaches its author.

    Raises Refused with 409 when it is decided already.
    """
    row = _waiting(connection, project, id_)
    reason = names.bounded(reason, REASON_BYTES, "reason")
    _settle(connection, row, "rejected", actor, reason=reason)
    return _noted(connection, project, row, "rejected", actor, reason=reason)


def admit(connection: Connection, project: Project, id_: int, actor: Actor) -> Row[Any]:
    """Show a held proposal to programs and bridges: somebody took the first look.

    Raises Refused with 409 when it is not held.
    """
    row = _waiting(connection, project, id_, "held")
    rows.change(connection, proposal, {"id": id_}, state="open")
    return _noted(connection, project, row, "admitted", actor)


def reject_author(
    connection: Connection,
    project: Project,
    device: str,
    actor: Actor,
    reason: str = "",
    require: Require = lambda locale: None,
) -> int:
    """Turn down all waiting proposals of one device; how many.

    `require` is asked about each of their languages and raises Refused.
    """
    for each in proposals.locales_of(connection, project, device):
        require(each)
    reason = names.bounded(reason, REASON_BYTES, "reason")
    values = {"state": "rejected", "decided": now(), "reason": reason}
    here = proposal.c.project_id == project.id, proposal.c.device == device
    done = connection.execute(
        update(proposal)
        .where(*here, proposals.waits)
        .values(**values, decided_by=actor[:100])
    )
    if done.rowcount:
        body = {"count": done.rowcount, "reason": reason}
        events.append(connection, project.id, "author_rejected", device, actor, **body)
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
        raise Refused(409, "there is no decision to undo", "undecided")
    if proposals.waiting_of(connection, project, row) is not None:
        raise Refused(409, "the person has proposed something newer", "newer")
    base = row.base_revision
    if row.state == "accepted":
        place = proposals.find_place(connection, project, row)
        _check(place, row.accepted_revision)
        if base:
            base, _ = _write(connection, project, row, place, row.base_value, actor)
        else:
            rows.remove(connection, translation, **_at(connection, project, row, place))
    undone = {"decided": None, "decided_by": "", "reason": "", "base_revision": base}
    undone |= {"state": "open", "accepted_revision": None}
    rows.change(connection, proposal, {"id": id_}, **undone)
    kind = "reopened" if row.state == "accepted" else "unrejected"
    return _noted(connection, project, row, kind, actor)


_WAYS: dict[str, Callable[..., Row[Any]]] = {
    "accept": accept,
    "reject": reject,
    "reopen": reopen,
    "admit": admit,
}


def _write(
    connection: Connection,
    project: Project,
    row: Row[Any],
    place: Place,
    value: str,
    actor: Actor,
) -> tuple[int, int]:
    """Write the value of a text in a language; its revision and its number."""
    assert place.text_id is not None
    here = _at(connection, project, row, place)
    values = {"value": value, "kind": "text", "revision": place.revision + 1}
    values |= {"updated": now(), "updated_by": actor[:100]}
    if place.revision == 0:
        ordinal = catalogs.ordinal_of(connection, place.text_id)
        rows.add(connection, translation, **here, **values, ordinal=ordinal)
    else:
        rows.change(connection, translation, here, **values)
    return place.revision + 1, place.text_id


def _at(
    connection: Connection, project: Project, row: Row[Any], place: Place
) -> dict[str, Any]:
    locale_id = projects.locale_id(connection, project, row.locale)
    return {"text_id": place.text_id, "locale_id": locale_id}


def _check(place: Place, revision: int | None) -> None:
    if place.revision != revision:
        message = "the text has changed meanwhile"
        raise Refused(412, message, revision=place.revision, value=place.value)


def _settle(
    connection: Connection, row: Row[Any], state: str, actor: Actor, **kept: Any
) -> None:
    kept |= {"state": state, "decided": now(), "decided_by": actor[:100]}
    rows.change(connection, proposal, {"id": row.id}, **{"reason": "", **kept})


def _noted(
    connection: Connection,
    project: Project,
    row: Row[Any],
    kind: str,
    actor: Actor,
    **body: Any,
) -> Row[Any]:
    """The proposal as it is now, after the event and what its device reads of it."""
    at = {"locale": row.locale, "key": f"{row.section}:{row.key}"}
    events.append(connection, project.id, kind, row.id, actor, **at, **body)
    found = proposals.by_id(connection, project, row.id)
    if kind in ("accepted", "rejected"):
        transcripts.follow(connection, found)
    return found


def _waiting(
    connection: Connection, project: Project, id_: int, *states: str
) -> Row[Any]:
    row = proposals.by_id(connection, project, id_)
    if row.state not in (states or proposals.WAITING):
        raise Refused(409, f"the proposal is already {row.state}", "decided")
    return row
