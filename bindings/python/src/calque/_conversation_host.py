"""The host of a conversation and its events as C callbacks."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import memmove, sizeof
from dataclasses import dataclass
from typing import Any

from . import _bindings as c
from ._callbacks import (
    drop,
    guarded,
    handing_over,
    kept,
    told_text,
    trampolines,
)
from ._calls import from_id
from ._pending import store


@dataclass
class Host:
    """The callbacks that Python gives a conversation; absent ones use the system's."""

    send: Callable[[str], int | None] | None
    now: Callable[[], int] | None
    random: Callable[[int], bytes] | None

    def open(self, create: Callable[[Any, Any], Any], written: Any) -> Any:
        """Pointer to a new conversation, which keeps the host alive."""
        table = c.calque_conversation_host(
            struct_size=sizeof(c.calque_conversation_host)
        )
        table.user_data_free = _free
        for name, function in _FUNCTIONS.items():
            if getattr(self, name) is not None:
                setattr(table, name, function)
        with handing_over(self) as table.user_data:
            return create(written, table)


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


def _send(host: Host, update: Any) -> int:
    code = host.send(told_text(update) or "") if host.send is not None else None
    return int(code or 0)


def _fill(host: Host, address: int, count: int) -> bool:
    data = host.random(count) if host.random is not None else b""
    if len(data) != count:
        raise ValueError(f"random gave {len(data)} bytes, not {count}")
    memmove(address, data, count)
    return True


def _now(host: Host) -> int:
    return host.now() if host.now is not None else 0


_free = c.calque_conversation_host_user_data_free(drop)
_FUNCTIONS: dict[str, Any] = {
    "send": c.calque_conversation_host_send(_guarded_answer(-1, _send)),
    "now": c.calque_conversation_host_now(_guarded_answer(0, _now)),
    "random": c.calque_conversation_host_random(_guarded_answer(False, _fill)),
}
trampolines["calque_conversation_handler"] = c.calque_conversation_handler(
    guarded(_handle)
)
