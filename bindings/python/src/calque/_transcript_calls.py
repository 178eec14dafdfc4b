"""Calls and callbacks of sessions, messages and conversations."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import (
    Array,
    byref,
    c_char,
    c_int64,
    c_size_t,
    c_uint64,
    create_string_buffer,
    memmove,
    sizeof,
)
from typing import Any
from uuid import UUID

from . import _bindings as c
from ._callbacks import drop, guarded, handing_over, kept, told_text, user_data_free
from ._calls import bare_failure, call, call_for_pointer
from ._pending import raise_pending, store
from .status import Status

_FAILURES = int(Status.INVALID_ARGUMENT)
_HALF = 64
_BUFFER = 256


def to_id(value: UUID | None) -> Any:
    """An identifier as C takes it; None is all zero."""
    number = 0 if value is None else value.int
    return c.calque_id(number >> _HALF, number & (1 << _HALF) - 1)


def from_id(value: Any) -> UUID | None:
    """An identifier from C; all zero is None."""
    number = value.high << _HALF | value.low
    return UUID(int=number) if number else None


def call_for_id(function: Callable[..., int], *arguments: Any) -> UUID | None:
    """Call a function that yields an identifier before its error."""
    answer = c.calque_id()
    call(function, *arguments, byref(answer))
    return from_id(answer)


def call_for_optional(
    function: Callable[..., int], kind: Any, *arguments: Any
) -> Any | None:
    """Call a function that yields an object, or none."""
    pointer = call_for_pointer(function, kind, *arguments)
    return pointer or None


def call_bare(function: Callable[..., int], *arguments: Any) -> bool:
    """Call a function without an error; whether what it is about was found."""
    status = function(*arguments)
    raise_pending()
    if status >= _FAILURES:
        raise bare_failure(status)
    return status != Status.NOT_FOUND


def call_for_optional_text(function: Callable[..., int], *arguments: Any) -> str | None:
    """As `call_for_text`, where the text may be absent."""
    length = c_size_t()
    capacity = _BUFFER
    while True:
        buffer: Array[c_char] = create_string_buffer(capacity)
        if not call_bare(function, *arguments, buffer, capacity, byref(length)):
            return None
        if length.value < capacity:
            return buffer.raw[: length.value].decode()
        capacity = length.value + 1


def url_length(message: Any) -> tuple[int, int]:
    """Characters of a message's URL, and how many more may come."""
    used, available = c_size_t(), c_size_t()
    c.calque_transcript_message_url_length(message, byref(used), byref(available))
    return used.value, available.value


def remove_expired(conversation: Any) -> int | None:
    """Remove what is due; when the next message is, if one is."""
    due = c_int64()
    found = call_bare(c.calque_conversation_remove_expired, conversation, byref(due))
    return due.value if found else None


def position(conversation: Any, id_: UUID) -> int | None:
    """Where an entry stands."""
    answer = c_size_t()
    found = call_bare(
        c.calque_conversation_position, conversation, to_id(id_), byref(answer)
    )
    return answer.value if found else None


class Host:
    """What Python gives to a conversation; absent parts are the system's."""

    def __init__(
        self,
        send: Callable[[str], int | None] | None,
        now: Callable[[], int] | None,
        random: Callable[[int], bytes] | None,
    ) -> None:
        self.send = send
        self.now = now
        self.random = random


def open_conversation(
    function: Callable[..., int], written: tuple[bytes | None, int], host: Host
) -> Any:
    """Pointer to a new conversation, which keeps the host alive."""
    table = c.calque_conversation_host(struct_size=sizeof(c.calque_conversation_host))
    table.user_data_free = _host_free
    if host.send is not None:
        table.send = _send
    if host.now is not None:
        table.now = _now
    if host.random is not None:
        table.random = _random
    with handing_over(host) as table.user_data:
        return call_for_pointer(function, c.calque_conversation, *written, byref(table))


def subscribe(conversation: Any, handler: Callable[..., object]) -> int:
    """Subscribe a function of kind, identifier and steps."""
    answer = c_uint64()
    with handing_over(handler) as number:
        call(
            c.calque_conversation_on,
            conversation,
            _handler,
            number,
            user_data_free,
            byref(answer),
        )
    return answer.value


def _handle(handler: Any, event: Any) -> None:
    told = event.contents
    steps = [
        (step.kind, step.position, from_id(step.id))
        for step in (told.steps[index] for index in range(told.step_count))
    ]
    handler(told.kind, from_id(told.id), steps)


def _guarded_answer(fallback: int, body: Callable[..., int]) -> Callable[..., int]:
    """Run a function of the host; what it raises is stored for after the call."""

    def run(number: int, *arguments: Any) -> int:
        try:
            return body(kept(number), *arguments)
        except BaseException as exception:  # any of them must not reach C
            store(exception)
            return fallback

    return run


def _send_update(host: Host, update: Any) -> int:
    code = host.send(told_text(update) or "") if host.send is not None else None
    return int(code or 0)


def _fill(host: Host, address: int, count: int) -> bool:
    data = host.random(count) if host.random is not None else b""
    if len(data) != count:
        raise ValueError(f"random gave {len(data)} bytes, not {count}")
    memmove(address, data, count)
    return True


def _tell_time(host: Host) -> int:
    return host.now() if host.now is not None else 0


_host_free = c.calque_conversation_host_user_data_free(drop)
_send = c.calque_conversation_host_send(_guarded_answer(-1, _send_update))
_now = c.calque_conversation_host_now(_guarded_answer(0, _tell_time))
_random = c.calque_conversation_host_random(_guarded_answer(False, _fill))
_handler = c.calque_conversation_handler(guarded(_handle))
