"""Calls and callbacks of localizations."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future
from ctypes import byref, c_uint64, sizeof
from dataclasses import dataclass
from typing import Any
from weakref import ref

from . import _bindings as c
from ._callbacks import drop, guarded, keep, told_text
from ._calls import FAILURES, call, lent_failure, text
from ._handles import Handle
from ._json import decode
from .status import Status


class Call(Future[Any]):
    """A call to the backend: a future that can be cancelled while it is under way.

    `result()` waits for it, and so does `await`; a cancelled task cancels the call. A
    cancelled call ends with CancelledError of this package.
    """

    def __init__(self) -> None:
        super().__init__()
        self._cancel: Callable[[], bool] | None = None

    def complete(self, status: int, result: str | None, error: Any) -> None:
        """End it with what C says."""
        if status >= FAILURES:
            self.set_exception(lent_failure(status, error))
        else:
            self.set_result(decode(result or "null"))

    def cancel(self) -> bool:
        """Cancel the call; False when it has ended."""
        return self._cancel is not None and self._cancel()

    def __await__(self) -> Generator[Any, None, Any]:
        from asyncio import wrap_future  # noqa: PLC0415

        return wrap_future(self).__await__()


def begin(owner: Handle, function: Callable[..., int], *arguments: Any) -> Call:
    """Start a call to the backend, which does not keep its owner open."""
    begun = Call()
    call_number = function(owner._reference, *arguments, begun)
    weak = ref(owner)

    def cancel() -> bool:
        opened = weak()
        if opened is None or opened.closed:
            return False
        reference = opened._reference
        status = c.calque_localization_cancel(reference, call_number)
        return bool(status == Status.OK)

    begun._cancel = cancel
    return begun


@dataclass
class Handlers:
    """The functions that a program provides for a component."""

    set_value: Callable[[str], object]
    begin_editing: Callable[[], str | None] | None
    end_editing: Callable[[str], object] | None


def register(localization: Any, identifier: str, handlers: Handlers, group: str) -> int:
    """Register a component; its number."""
    number = keep(handlers)
    component = c.calque_component(struct_size=sizeof(c.calque_component))
    component.group = c.calque_str(*text(group))
    component.user_data = number
    component.user_data_free = _component_free
    component.set_value = _set_value
    if handlers.begin_editing is not None:
        component.begin_editing = _begin_editing
    if handlers.end_editing is not None:
        component.end_editing = _end_editing
    answer = c_uint64()
    try:
        call(
            c.calque_localization_register,
            localization,
            *text(identifier),
            byref(component),
            byref(answer),
        )
    except BaseException:
        # Registered already when it is the component itself that raised.
        if not answer.value:
            drop(number)
        raise
    return answer.value


def _show(handlers: Handlers, value: Any, locale: Any, source: int) -> None:
    handlers.set_value(told_text(value) or "")


def _highlight(handlers: Handlers, sink: Any) -> None:
    original = handlers.begin_editing() if handlers.begin_editing else None
    data = (original or "").encode()
    c.calque_sink_append(sink, data, len(data))


def _restore(handlers: Handlers, original: Any) -> None:
    if handlers.end_editing is not None:
        handlers.end_editing(told_text(original) or "")


_component_free = c.calque_component_user_data_free(drop)
_set_value = c.calque_component_set_value(guarded(_show))
_begin_editing = c.calque_component_begin_editing(guarded(_highlight))
_end_editing = c.calque_component_end_editing(guarded(_restore))
