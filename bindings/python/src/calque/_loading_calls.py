"""Loads as calls of the library."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from ctypes import POINTER, byref, sizeof
from typing import Any

from . import _bindings as c
from ._callbacks import guarded, handing_over, told_text, user_data_free
from ._calls import bare_failure, call, call_for_pointer, text
from ._handles import Reference
from .errors import CalqueError
from .loading import LoadedFile, LoadOutcome, LoadReport, LoadSource
from .status import Status

Progress = Callable[[int, int], object]

_FAILURES = int(Status.INVALID_ARGUMENT)


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


def load(translator: Any, request: str) -> LoadReport:
    """Load and wait until it is over."""
    report = POINTER(c.calque_load_report)()
    try:
        call(c.calque_translator_load, translator, *text(request), byref(report))
        return _read(report)
    except CalqueError as error:
        if report:
            error.report = _read(report)
        raise
    finally:
        c.calque_load_report_release(report)


def load_async(translator: Any, request: str, progress: Progress | None) -> LoadFuture:
    """Start a load."""
    future = LoadFuture()
    future._progress = progress
    callbacks = c.calque_load_callbacks(struct_size=sizeof(c.calque_load_callbacks))
    callbacks.user_data_free = user_data_free
    callbacks.complete = _complete
    if progress is not None:
        callbacks.progress = _progress
    with handing_over(future) as callbacks.user_data:
        pointer = call_for_pointer(
            c.calque_translator_load_async,
            c.calque_load,
            translator,
            *text(request),
            byref(callbacks),
        )
    future._load = Reference(pointer, c.calque_load_release)
    return future


def flush_missing_keys(translator: Any, timeout: float) -> bool:
    """Wait until missing keys are posted; False when it takes longer."""
    milliseconds = min(max(round(timeout * 1000), 0), (1 << 32) - 1)
    status = c.calque_translator_flush_missing_keys(translator, milliseconds)
    if status >= _FAILURES and status != Status.TIMEOUT:
        raise bare_failure(status)
    return status == Status.OK


def _read(report: Any) -> LoadReport:
    count = c.calque_load_report_count(report)
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
    read = _read(report)
    if future._raised is not None:
        future.set_exception(future._raised)
    elif status >= _FAILURES:
        failure = bare_failure(status)
        failure.report = read
        future.set_exception(failure)
    else:
        future.set_result(read)


_progress = c.calque_load_callbacks_progress(guarded(_on_progress))
_complete = c.calque_load_callbacks_complete(guarded(_on_complete))
