"""Loads: how they are begun, and the reports that they end with."""

from __future__ import annotations

import threading
from concurrent.futures import wait
from ctypes import byref, c_uint64

from . import _bindings as c
from ._annotations import TYPE_CHECKING, Any
from ._callbacks import handing_over, no_function, trampoline, user_data_free
from ._calls import call, taken
from ._futures import Call, begin
from ._handles import Handle
from ._json import decode
from ._structs import FAILURES, text
from .errors import CalqueError
from .loading import LoadedFile, LoadReport
from .status import Status

if TYPE_CHECKING:
    from .typing import Progress, Text

_SLICE = 0.1


def load(translator: Handle, request: Text) -> LoadReport:
    """Load and wait until it is over; an exception of a signal ends the load."""
    # The thread that gets signals waits in Python, so that they reach it. On other
    # threads, which may be those of the library, C reports a wait that cannot end.
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
    report = c.calque_string()
    arguments = (translator._reference, *text(request), byref(report))
    try:
        call(c.calque_translator_load, *arguments)
    except CalqueError as error:
        if report.data:
            error.report = _read(taken(report, "text"))
        raise
    return _read(taken(report, "text"))


def load_async(
    translator: Handle, request: Text, progress: Progress | None
) -> Call[LoadReport]:
    """Start a load."""
    raised: list[BaseException] = []
    made: Call[LoadReport] | None = None

    def convert(code: int, result: str | None, error: CalqueError | None) -> LoadReport:
        report = _read(result)
        if raised:
            raise raised[0]
        if error is not None and code >= FAILURES:
            error.report = report
            raise error
        return report

    def on_progress(done: int, total: int) -> None:
        try:
            if progress and not raised:
                progress(done, total)
        except BaseException as exception:  # the future raises it
            raised.append(exception)
            if made:
                made._stop()

    def start(_: Handle, complete: Any) -> int:
        functions = {_PROGRESS: on_progress, "calque_completion": complete}
        number = c_uint64()
        with handing_over(functions) as user_data:
            call(
                c.calque_translator_load_async,
                *(translator._reference, *text(request)),
                (trampoline if progress else no_function)(_PROGRESS),
                trampoline("calque_completion"),
                *(user_data, user_data_free(), byref(number)),
            )
        return number.value

    made = begin(translator, start, cancel=c.calque_translator_cancel, convert=convert)
    if raised:  # on another thread, perhaps before the call was there to be stopped
        made._stop()
    return made


_PROGRESS = "calque_load_progress"


def _read(written: str | None) -> LoadReport:
    report = decode(written or "{}")
    status = report["status"].upper().replace("FAILED", "LOAD_FAILED")
    return LoadReport(Status[status], tuple(map(_file, report["files"])))


def _file(members: dict[str, Any]) -> LoadedFile:
    known = {"detail": 0, "message": "", **members}
    known["http_status"] = known.pop("httpStatus")
    known["status"] = Status(known.get("status", 0))
    return LoadedFile(**known)
