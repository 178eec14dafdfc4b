"""Python callables as C callbacks.

C sees a number as `user_data`, which stands for the Python object in a table;
the C functions are made once and live as long as the process.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_void_p, sizeof
from ctypes import string_at as bytes_at
from dataclasses import fields
from typing import Any

from . import _bindings as c
from ._json import decode, encode
from ._pending import is_pending, report, store
from .callbacks import Callbacks, MissingKey

_numbers = itertools.count(1)
_kept: dict[int, Any] = {}
_DATA = c.calque_str.data.offset
_MOST_NESTED = 32


class _Nested(threading.local):
    depth = 0


_nested = _Nested()


def keep(value: object) -> int:
    """Keep an object alive until C frees its number or `drop` is called."""
    number = next(_numbers)
    _kept[number] = value
    return number


def drop(number: int) -> None:
    """Forget a kept object; does nothing for one that is gone."""
    _kept.pop(number, None)


@contextmanager
def handing_over(value: object) -> Iterator[int]:
    """The number of an object that a call hands to C; dropped when the call raises."""
    number = keep(value)
    try:
        yield number
    except BaseException:
        drop(number)
        raise


def kept(number: int) -> Any:
    """The object of a number."""
    return _kept[number]


def kept_count() -> int:
    """How many objects C still refers to."""
    return len(_kept)


def host(callbacks: Callbacks) -> tuple[Any, int]:
    """The C structure of the callbacks and its number, 0 without any."""
    given = [
        field.name
        for field in fields(callbacks)
        if getattr(callbacks, field.name) is not None
    ]
    structure = c.calque_host(struct_size=sizeof(c.calque_host))
    if not given:
        return structure, 0
    number = keep(callbacks)
    structure.user_data = number
    structure.user_data_free = user_data_free
    for name in given:
        setattr(structure, name, _HOST_FUNCTIONS[name])
    return structure, number


def asked(body: Callable[..., Any]) -> Callable[..., Any]:
    """As `guarded`, for the functions that a call asks for parts of its text.

    After the first that raised, no other is asked: the call is over for Python.
    Calls inside one another are counted: each of them may ask several times.
    """
    run = guarded(body)

    def counted(number: int, *arguments: Any) -> bool:
        if is_pending():
            return False
        _nested.depth += 1
        try:
            if _nested.depth > _MOST_NESTED:
                store(RecursionError(f"more than {_MOST_NESTED} calls in callbacks"))
                return False
            return bool(run(number, *arguments))
        finally:
            _nested.depth -= 1

    return counted


def guarded(body: Callable[..., Any]) -> Callable[..., Any]:
    """Run a callback's body; what it raises is stored and C is told nothing."""

    def run(number: int, *arguments: Any) -> bool:
        try:
            kept = _kept.get(number)
            return kept is not None and bool(body(kept, *arguments))
        except BaseException as exception:  # any of them must not reach C
            store(exception)
            return False

    return run


def reported(body: Callable[..., None]) -> Callable[..., None]:
    """Run a callback on a thread of the library.

    Nobody waits there for what it raises: that is reported as from any thread.
    """

    def run(number: int, *arguments: Any) -> None:
        try:
            body(kept(number), *arguments)
        except BaseException as exception:  # any of them must not reach C
            report(exception)

    return run


def _complete(operation: Any, status: int, result: Any, error: Any) -> None:
    operation.complete(status, told_text(result), error)


def told_text(text: Any) -> str | None:
    """A text that C lends to a callback; None for undefined."""
    data = told_bytes(text)
    return None if data is None else data.decode(errors="replace")


def told_bytes(text: Any) -> bytes | None:
    """As `told_text`, for bytes of any kind."""
    address = c_void_p.from_buffer(text, _DATA).value
    return None if address is None else bytes_at(address, text.length)


def _value(text: Any) -> Any:
    written = told_text(text)
    return decode(written) if written else None


def _put(sink: Any, answer: object) -> bool:
    if answer is None:
        return False
    if not isinstance(answer, str):
        raise TypeError(f"a callback must return str or None, not {answer!r}")
    data = answer.encode()
    c.calque_sink_append(sink, data, len(data))
    return True


def _put_value(sink: Any, answer: object) -> bool:
    if answer is None or isinstance(answer, str):
        return _put(sink, answer)
    data = encode(answer)
    c.calque_sink_set_json(sink, data, len(data))
    return True


# Those of a translator, which are called only where the program has given them.


