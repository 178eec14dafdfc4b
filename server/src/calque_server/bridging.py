"""The queue of the bridges: what waits, what was sent, and what came back.

The tables are the queue. A turn of a bridge reads decisions, takes back what is gone
and sends what waits; whatever fails is tried again, ever later.
"""

import asyncio
import json
import logging
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, exists, select, update

from . import bridges, decisions, projects, proposals, rows
from .bridges import Decision, Held, Item
from .clock import next_try, now
from .database import Database
from .devices import shown
from .events import Actor
from .projects import Project
from .schema import bridge, bridged, proposal, text_

_log = logging.getLogger(__name__)
_EVERY = 30_000
_LEASE = 600_000
_BATCH = 100
_FIRST_WAIT = 10_000
_HELD = 600_000
_NEVER = 1 << 60
_SHOWN = 50
_SECRET = "//[^/@]*@"
_threads = ThreadPoolExecutor(4, "bridge")


class Turn(NamedTuple):
    """A bridge whose turn it is."""

    id: int
    project: Project
    kind: str
    settings: str
    cursor: str

    @property
    def every(self) -> int:
        """Milliseconds between two turns."""
        return int(1000 * json.loads(self.settings).get("every", _EVERY / 1000))

    @property
    def decided(self) -> bool:
        """Whether the bridge takes what was accepted here, not what waits."""
        return bool(json.loads(self.settings).get("when") == "accepted")


def create(connection: Connection, of: Project, kind: str, settings: str) -> int:
    """Add a bridge; its number. Raises Refused for wrong settings."""
    with tempfile.TemporaryDirectory() as folder:
        bridges.made(kind, settings, _place(of, Path(folder)))
    values = {"kind": kind, "settings": settings, "created": now()}
    return rows.add(connection, bridge, project_id=of.id, **values)


def remove(connection: Connection, of: Project, id_: int) -> bool:
    """Remove a bridge and its queue; what was sent stays where it is."""
    return bool(rows.remove(connection, bridge, project_id=of.id, id=id_))


def status(connection: Connection, of: Project) -> list[dict[str, Any]]:
    """The bridges of a project, what waits at them, and why."""
    found = []
    columns = (proposal.c[name] for name in ("id", "section", "key", "locale", "value"))
    waiting = (
        select(*columns, bridged.c.state, bridged.c.note, bridged.c.tries)
        .join(bridged, bridged.c.proposal_id == proposal.c.id)
        .where(bridged.c.state.in_(["waiting", "held"]))
        .order_by(proposal.c.id)
        .limit(_SHOWN)
    )
    for row in rows.every(connection, bridge, project_id=of.id):
        queue = rows.every(connection, bridged, bridge_id=row.id)
        here = connection.execute(waiting.where(bridged.c.bridge_id == row.id))
        # An address may have a password.
        url = json.loads(row.settings).get("url", "")
        shown = {"id": row.id, "kind": row.kind, "place": re.sub(_SECRET, "//", url)}
        shown |= {"error": row.error, "waiting": [dict(each._mapping) for each in here]}
        counts = Counter(each.state for each in queue)
        found.append({**shown, "counts": dict(sorted(counts.items()))})
    return found


def claim(connection: Connection) -> list[Turn]:
    """Take the bridges whose turn it is, so that no other process does."""
    found = connection.execute(select(bridge).where(bridge.c.next_run <= now())).all()
    turns = []
    for row in found:
        rows.change(connection, bridge, {"id": row.id}, next_run=now() + _LEASE)
        of = projects.by_id(connection, row.project_id)
        turns.append(Turn(row.id, of, row.kind, row.settings, row.cursor))
    return turns


async def take_turn(database: Database, turn: Turn) -> None:
    """Read decisions, take back, send, on a thread beside the loop."""
    run = asyncio.get_running_loop().run_in_executor
    await run(_threads, _take_turn, database, turn)


def _take_turn(database: Database, turn: Turn) -> None:
    error = ""
    try:
        with tempfile.TemporaryDirectory(prefix="calque-bridge-") as folder:
            place = _place(turn.project, Path(folder))
            _work(database, turn, bridges.made(turn.kind, turn.settings, place))
    except Exception as failed:
        error = f"{type(failed).__name__}: {failed}"[:1000]
        _log.warning("bridge %d: %s", turn.id, error)
    values = {"next_run": now() + turn.every, "error": error}
    database.write_now(rows.change, bridge, {"id": turn.id}, **values)


def _work(database: Database, turn: Turn, other: bridges.Bridge) -> None:
    is_sent = bridged.c.state == "sent"
    sent = database.read_now(_items, turn, is_sent)
    found, cursor = other.poll(turn.cursor, sent)
    database.write_now(_apply, turn, found, cursor)
    # Sent proposals that were decided, withdrawn or replaced here.
    gone = (proposal.c.state != "open") | (proposal.c.value != bridged.c.value)
    back = [] if turn.decided else database.read_now(_items, turn, is_sent & gone)
    if back:
        other.withdraw(back)
        database.write_now(_withdrawn, turn, back)
    database.write_now(_enqueue, turn)
    # Texts that were held back are tried again: the other side may have changed.
    waits = bridged.c.state.in_(["waiting", "held"]) & (bridged.c.next_try <= now())
    new = database.read_now(_items, turn, waits, _BATCH)
    try:
        results = other.push(new, database.read_now(_items, turn, is_sent))
    except Exception as failed:
        database.write_now(_failed, turn, new, str(failed))
        raise
    database.write_now(_pushed, turn, new, results)


