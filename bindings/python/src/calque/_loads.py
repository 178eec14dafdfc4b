"""Loads: their callbacks, and the reports that they end with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from ctypes import byref, sizeof
from typing import Any

from . import _api as api
from . import _bindings as c
from ._callbacks import guarded, handing_over, told_text, user_data_free
from ._calls import FAILURES, Text, bare_failure, call, text
from ._handles import Reference
from ._table import pointer
from .errors import CalqueError, LoadFailedError
from .loading import LoadedFile, LoadOutcome, LoadReport, LoadSource
from .status import Status

_SLICE = 0.1

Progress = Callable[[int, int], object]


class LoadFuture(Future[LoadReport]):
    """A load under way; cancelling the future cancels the load."""

    _load: Reference | None = None
    _progress: Progress | None = None
    _raised: BaseException | None = None

    def cancel(self) -> bool:
        """Cancel the load; False when it is over."""
        is_cancelled = super().cancel()
        if self._load is not None:
            c.calque_load_cancel(self._load)
        return is_cancelled


def load(translator: Any, request: Text) -> LoadReport:
    """Load and wait until it is over; an exception of a signal ends the load."""
    # The thread that gets signals waits in Python, so that they reach it. On other
    # threads, which may be those of the library, C tells a wait that cannot end.
    if threading.current_thread() is not threading.main_thread():
        return _load(translator, request)
    future = load_async(translator, request, None)
    try:
        # In slices: a signal may arrive on another thread, which wakes nobody here.
        while not wait([future], _SLICE).done:
            pass
        return future.result()
    except CalqueError:
        raise
    except BaseException:
        future.cancel()
        raise
    finally:
        del future  # no cycle with the traceback


def _load(translator: Any, request: Text) -> LoadReport:
    report = pointer(c.calque_load_report)()
    try:
        call(c.calque_translator_load, translator, *text(request), byref(report))
        return _read(report)
    except CalqueError as error:
        if report:
            error.report = _read(report)
        raise
    finally:
        c.calque_load_report_release(report)


def load_async(translator: Any, request: Text, progress: Progress | None) -> LoadFuture:
    """Start a load."""
    future = LoadFuture()
    future._progress = progress
    callbacks = c.calque_load_callbacks(struct_size=sizeof(c.calque_load_callbacks))
    callbacks.user_data_free = user_data_free
    callbacks.complete = _complete
    if progress is not None:
        callbacks.progress = _progress
    with handing_over(future) as callbacks.user_data:
        pointer = api.translator_load_async(translator, request, callbacks)
    future._load = Reference(pointer, c.calque_load_release)
    return future


def _read(report: Any) -> LoadReport:
    count = api.load_report_count(report)
    files = tuple(_file(report, index) for index in range(count))
    return LoadReport(Status(c.calque_load_report_status(report)), files)


def _file(report: Any, index: int) -> LoadedFile:
    told = c.calque_load_file(struct_size=sizeof(c.calque_load_file))
    c.calque_load_report_file(report, index, byref(told))
    return LoadedFile(
        lng=told_text(told.lng) or "",
        ns=told_text(told.ns) or "",
        source=LoadSource(told.source),
        outcome=LoadOutcome(told.outcome),
        location=told_text(told.location) or "",
        status=Status(told.status),
        detail=told.detail,
        http_status=told.http_status,
        attempts=told.attempts,
        bytes=told.bytes,
        message=told_text(told.message) or "",
    )


def _failure(status: int, report: LoadReport) -> CalqueError:
    """The exception of a load, with the first file that failed."""
    if status != Status.LOAD_FAILED:
        failure = bare_failure(status)
    else:
        failed = [file for file in report.files if file.status != Status.OK]
        message = "nothing could be loaded"
        if failed:
            message += f": {failed[0].message}"
        if len(failed) > 1:
            message += f" (and {len(failed) - 1} more)"
        place = failed[0].location if failed else None
        failure = LoadFailedError(message, Status(status), source=place, detail=1)
    failure.report = report
    return failure


def _on_progress(future: LoadFuture, done: int, total: int) -> None:
    if future._progress is None or future._raised is not None:
        return
    try:
        future._progress(done, total)
    except BaseException as exception:  # it is raised by the future
        future._raised = exception
        if future._load is not None:
            c.calque_load_cancel(future._load)


def _on_complete(future: LoadFuture, status: int, report: Any) -> None:
    future._progress = None
    if not future.set_running_or_notify_cancel():
        return
    try:
        read = _read(report)
    except BaseException as exception:  # otherwise the future would never end
        future.set_exception(exception)
        return
    if future._raised is not None:
        future.set_exception(future._raised)
    elif status >= FAILURES:
        future.set_exception(_failure(status, read))
    else:
        future.set_result(read)


_progress = c.calque_load_callbacks_progress(guarded(_on_progress))
_complete = c.calque_load_callbacks_complete(guarded(_on_complete))
