"""Events for subscribers: streams of events, and files in memory.

The table of events is the truth. A commit of this process wakes the feed; commits of
others are seen by asking, so a lost wake-up costs a second and nothing else.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection

from . import events, projects, releases
from .database import Database
from .published import Published

_log = logging.getLogger(__name__)
_KEPT = 2000
_POLL = 1.0
_GATHER = 0.01
_TOGETHER = 0.1
_PATIENCE = 0.2
# Proxies close connections that are silent for longer.
_BEAT = 15.0


class Found(list[dict[str, Any]]):
    """Events, and what a stream of each channel writes of them: the same for all."""

    def __init__(self, given: Iterable[dict[str, Any]]) -> None:
        super().__init__(given)
        self.written: dict[str, bytes] = {}


class _Due(NamedTuple):
    """Changes in memory that events of a project make, and the first event."""

    first: int
    working: set[str]
    channels: set[str]


class Feed:
    """Follows the table of events in one task."""

    def __init__(self, database: Database, published: Published) -> None:
        self._database = database
        self._published = published
        self._kept: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._wake = asyncio.Event()
        self._changed = asyncio.Event()
        # Set by what streams tell, and now and then; each time a new one is made.
        self.news = asyncio.Event()
        self._found: dict[tuple[int, int], Found] = {}
        self._silent = 0.0
        # Projects whose files are being made, each with the first event that waits.
        self._behind: dict[int, int] = {}
        self._loads: dict[int, asyncio.Task[None]] = {}
        self.cursor = 0
        # Events up to here left `_kept`, or were there before the process.
        self._forgotten = 0
        self.closed = False

    async def begin(self) -> None:
        """Know what is there, before the first request asks for what comes."""
        loop = asyncio.get_running_loop()
        wake = self._wake.set
        self._database.on_commit = lambda: (
            loop.is_closed() or loop.call_soon_threadsafe(wake)
        )
        self.cursor = self._forgotten = await self._database.read(events.last_id)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _POLL)
            # Commits within the next moments are seen together.
            await asyncio.sleep(_GATHER)
            self._wake.clear()
            if loop.time() - self._silent > _BEAT:
                self._tell()
            try:
                await self._follow()
            except Exception:
                # A database that is away for a while must not end the feed.
                _log.exception("the feed failed; it tries again")

    def seen(self, project_id: int) -> int:
        """The last event that a project's files in memory contain."""
        return min(self.cursor, self._behind.get(project_id, self.cursor + 1) - 1)

    async def since(self, project_id: int, cursor: int) -> Found:
        """Events of a project after a number, in order."""
        seen = self.seen(project_id)
        if cursor < self._forgotten:
            read = await self._database.read(events.since, cursor, project_id)
            return Found(each for each in read if each["id"] <= seen)
        key = project_id, cursor
        if key not in self._found:
            self._found[key] = Found(
                each
                for each in self._kept
                if each["project_id"] == project_id and cursor < each["id"] <= seen
            )
        return self._found[key]

    async def wait(self, seconds: float) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def caught_up(self, project_id: int, seconds: float = 2.0) -> None:
        """Wait until all that is committed is seen, so that an answer shows it."""
        last = await self._database.read(events.last_id)
        end = asyncio.get_running_loop().time() + seconds
        while self.seen(project_id) < last and asyncio.get_running_loop().time() < end:
            await self.wait(0.1)

    def close(self) -> None:
        """Let all who wait go: the server ends."""
        self.closed = True
        self._changed.set()
        self.news.set()
        for task in self._loads.values():
            task.cancel()

    async def _follow(self) -> None:
        last = await self._database.read(events.last_id)
        while self.cursor < last:
            found = await self._database.read(events.but_proposals, self.cursor, last)
            await self._refresh(found)
            for each in found:
                if len(self._kept) == _KEPT:
                    self._forgotten = self._kept[0]["id"]
                self._kept.append(each)
            self.cursor = found[-1]["id"] if len(found) == events.PAGE else last
            self._show(any(each["kind"] in events.NEWS for each in found))

    def _show(self, news: bool) -> None:
        """Let those go on who wait for what is seen now."""
        self._found.clear()
        if not self.closed:
            waiting, self._changed = self._changed, asyncio.Event()
            waiting.set()
        if news:
            self._tell()

    def _tell(self) -> None:
        self._silent = asyncio.get_running_loop().time()
        if not self.closed:
            waiting, self.news = self.news, asyncio.Event()
            waiting.set()

    async def _refresh(self, found: list[dict[str, Any]]) -> None:
        """Update the memory before the events are sent."""
        due: dict[int, _Due] = {}
        for each in found:
            kind, body = each["kind"], each["body"]
            if kind in events.TEXT_KINDS:
                tags = [*body.get("locales", []), body.get("locale")]
                of = due.setdefault(each["project_id"], _Due(each["id"], set(), set()))
                of.working.update(tag for tag in tags if tag)
            elif kind == "published":
                of = due.setdefault(each["project_id"], _Due(each["id"], set(), set()))
                of.channels.add(body["channel"])
        for id_, wanted in due.items():
            self._behind.setdefault(id_, wanted.first)
            work = self._load(id_, wanted, self._loads.get(id_))
            self._loads[id_] = asyncio.create_task(work)
        if due:
            # The files of a large project are not waited for: its events come later.
            await asyncio.wait([self._loads[id_] for id_ in due], timeout=_PATIENCE)

    async def _load(
        self, project_id: int, due: _Due, before: asyncio.Task[None] | None
    ) -> None:
        """Make the files that events ask for, after those of earlier events."""
        if before is not None:
            await asyncio.wait([before])
        try:
            project = await self._database.read(projects.by_id, project_id)
            there = self._published.loaded(project)
            if due.working and releases.WORKING in there:
                tags = sorted(due.working)
                await self._published.load(project, releases.WORKING, tags)
            for name in due.channels.intersection(there):
                await self._published.load(project, name, None)
        except Exception:
            _log.exception("could not make the files; the next event tries again")
        if self._loads.get(project_id) is asyncio.current_task():
            del self._loads[project_id], self._behind[project_id]
            self._show(True)


async def take_turns(
    feed: Feed,
    database: Database,
    claim: Callable[[Connection], list[Any]],
    work: Callable[[Any], Awaitable[None]],
) -> None:
    """Claim what waits in a queue of the tables, and work on it, until the end."""
    working: set[asyncio.Future[None]] = set()
    while not feed.closed:
        await feed.wait(_POLL)
        # Events within a moment go together.
        await asyncio.sleep(_TOGETHER)
        try:
            claimed = await database.write(claim)
        except Exception:
            # A database that is away for a while must not end this.
            _log.exception("%s waits: the database does not answer", claim.__module__)
            continue
        for each in claimed:
            task = asyncio.ensure_future(work(each))
            working.add(task)
            task.add_done_callback(working.discard)
