"""The queue of the bridges: what waits, what was sent, and what came back.

The tables are the queue. A turn of a bridge reads decisions, takes back what is gone
and sends what waits; whatever fails is tried again, ever later.
"""

from __future__ import annotations

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

from sqlalchemy import Connection, Select, exists, select, update

from . import bridges, decisions, projects, proposals, rows
from .bridges import Decision, Held, Item
from .clock import now
from .database import Database
from .devices import shown
from .events import Actor
from .feed import Feed
from .projects import Project
from .schema import bridge, bridged, proposal, text_

_log = logging.getLogger(__name__)
_EVERY = 30_000
_LEASE = 600_000
_BATCH = 100
_FIRST_WAIT = 10_000
_LONGEST_WAIT = 3_600_000
_HELD = 600_000
_NEVER = 1 << 60
_SHOWN = 50
_SECRET = "//[^/@]*@"


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


class Bridging:
    """Gives each bridge its turn, on threads beside the loop."""

    def __init__(self, database: Database, feed: Feed) -> None:
        self._database = database
        self._feed = feed
        self._threads = ThreadPoolExecutor(4, "bridge")

    async def run(self) -> None:
        """Work until cancelled."""
        loop = asyncio.get_running_loop()
        working: set[asyncio.Future[None]] = set()
        while True:
            await self._feed.wait(1.0)
            if self._feed.closed:
                return
            try:
                turns: list[Turn] = []
                if await self._database.read(_is_due):
                    turns = await self._database.write(claim)
            except Exception:
                _log.exception("bridges wait: the database does not answer")
                continue
            for turn in turns:
                work = loop.run_in_executor(
                    self._threads, take_turn, self._database, turn
                )
                working.add(work)
                work.add_done_callback(working.discard)


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


def _is_due(connection: Connection) -> bool:
    query = select(bridge.c.id).where(bridge.c.next_run <= now())
    return connection.execute(query).first() is not None


def claim(connection: Connection) -> list[Turn]:
    """Take the bridges whose turn it is, so that no other process does."""
    found = connection.execute(select(bridge).where(bridge.c.next_run <= now())).all()
    turns = []
    for row in found:
        rows.change(connection, bridge, {"id": row.id}, next_run=now() + _LEASE)
        of = projects.by_id(connection, row.project_id)
        turns.append(Turn(row.id, of, row.kind, row.settings, row.cursor))
    return turns


def take_turn(database: Database, turn: Turn) -> None:
    """Read decisions, take back, send; note what failed."""
    error = ""
    try:
        _work(database, turn)
    except Exception as failed:
        error = f"{type(failed).__name__}: {failed}"[:1000]
        _log.warning("bridge %d: %s", turn.id, error)
    values = {"next_run": now() + turn.every, "error": error}
    database.write_now(lambda c: rows.change(c, bridge, {"id": turn.id}, **values))


def _work(database: Database, turn: Turn) -> None:
    with tempfile.TemporaryDirectory(prefix="calque-bridge-") as folder:
        place = _place(turn.project, Path(folder))
        other: bridges.Bridge = bridges.made(turn.kind, turn.settings, place)
        sent = database.read_now(_in_state, turn, "sent")
        found, cursor = other.poll(turn.cursor, sent)
        database.write_now(_apply, turn, found, cursor)
        gone = database.read_now(_gone, turn)
        if gone:
            other.withdraw(gone)
            database.write_now(_withdrawn, turn, gone)
        database.write_now(_enqueue, turn)
        new = database.read_now(_in_state, turn, "waiting")
        sent = database.read_now(_in_state, turn, "sent")
        try:
            results = other.push(new, sent)
        except Exception as failed:
            database.write_now(_failed, turn, new, str(failed))
            raise
        database.write_now(_pushed, turn, new, results)


def _place(of: Project, folder: Path) -> bridges.Place:
    return bridges.Place(of.source_locale, of.format, folder)


