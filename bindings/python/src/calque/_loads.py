"""Loads: their callbacks, and the reports that they end with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from ctypes import byref, c_uint64
from typing import Any
from weakref import ref

from . import _bindings as c
from ._callbacks import guarded, handing_over, trampolines, user_data_free
from ._calls import FAILURES, TEXT, Text, call, lent_failure, text
from ._handles import Handle
from ._json import decode
from .errors import CalqueError
from .loading import LoadedFile, LoadOutcome, LoadReport, LoadSource
from .status import Status

_SLICE = 0.1
_STATUSES = {
    "ok": Status.OK,
    "unchanged": Status.UNCHANGED,
    "partial": Status.PARTIAL,
    "failed": Status.LOAD_FAILED,
    "cancelled": Status.CANCELLED,
}

Progress = Callable[[int, int], object]


class LoadFuture(Future[LoadReport]):
    """A load under way; cancelling the future cancels the load."""

    _translator: Callable[[], Handle | None] = staticmethod(lambda: None)
    _number = 0
    _progress: Progress | None = None
    _raised: BaseException | None = None

    def cancel(self) -> bool:
        """Cancel the load; False when it is over."""
        is_cancelled = super().cancel()
        self._stop()
        return is_cancelled

    def complete(self, status: int, result: str | None, error: Any) -> None:
        """End it with what C says."""
        self._progress = None
        if not self.set_running_or_notify_cancel():
            return
        try:
            report = _read(result)
        except BaseException as exception:  # otherwise the future would never end
            self.set_exception(exception)
            return
        if self._raised is not None:
            self.set_exception(self._raised)
        elif status >= FAILURES:
            failure = lent_failure(status, error)
            failure.report = report
            self.set_exception(failure)
        else:
            self.set_result(report)

    def _stop(self) -> None:
        translator = self._translator()
        if translator is not None and not translator.closed:
            c.calque_translator_cancel(translator._reference, self._number)


def load(translator: Handle, request: Text) -> LoadReport:
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


def _load(translator: Handle, request: Text) -> LoadReport:
    report = TEXT.make()
    try:
        call(
            c.calque_translator_load,
            translator._reference,
            *text(request),
            byref(report),
        )
    except CalqueError as error:
        if report.data:
            error.report = _read(TEXT.read(report))
        raise
    return _read(TEXT.read(report))


def load_async(
    translator: Handle, request: Text, progress: Progress | None
) -> LoadFuture:
    """Start a load."""
    future = LoadFuture()
    future._progress = progress
    number = c_uint64()
    with handing_over(future) as user_data:
        call(
            c.calque_translator_load_async,
            translator._reference,
            *text(request),
            _progress if progress is not None else c.calque_load_progress(),
            trampolines["calque_completion"],
            user_data,
            user_data_free,
            byref(number),
        )
    future._number = number.value
    future._translator = ref(translator)
    return future


def _read(written: str | None) -> LoadReport:
    report = decode(written or "{}")
    return LoadReport(_STATUSES[report["status"]], tuple(map(_file, report["files"])))


def _file(told: dict[str, Any]) -> LoadedFile:
    return LoadedFile(
        lng=told["lng"],
        ns=told["ns"],
        source=LoadSource[told["source"].upper()],
        outcome=LoadOutcome[told["outcome"].upper()],
        location=told["location"],
        status=Status(told.get("status", 0)),
        detail=told.get("detail", 0),
        http_status=told["httpStatus"],
        attempts=told["attempts"],
        bytes=told["bytes"],
        message=told.get("message", ""),
    )


def _on_progress(future: LoadFuture, done: int, total: int) -> None:
    if future._progress is None or future._raised is not None:
        return
    try:
        future._progress(done, total)
    except BaseException as exception:  # it is raised by the future
        future._raised = exception
        future._stop()


_progress = c.calque_load_progress(guarded(_on_progress))
