"""Events for subscribers: streams of events, and files in memory.

The table of events is the truth. A commit of this process wakes the feed; commits of
others are seen by asking, so a lost wake-up costs a second and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import deque
from collections.abc import Iterable
from typing import Any

from . import events, findings, releases
from .database import Database
from .published import Published
from .registry import Registry

_log = logging.getLogger(__name__)
_KEPT = 2000
_POLL = 1.0
_GATHER = 0.01
_BREATH = 0.05
# Proxies close connections that are silent for longer.
_BEAT = 15.0
_REGISTRY_KINDS = ("created", "configured", "key", "application")


class Found(list[dict[str, Any]]):
    """Events, and what a stream of each channel writes of them: the same for all."""

    def __init__(self, given: Iterable[dict[str, Any]]) -> None:
        super().__init__(given)
        self.written: dict[str, bytes] = {}


class Feed:
    """Follows the table of events in one task."""

    def __init__(
        self, database: Database, registry: Registry, published: Published
    ) -> None:
        self._database = database
        self._registry = registry
        self._published = published
        self._kept: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._wake = asyncio.Event()
        self._changed = asyncio.Event()
        # Set by what streams tell, and now and then; each time a new one is made.
        self.news = asyncio.Event()
        self._found: dict[tuple[int, int], Found] = {}
        self._silent = 0.0
        self.cursor = 0
        # Events up to here left `_kept`, or were there before the process.
        self._forgotten = 0
        self.closed = False
        self.streams = 0
        # The last number checked; an earlier process may have left proposals after it.
        self._checked = -1

    async def run(self) -> None:
        """Follow until cancelled."""
        loop = asyncio.get_running_loop()
        self._database.on_commit = lambda: _call(loop, self._wake.set)
        await self._registry.reload()
        self.cursor = self._forgotten = await self._database.read(events.last_id)
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
                await self._check()
            except Exception:
                # A database that is away for a while must not end the feed.
                _log.exception("the feed could not follow; it tries again")

    async def since(self, project_id: int, cursor: int) -> Found:
        """Events of a project after a number, in order."""
        if cursor < self._forgotten:
            read = await self._database.read(events.since, cursor, project_id)
            return Found(each for each in read if each["id"] <= self.cursor)
        found = self._found.get((project_id, cursor))
        if found is None:
            newest = itertools.takewhile(
                lambda each: each["id"] > cursor, reversed(self._kept)
            )
            found = Found(each for each in newest if each["project_id"] == project_id)
            found.reverse()
            self._found[project_id, cursor] = found
        return found

    async def wait(self, seconds: float) -> None:
        """Wait until anything happens, or for a time."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def caught_up(self, seconds: float = 2.0) -> None:
        """Wait until all that is committed is seen, so that an answer shows it."""
        last = await self._database.read(events.last_id)
        end = asyncio.get_running_loop().time() + seconds
        while self.cursor < last and asyncio.get_running_loop().time() < end:
            await self.wait(0.1)

    def close(self) -> None:
        """Let all who wait go: the server ends."""
        self.closed = True
        self._changed.set()
        self.news.set()

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
            self._found.clear()
            if not self.closed:
                waiting, self._changed = self._changed, asyncio.Event()
                waiting.set()
            if any(each["kind"] in events.NEWS for each in found):
                self._tell()

    def _tell(self) -> None:
        self._silent = asyncio.get_running_loop().time()
        if not self.closed:
            waiting, self.news = self.news, asyncio.Event()
            waiting.set()

    async def _check(self) -> None:
        """Check proposals that came meanwhile and need more than their own text."""
        if self._checked == self.cursor:
            return
        self._checked = self.cursor
        while rows := await self._database.read(findings.unchecked):
            for id_ in sorted({row.project_id for row in rows}):
                project = self._registry.by_id(id_)
                if project is None:
                    return
                own = [row for row in rows if row.project_id == id_]
                found = await self._database.read(findings.check_rows, own, project)
                await self._database.write(findings.keep, found)
            # Proposals go first.
            await asyncio.sleep(_BREATH)

    async def _refresh(self, found: list[dict[str, Any]]) -> None:
        """Update the memory before the events are sent."""
        if any(each["kind"] in _REGISTRY_KINDS for each in found):
            await self._registry.reload()
        working: dict[int, set[str]] = {}
        channels: set[tuple[int, str]] = set()
        for each in found:
            if each["kind"] in events.TEXT_KINDS:
                tags = working.setdefault(each["project_id"], set())
                tags.update(each["body"].get("locales", []))
                tags.update(
                    [each["body"]["locale"]] if "locale" in each["body"] else []
                )
            elif each["kind"] == "published":
                channels.add((each["project_id"], each["body"]["channel"]))
        for id_, tags in working.items():
            await self._load(id_, releases.WORKING, sorted(tags))
        for id_, name in channels:
            await self._load(id_, name, None)

    async def _load(self, project_id: int, name: str, tags: list[str] | None) -> None:
        project = self._registry.by_id(project_id)
        if project is not None and name in self._published.loaded(project):
            await self._published.load(project, name, tags)


def _call(loop: asyncio.AbstractEventLoop, function: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(function)