def _items(turn: Turn) -> Select[Any]:
    return (
        select(proposal, bridged.c.remote_id, bridged.c.value.label("sent_value"))
        .add_columns(text_.c.path)
        .join(bridged, bridged.c.proposal_id == proposal.c.id)
        .outerjoin(text_, text_.c.id == proposal.c.text_id)
        .where(bridged.c.bridge_id == turn.id)
        .order_by(proposal.c.id)
    )


def _in_state(connection: Connection, turn: Turn, state: str) -> list[Item]:
    query = _items(turn).where(bridged.c.state == state)
    if state == "waiting":
        # What was held back is tried again, too: the other side may have changed.
        query = _items(turn).where(
            bridged.c.state.in_(["waiting", "held"]), bridged.c.next_try <= now()
        )
        query = query.limit(_BATCH)
    return [_item(connection, turn, row) for row in connection.execute(query).all()]


def _gone(connection: Connection, turn: Turn) -> list[Item]:
    """Sent proposals that were decided, withdrawn or replaced here."""
    if turn.decided:
        return []
    query = _items(turn).where(
        bridged.c.state == "sent",
        (proposal.c.state != "open") | (proposal.c.value != bridged.c.value),
    )
    return [_item(connection, turn, row) for row in connection.execute(query).all()]


def _item(connection: Connection, turn: Turn, row: Any) -> Item:
    place = proposals.find_place(connection, turn.project, row)
    path = json.loads(row.path) if row.path else row.key.split(".")
    return Item(
        row.id,
        row.section,
        row.key,
        row.locale,
        # An accepted one may have been edited.
        (place.value or row.value) if turn.decided else row.value,
        row.base_value or None if turn.decided else place.value,
        place.source,
        row.author or shown(row.device),
        row.decided_by,
        tuple(map(str, path)),
        row.remote_id,
    )


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
    there = exists().where(
        bridged.c.bridge_id == turn.id, bridged.c.proposal_id == proposal.c.id
    )
    new = (
        select(proposal.c.id, proposal.c.level, proposal.c.decided)
        .where(
            proposal.c.project_id == turn.project.id,
            proposal.c.state == wanted,
            proposal.c.level != "new",
            ~there,
        )
        .order_by(proposal.c.id)
        .limit(_BATCH)
    )
    begun = rows.first(connection, bridge, id=turn.id)
    since = begun.created if begun else 0
    for row in connection.execute(new).all():
        if turn.decided and (row.decided or 0) < since:
            continue
        values = {"bridge_id": turn.id, "proposal_id": row.id, "state": "waiting"}
        if row.level == "danger" and not turn.decided:
            values |= {"state": "held", "note": "it could make a program unsafe"}
            values["next_try"] = _NEVER
        rows.add(connection, bridged, **values)
    decided = select(proposal.c.id).where(
        proposal.c.project_id == turn.project.id, proposal.c.state != wanted
    )
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
        result = results.get(item.id)
        values: dict[str, Any]
        if isinstance(result, str):
            values = {"state": "done" if turn.decided else "sent", "note": ""}
            values |= {"remote_id": result, "value": item.value}
        elif isinstance(result, Held):
            values = {"state": "held", "note": str(result)[:500]}
            values |= {"next_try": now() + _HELD}
        else:
            continue
        _note(connection, turn, item.id, **values)


def _failed(connection: Connection, turn: Turn, new: Sequence[Item], why: str) -> None:
    for item in new:
        here = {"bridge_id": turn.id, "proposal_id": item.id}
        row = rows.first(connection, bridged, **here)
        tries = row.tries if row else 0
        wait = min(_FIRST_WAIT << min(tries, 20), _LONGEST_WAIT)
        values = {"tries": tries + 1, "next_try": now() + wait, "note": why[:500]}
        _note(connection, turn, item.id, **values)


def _note(connection: Connection, turn: Turn, id_: int, **values: Any) -> None:
    here = {"bridge_id": turn.id, "proposal_id": id_}
    rows.change(connection, bridged, here, **values)