def _place(of: Project, folder: Path) -> bridges.Place:
    return bridges.Place(of.source_locale, of.format, folder)


def _items(
    connection: Connection, turn: Turn, where: Any, limit: int | None = None
) -> list[Item]:
    """Proposals at a bridge as it takes them, in their order."""
    query = (
        select(proposal, bridged.c.remote_id, text_.c.path)
        .join(bridged, bridged.c.proposal_id == proposal.c.id)
        .outerjoin(text_, text_.c.id == proposal.c.text_id)
        .where(bridged.c.bridge_id == turn.id, where)
        .order_by(proposal.c.id)
        .limit(limit)
    )
    return [_item(connection, turn, row) for row in connection.execute(query).all()]


def _item(connection: Connection, turn: Turn, row: Any) -> Item:
    place = proposals.find_place(connection, turn.project, row)
    path = json.loads(row.path) if row.path else row.key.split(".")
    # An accepted one may have been edited.
    value, before = row.value, place.value
    if turn.decided:
        value, before = place.value or row.value, row.base_value or None
    at = row.id, row.section, row.key, row.locale, value, before, place.source
    who = row.author or shown(row.device), row.decided_by
    return Item(*at, *who, tuple(map(str, path)), row.remote_id)


def _apply(
    connection: Connection, turn: Turn, found: Sequence[Decision], cursor: str
) -> None:
    """Decide here as it was decided there."""
    for each in found:
        row = proposals.by_id(connection, turn.project, each.proposal_id)
        by = Actor(f"{each.who or 'somebody'} ({turn.kind})")
        if row.state in proposals.WAITING:
            if each.accepted:
                place = proposals.find_place(connection, turn.project, row)
                decisions.accept(
                    *(connection, turn.project, row.id, by),
                    value=each.value,
                    revision=place.revision,
                    danger=True,
                )
            else:
                reason = each.reason.replace("\0", "")[:500]
                decisions.reject(connection, turn.project, row.id, by, reason)
        _note(connection, turn, row.id, state="done", note=each.reason[:500])
    if cursor != turn.cursor:
        rows.change(connection, bridge, {"id": turn.id}, cursor=cursor)


def _withdrawn(connection: Connection, turn: Turn, gone: Sequence[Item]) -> None:
    for item in gone:
        row = proposals.by_id(connection, turn.project, item.id)
        state = "waiting" if row.state == "open" else "done"
        _note(connection, turn, item.id, state=state, remote_id="", next_try=0)


def _enqueue(connection: Connection, turn: Turn) -> None:
    """Queue what came meanwhile, and let go what is no longer to be sent."""
    wanted = "accepted" if turn.decided else "open"
    here = proposal.c.project_id == turn.project.id
    there = exists().where(
        bridged.c.bridge_id == turn.id, bridged.c.proposal_id == proposal.c.id
    )
    new = (
        select(proposal.c.id, proposal.c.level)
        .where(here, proposal.c.state == wanted, ~there)
        .order_by(proposal.c.id)
        .limit(_BATCH)
    )
    if turn.decided:
        # Decisions of before the bridge was made are none of its.
        own = bridge.c.id == turn.id
        new = new.where(own, proposal.c.decided >= bridge.c.created)
    for row in connection.execute(new).all():
        values = {"bridge_id": turn.id, "proposal_id": row.id, "state": "waiting"}
        if row.level == "danger" and not turn.decided:
            values |= {"state": "held", "note": "it could make a program unsafe"}
            values["next_try"] = _NEVER
        rows.add(connection, bridged, **values)
    decided = select(proposal.c.id).where(here, proposal.c.state != wanted)
    connection.execute(
        update(bridged)
        .where(
            bridged.c.bridge_id == turn.id,
            bridged.c.state.in_(["waiting", "held"]),
            bridged.c.proposal_id.in_(decided),
        )
        .values(state="done")
    )


def _pushed(
    connection: Connection,
    turn: Turn,
    new: Sequence[Item],
    results: dict[int, bridges.Result],
) -> None:
    for item in new:
        result, values = results.get(item.id), dict[str, Any]()
        if isinstance(result, str):
            values = {"state": "done" if turn.decided else "sent", "note": ""}
            values |= {"remote_id": result, "value": item.value}
        elif isinstance(result, Held):
            values = {"state": "held", "note": str(result)[:500]}
            values["next_try"] = now() + _HELD
        if values:
            _note(connection, turn, item.id, **values)


def _failed(connection: Connection, turn: Turn, new: Sequence[Item], why: str) -> None:
    for item in new:
        here = {"bridge_id": turn.id, "proposal_id": item.id}
        row = rows.first(connection, bridged, **here)
        tries = row.tries if row else 0
        values = {"tries": tries + 1, "next_try": next_try(tries, _FIRST_WAIT)}
        _note(connection, turn, item.id, **values, note=why[:500])


def _note(connection: Connection, turn: Turn, id_: int, **values: Any) -> None:
    here = {"bridge_id": turn.id, "proposal_id": id_}
    rows.change(connection, bridged, here, **values)