def _missing_key(callbacks: Any, missing: Any) -> None:
    told = missing.contents
    callbacks.missing_key(
        MissingKey(
            lngs=_value(told.lngs) or [],
            ns=told_text(told.ns) or "",
            key=told_text(told.key) or "",
            fallback_value=told_text(told.fallback_value),
            update_missing=told.update_missing,
            options=_value(told.options) or {},
        )
    )


def _parse_missing_key(callbacks: Any, key: Any, default: Any, out: Any) -> bool:
    told = told_text(key) or "", told_text(default)
    return _put(out, callbacks.parse_missing_key(*told))


def _missing_interpolation(
    callbacks: Any, text: Any, match: Any, variable: Any, out: Any
) -> bool:
    parts = [told_text(part) or "" for part in (text, match, variable)]
    return _put(out, callbacks.missing_interpolation(*parts))


def _returned_object(
    callbacks: Any, key: Any, value: Any, options: Any, out: Any
) -> bool:
    told = told_text(key) or "", _value(value), _value(options) or {}
    return _put(out, callbacks.returned_object(*told))


def _fallback_lng(callbacks: Any, code: Any, out: Any) -> bool:
    answer = callbacks.fallback_lng(told_text(code) or "")
    if answer is None:
        return False
    codes: Sequence[str] = [answer] if isinstance(answer, str) else list(answer)
    return _put(out, encode(codes).decode())


def _escape(callbacks: Any, value: Any, out: Any) -> bool:
    return _put(out, callbacks.escape(told_text(value) or ""))


def _log(callbacks: Any, message: Any) -> None:
    callbacks.log(told_text(message) or "")


def _format_value(
    callbacks: Any, value: Any, format_: Any, lng: Any, options: Any, out: Any
) -> bool:
    told = _value(value), told_text(format_), told_text(lng) or ""
    return _put_value(out, callbacks.format_value(*told, _value(options) or {}))


# Those that are functions themselves.


def _post_processor(process: Any, value: Any, key: Any, options: Any, out: Any) -> bool:
    written = told_text(key) or ""
    keys = _keys(written)
    return _put(out, process(told_text(value) or "", keys, _value(options) or {}))


def _keys(written: str) -> str | list[str]:
    if not written.startswith("["):
        return written
    try:
        keys = decode(written)
    except ValueError:
        return written
    return keys if isinstance(keys, list) else written


def _formatter(format_: Any, value: Any, lng: Any, options: Any, out: Any) -> bool:
    return _put_value(
        out, format_(_value(value), told_text(lng) or "", _value(options) or {})
    )


def _event_handler(handler: Any, name: Any, arguments: Any) -> None:
    handler(told_text(name) or "", *(_value(arguments) or []))


def _message_resolver(resolve: Any, key: Any, arguments: Any, out: Any) -> bool:
    return _put(out, resolve(told_text(key) or "", _value(arguments) or []))


def _messages_handler(handler: Any, epoch: int) -> None:
    handler(epoch)


def _message_visitor(entries: Any, kind: int, key: Any, text: Any) -> bool:
    entries.append((kind, told_text(key) or "", told_text(text) or ""))
    return True


user_data_free = c.calque_host_user_data_free(drop)
no_free = type(user_data_free)()

trampolines: dict[str, Any] = {
    "calque_completion": c.calque_completion(reported(_complete)),
    "calque_post_processor": c.calque_post_processor(asked(_post_processor)),
    "calque_format_handler": c.calque_format_handler(asked(_formatter)),
    "calque_event_handler": c.calque_event_handler(guarded(_event_handler)),
    "calque_messages_resolver": c.calque_messages_resolver(asked(_message_resolver)),
    "calque_messages_handler": c.calque_messages_handler(guarded(_messages_handler)),
}
"""The C function of a type of callback; other modules add theirs."""

message_visitor = c.calque_messages_visitor(guarded(_message_visitor))

_HOST_FUNCTIONS: dict[str, Any] = {
    "missing_key": c.calque_host_missing_key(asked(_missing_key)),
    "parse_missing_key": c.calque_host_parse_missing_key(asked(_parse_missing_key)),
    "missing_interpolation": c.calque_host_missing_interpolation(
        asked(_missing_interpolation)
    ),
    "returned_object": c.calque_host_returned_object(asked(_returned_object)),
    "fallback_lng": c.calque_host_fallback_lng(asked(_fallback_lng)),
    "escape": c.calque_host_escape(asked(_escape)),
    "log": c.calque_host_log(guarded(_log)),
    "format_value": c.calque_host_format_value(asked(_format_value)),
}
