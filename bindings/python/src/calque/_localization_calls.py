"""Calls and callbacks of localizations."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from ctypes import (
    Array,
    byref,
    c_char,
    c_size_t,
    c_uint64,
    create_string_buffer,
    sizeof,
)
from ctypes import string_at as bytes_at
from typing import Any
from weakref import ref

from . import _bindings as c
from ._callbacks import drop, guarded, handing_over, keep, told_text, user_data_free
from ._calls import (
    call,
    call_for_bytes,
    call_for_pointer,
    lent_failure,
    text,
)
from ._handles import Handle
from ._json import decode
from ._pending import raise_pending
from ._transcript_calls import call_bare
from ._transport_calls import Dispatch, with_services
from .status import Status

_FAILURES = int(Status.INVALID_ARGUMENT)
_BUFFER = 256


class Call(Future[Any]):
    """A call to the backend: a future that can be cancelled while it is under way.

    A cancelled call ends with CancelledError of this package.
    """

    def __init__(self) -> None:
        super().__init__()
        self._cancel: Callable[[], bool] | None = None

    def cancel(self) -> bool:
        """Ask for the call to be cancelled; False when it is over."""
        return self._cancel is not None and self._cancel()


def open_localization(options: bytes, transport: Any, dispatch: Dispatch | None) -> Any:
    """Pointer to a new localization, which keeps what is given alive."""
    return with_services(
        transport,
        dispatch,
        lambda services: call_for_pointer(
            c.calque_localization_create,
            c.calque_localization,
            options,
            len(options),
            services,
        ),
    )


def begin(owner: Handle, function: Callable[..., int], *arguments: Any) -> Call:
    """Start a call to the backend, which does not keep its owner open."""
    begun = Call()
    answer = c_uint64()
    with handing_over(begun) as number:
        call(
            function,
            owner._reference,
            *arguments,
            _completion,
            number,
            user_data_free,
            byref(answer),
        )
    weak = ref(owner)

    def cancel() -> bool:
        opened = weak()
        if opened is None or opened.closed:
            return False
        reference = opened._reference
        status = c.calque_localization_cancel(reference, answer.value)
        return bool(status == Status.OK)

    begun._cancel = cancel
    return begun


class Handlers:
    """What a program does for a component."""

    def __init__(
        self,
        set_value: Callable[[str], object],
        begin_editing: Callable[[], str | None] | None,
        end_editing: Callable[[str], object] | None,
    ) -> None:
        self.set_value = set_value
        self.begin_editing = begin_editing
        self.end_editing = end_editing


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


def tell(function: Callable[..., None], localization: Any) -> None:
    """Call a function that yields nothing; raises what callbacks raised."""
    function(localization)
    raise_pending()


def look_up(localization: Any, identifier: str) -> str | None:
    """The text of an identifier; None when there is none."""
    length = c_size_t()
    capacity = _BUFFER
    while True:
        buffer: Array[c_char] = create_string_buffer(capacity)
        found = call_bare(
            c.calque_localization_text,
            localization,
            *text(identifier),
            buffer,
            capacity,
            byref(length),
            None,
        )
        if not found:
            return None
        if length.value < capacity:
            return buffer.raw[: length.value].decode()
        capacity = length.value + 1


def split_identifier(identifier: str) -> tuple[str, str] | None:
    """Section and key of an identifier; None when it has not two parts."""
    section, key = c.calque_string(), c.calque_string()
    try:
        status = call(
            c.calque_localization_split_identifier,
            *text(identifier),
            byref(section),
            byref(key),
        )
        if status == Status.NOT_FOUND:
            return None
        return _string(section), _string(key)
    finally:
        c.calque_string_dispose(byref(section))
        c.calque_string_dispose(byref(key))


def accept_language(locale_override: str | None, preferred: bytes) -> str:
    """The header for an override and a JSON array of preferred languages."""
    _, header = call_for_bytes(
        c.calque_localization_accept_language,
        *text(locale_override),
        preferred,
        len(preferred),
    )
    return (header or b"").decode()


def _string(value: Any) -> str:
    return bytes_at(value.data, value.length).decode()


def _complete(begun: Call, status: int, result: Any, error: Any) -> None:
    if status >= _FAILURES:
        begun.set_exception(lent_failure(status, error))
    else:
        begun.set_result(decode(told_text(result) or "null"))


def _show(handlers: Handlers, value: Any, locale: Any, source: int) -> None:
    handlers.set_value(told_text(value) or "")


def _highlight(handlers: Handlers, sink: Any) -> None:
    original = handlers.begin_editing() if handlers.begin_editing else None
    data = (original or "").encode()
    c.calque_sink_append(sink, data, len(data))


def _restore(handlers: Handlers, original: Any) -> None:
    if handlers.end_editing is not None:
        handlers.end_editing(told_text(original) or "")


_completion = c.calque_localization_completion(guarded(_complete))
_component_free = c.calque_component_user_data_free(drop)
_set_value = c.calque_component_set_value(guarded(_show))
_begin_editing = c.calque_component_begin_editing(guarded(_highlight))
_end_editing = c.calque_component_end_editing(guarded(_restore))
