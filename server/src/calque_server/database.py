"""One database: a writer that commits in groups, and readers beside it.

All writes of a process go through one thread. Writes that wait when a transaction
begins run in it together, so one sync to disk serves many requests. A job is a function
of a connection; its result is handed out after the commit, never before.
"""

import asyncio
import fcntl
import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import QueuePool

T = TypeVar("T")
_GROUP = 256
_READERS = 4
_BEGIN = "BEGIN IMMEDIATE"
# Processes that share a PostgreSQL write one after the other, so that the numbers
# of events are in the order of their commits.
_WRITERS_LOCK = 4_220_022
_READING = ("query_only=ON", "busy_timeout=5000", "cache_size=-16000")
_WRITING = (
    # A commit is on the disk before it is acknowledged.
    *("journal_mode=WAL", "synchronous=FULL"),
    *("foreign_keys=ON", "busy_timeout=5000", "cache_size=-32000"),
)


class BusyError(RuntimeError):
    """Another process has the database file, or it is closed."""


class _Job(NamedTuple):
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Future[Any]


class Database:
    """A database, opened for writing by this process alone where it is a file."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if not self.is_sqlite:
            self.url = self.url.set(drivername="postgresql+psycopg")
        self._lock = None if read_only or not self.is_sqlite else self._claim()
        self.writer = self._engine(writes=not read_only)
        self._reader: Engine | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()
        self._closed = False
        self.on_commit: Callable[[], object] = lambda: None
        self.writes = 0

    def close(self) -> None:
        """Finish what waits, then close all connections."""
        with self._guard:
            self._closed = True
            thread, self._thread = self._thread, None
            self._jobs.put(None)
        if thread is not None:
            thread.join()
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
        return await asyncio.wrap_future(self._submit(function, arguments))

    def write_now(self, function: Callable[..., T], *arguments: Any, **more: Any) -> T:
        """As `write`, for callers without an event loop."""
        return self._submit(partial(function, **more), arguments).result()

    async def read(self, function: Callable[..., T], *arguments: Any) -> T:
        """Read in a thread beside the writer; sees what is committed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._readers, self.read_now, function, *arguments
        )

    def read_now(self, function: Callable[..., T], *arguments: Any) -> T:
        """As `read`, on this thread."""
        if self._reader is None:
            self._reader = self._engine(writes=False)
        with self._reader.connect() as connection:
            return function(connection, *arguments)

    def _submit(
        self, function: Callable[..., T], arguments: tuple[Any, ...]
    ) -> Future[T]:
        future: Future[T] = Future()
        with self._guard:
            if self._closed:
                raise BusyError("the database is closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._jobs.put(_Job(function, arguments, future))
        return future

    def _run(self) -> None:
        closing = False
        while not closing:
            group = [self._jobs.get()]
            while len(group) < _GROUP and not self._jobs.empty():
                group.append(self._jobs.get())
            closing = None in group
            jobs = [job for job in group if job is not None]
            # Callers that no longer wait are left out.
            wanted = [job.future.set_running_or_notify_cancel() for job in jobs]
            self._carry_out(list(itertools.compress(jobs, wanted)))

    def _carry_out(self, group: list[_Job]) -> None:
        if not group:
            return
        try:
            with self.writer.begin() as connection:
                if not self.is_sqlite:
                    lock = f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})"
                    connection.exec_driver_sql(lock)
                results = [_result(job, connection) for job in group]
        except Exception as error:
            results = [(None, error)] * len(group)
        self.writes += len(group)
        self.on_commit()
        for job, (value, failed) in zip(group, results, strict=True):
            if failed is None:
                job.future.set_result(value)
            else:
                job.future.set_exception(failed)

    def _claim(self) -> Any:
        if self.url.database in (None, "", ":memory:"):
            raise ValueError("the database must be a file, or a server")
        lock = open(f"{self.url.database}.lock", "w")  # noqa: SIM115 (kept open)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            message = f"{self.url.database} is in use by another process"
            raise BusyError(message) from error
        return lock

    def _engine(self, *, writes: bool) -> Engine:
        if not self.is_sqlite:
            engine = create_engine(self.url, pool_size=_READERS, pool_pre_ping=True)
            if not writes:
                engine = engine.execution_options(isolation_level="AUTOCOMMIT")
            return engine
        mode = "rwc" if writes else "ro"
        engine = create_engine(
            f"sqlite:///file:{self.url.database}?mode={mode}&uri=true",
            poolclass=QueuePool,
            pool_size=_READERS,
            connect_args={"check_same_thread": False},
        )

        def opened(connection: Any, _: object) -> None:
            # Transactions are begun below, not by the driver in the midst of one.
            connection.isolation_level = None
            for pragma in _WRITING if writes else _READING:
                connection.execute(f"PRAGMA {pragma}")

        event.listen(engine, "connect", opened)
        if writes:
            event.listen(engine, "begin", lambda c: c.exec_driver_sql(_BEGIN))
        return engine


def _result(job: _Job, connection: Connection) -> tuple[Any, Exception | None]:
    """Return the result of a job, or its error, after which nothing of it is kept."""
    connection.exec_driver_sql("SAVEPOINT job")
    value, failed = None, None
    try:
        value = job.function(connection, *job.arguments)
    except Exception as error:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        failed = error
    connection.exec_driver_sql("RELEASE SAVEPOINT job")
    return value, failed
