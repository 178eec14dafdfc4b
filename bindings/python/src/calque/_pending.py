"""Exceptions on their way through C: stored in a callback, raised after it."""

from __future__ import annotations

import threading


class _Pending(threading.local):
    exception: BaseException | None = None


_pending = _Pending()


def store(exception: BaseException) -> None:
    """Keep what a callback raised on this thread; the first one counts.

    On a thread of the library no call will raise it: it is reported as an
    exception of that thread.
    """
    if isinstance(threading.current_thread(), threading._DummyThread):
        report(exception)
    elif _pending.exception is None:
        _pending.exception = exception


def is_pending() -> bool:
    """Whether a callback of the call of this thread has raised."""
    return _pending.exception is not None


def report(exception: BaseException) -> None:
    """Report what nobody waits for as an exception of this thread."""
    thread, kind = threading.current_thread(), type(exception)
    seen = (kind, exception, exception.__traceback__, thread)
    threading.excepthook(threading.ExceptHookArgs(seen))


def raise_pending(cause: BaseException | None = None) -> None:
    """Raise what a callback stored on this thread during the call just made."""
    exception = _pending.exception
    if exception is None:
        return
    _pending.exception = None
    try:
        if cause is None:
            raise exception
        raise exception from cause
    finally:
        # The traceback holds this frame: no cycle that would keep a closed
        # translator alive until the garbage collector comes.
        del exception, cause
