"""One database: a writer that commits in groups, and readers beside it.

All writes of a process go through one thread. Writes that wait when a transaction
begins run in it together, so one sync to disk serves many requests. A job is a function
of a connection; its result is handed out after the commit, never before.
"""

from __future__ import annotations

import asyncio
import fcntl
import itertools
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import QueuePool

from .errors import Refused

T = TypeVar("T")
_GROUP = 256
_READERS = 4
# Processes that share a PostgreSQL write one after the other, so that the numbers
# of events are in the order of their commits.
_WRITERS_LOCK = 4_220_022
_log = logging.getLogger(__name__)


class BusyError(RuntimeError):
    """Another process has the database file."""


class _Job:
    """A function of a connection, and where its result goes."""

    __slots__ = ("arguments", "error", "function", "future", "loop", "result")

    def __init__(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.loop = loop
        self.future: Any = Future() if loop is None else loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Carry the job out; a refusal is its result, other errors are raised."""
        try:
            self.result = self.function(connection, *self.arguments)
        except Refused as refused:
            self.error = refused

    def settle(self) -> None:
        if self.future.done():
            return  # The caller no longer waits.
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()


class Database:
    """A database, opened for writing by this process alone where it is a file."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.url = make_url(url)
        if self.url.get_backend_name() == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._lock = None if read_only or not self.is_sqlite else self._claim()
        self.writer = self._engine(writes=not read_only)
        self._reader: Engine | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._thread: threading.Thread | None = None
        self.on_commit: Callable[[], None] = lambda: None
        self.writes = 0

    def close(self) -> None:
        """Finish what waits, then close all connections."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        # A reader that is still at work has nobody left to read for.
        self._readers.shutdown(wait=False, cancel_futures=True)
        if self._reader is not None:
            self._reader.dispose()
        self.writer.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def write(self, function: Callable[..., T], *arguments: Any) -> T:
        """Carry a job out; returns after its commit.

        Raises Refused, and what the job raised, when nothing of it was kept.
        """
        job = _Job(function, arguments, asyncio.get_running_loop())
        self._submit(job)
        result: T = await job.future
        return result

    def write_now(self, function: Callable[..., T], *arguments: Any) -> T:
        """As `write`, for callers without an event loop."""
        job = _Job(function, arguments, None)
        self._submit(job)
        result: T = job.future.result()
        return result

    async def read(self, function: Callable[..., T], *arguments: Any) -> T:
        """Read in a thread beside the writer; sees what is committed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._readers, self.read_now, function, *arguments
        )

    def read_now(self, function: Callable[..., T], *arguments: Any) -> T:
        """As `read`, on this thread."""
        with self._reading().connect() as connection:
            return function(connection, *arguments)

    def _submit(self, job: _Job) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="writer")
            self._thread.daemon = True
            self._thread.start()
        self._jobs.put(job)

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = False
            while len(group) < _GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                group.append(job)
            self._carry_out(group)
            if last:
                return

    def _carry_out(self, group: list[_Job]) -> None:
        try:
            self._transaction(group)
        except Exception as error:
            if len(group) > 1:
                # One of them failed and took the others with it: each by itself.
                for job in group:
                    job.result = job.error = None
                    self._carry_out([job])
                return
            group[0].error = error
        self.writes += len(group)
        self.on_commit()
        for loop, jobs in itertools.groupby(group, key=lambda job: job.loop):
            if loop is None:
                _settle(list(jobs))
            elif not loop.is_closed():
                # One call for all: each wakes the loop.
                loop.call_soon_threadsafe(_settle, list(jobs))

    def _transaction(self, group: list[_Job]) -> None:
        with self.writer.begin() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql(
                    f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})"
                )
            for job in group:
                job.run(connection)

    def _claim(self) -> Any:
        if self.url.database in (None, "", ":memory:"):
            raise ValueError("the database must be a file, or a server")
        lock = open(f"{self.url.database}.lock", "w")  # noqa: SIM115 (kept open)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise BusyError(
                f"{self.url.database} is in use by another process"
            ) from error
        return lock

    def _reading(self) -> Engine:
        if self._reader is None:
            self._reader = self._engine(writes=False)
        return self._reader

    def _engine(self, *, writes: bool) -> Engine:
        if not self.is_sqlite:
            engine = create_engine(self.url, pool_size=_READERS, pool_pre_ping=True)
            if not writes:
                engine = engine.execution_options(isolation_level="AUTOCOMMIT")
            return engine
        mode = "rwc" if writes else "ro"
        url = f"sqlite:///file:{self.url.database}?mode={mode}&uri=true"
        engine = create_engine(
            url,
            poolclass=QueuePool,
            pool_size=_READERS,
            connect_args={"check_same_thread": False},
        )
        event.listen(engine, "connect", _opened if writes else _opened_for_reading)
        if writes:
            event.listen(engine, "begin", _begin)
        return engine


def _opened(connection: Any, _: object) -> None:
    # Transactions are begun below, not by the driver in the midst of one.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        # A commit is on the disk before it is acknowledged.
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        "cache_size=-32000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _opened_for_reading(connection: Any, _: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA cache_size=-16000")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
