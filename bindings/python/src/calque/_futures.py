"""Calls under way: the one future of the package."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any, TypeVar
from weakref import ref

from ._handles import Handle
from ._structs import FAILURES, bare_failure, failure_of
from .errors import CalqueError

_Result = TypeVar("_Result")
Convert = Callable[[int, "str | None", "CalqueError | None"], _Result]
"""The status, the JSON text and the failure of a call to its result, or raises."""


def whole(convert: Callable[[str | None], _Result]) -> Convert[_Result]:
    """A conversion for calls that raise their failure."""

    def converted(status: int, result: str | None, failure: CalqueError | None) -> Any:
        if failure is not None and status >= FAILURES:
            raise failure
        return convert(result)

    return converted


class Call(Future[_Result]):
    """A call under way: a future that can be awaited, and cancelled while it waits.

    `result()` waits for it, and so does `await`; cancelling the call, or the task that
    awaits it, cancels it in the library too. It does not keep the object open that it
    was begun by, which ends it when it is closed.
    """

    def __init__(self, convert: Convert[_Result]) -> None:
        super().__init__()
        self._convert = convert
        self._stop: Callable[[], object] = lambda: None

    def complete(self, status: int, result: str | None, error: Any) -> None:
        """End it with the status, the result and the error of C."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            # Also of what was done in part.
            failure = failure_of(error) if error else None
            if failure is None and status >= FAILURES:
                failure = bare_failure(status)
            value = self._convert(status, result, failure)
        except BaseException as exception:  # otherwise it would never end
            self.set_exception(exception)
        else:
            self.set_result(value)

    def cancel(self) -> bool:
        """Cancel the call; False when it has ended."""
        if cancelled := super().cancel():
            self._stop()
        return cancelled

    def __await__(self) -> Generator[Any, None, _Result]:
        from asyncio import wrap_future

        return wrap_future(self).__await__()


def begin(
    owner: Handle,
    function: Callable[..., Any],
    *arguments: Any,
    cancel: Callable[[Any, int], object],
    convert: Convert[_Result],
) -> Call[_Result]:
    """Start a call: the function gets a completion, and returns what cancels it."""
    call = Call(convert)
    number = function(owner, *arguments, call.complete) or 0
    weak = ref(owner)

    def stop() -> None:
        if (opened := weak()) is not None and not opened.closed:
            cancel(opened._reference, number)

    call._stop = stop
    return call
