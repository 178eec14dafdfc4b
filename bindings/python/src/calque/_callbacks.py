"""Python callables as C callbacks.

C sees a number as `user_data`, which stands for the Python object in a table: a
function, or a dictionary of functions by their members. One C function for each type
of callback, made when it is first needed, lives as long as the process.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ctypes import sizeof

from . import _bindings as c
from ._annotations import Any
from ._generated.hooks import HOOKS
from ._json import decode, encode
from ._pending import is_pending, report, store
from ._structs import borrowed_text, read

_MOST_NESTED = 32

_numbers = itertools.count(1)
_kept: dict[int, Any] = {}
_functions: dict[str, Any] = {}
_FREE = "calque_host_user_data_free"


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


@contextmanager
def host(kind: str, functions: Mapping[str, Any]) -> Iterator[Any]:
    """As `table`; the functions are forgotten when the call that it is for raises."""
    made = table(kind, functions)
    try:
        yield made
    except BaseException:
        drop(made.user_data)
        raise


def kept_count() -> int:
    """How many objects C still refers to."""
    return len(_kept)


def table(kind: str, functions: Mapping[str, Any], **members: Any) -> Any:
    """A structure of C with functions of Python, which are kept as its user data.

    Functions that are None are left out.
    """
    made = getattr(c, kind)(struct_size=sizeof(getattr(c, kind)), **members)
    given = [name for name, found in functions.items() if found is not None]
    if given:
        kept = {f"{kind}_{name}": functions[name] for name in given}
        made.user_data, made.user_data_free = keep(kept), user_data_free()
    for name in given:
        setattr(made, name, trampoline(f"{kind}_{name}"))
    return made


def user_data_free() -> Any:
    """The C function that forgets what a number stands for."""
    return _made_once(_FREE, lambda: getattr(c, _FREE)(drop))


def _made_once(kind: str, make: Callable[[], Any]) -> Any:
    # The first of two threads counts: what C was given must not be collected.
    return _functions.get(kind) or _functions.setdefault(kind, make())


def no_function(kind: str) -> Any:
    """The NULL of a type of callback."""
    return getattr(c, kind)()


def trampoline(kind: str) -> Any:
    """The C function of a type of callback."""
    return _made_once(kind, lambda: _trampoline(kind))


def _trampoline(kind: str) -> Any:
    arguments, result = HOOKS[kind]
    readers = [_READERS[letter] for letter in arguments.lstrip("?!")]
    respond = _RESULTS[result]
    failed = -1 if kind.endswith("_send") else 0

    def run(number: int, *given: Any) -> Any:
        function = _kept.get(number)
        if isinstance(function, dict):
            function = function[kind]
        if function is None:
            return failed
        try:
            values: list[Any] = []
            for reader, value in zip(readers, given):  # noqa: B905 (a sink may follow)
                values += reader(value)
            return respond(given[-1] if given else None, function(*values))
        except BaseException as exception:  # any of them must not reach C
            (report if arguments[:1] == "!" else store)(exception)
            return failed

    def asked(number: int, *given: Any) -> Any:
        """Calls inside one another are counted: each of them may ask several times."""
        if is_pending():
            return failed
        _nested.depth += 1
        try:
            if _nested.depth > _MOST_NESTED:
                store(RecursionError(f"more than {_MOST_NESTED} calls in callbacks"))
                return failed
            return run(number, *given)
        finally:
            _nested.depth -= 1

    return getattr(c, kind)(asked if arguments[:1] == "?" else run)


def value_of(text: str | None, default: Any = None) -> Any:
    """The value of a JSON text; the default for none."""
    return decode(text) if text else default


def _keys(written: str) -> str | list[str]:
    if not written.startswith("["):
        return written
    try:
        keys = decode(written)
    except ValueError:
        return written
    return keys if isinstance(keys, list) else written


# Each makes a list: of one value, or of the arguments of an event.
_READERS: dict[str, Callable[[Any], list[Any]]] = {
    "-": lambda value: [value],
    "*": lambda value: [read(value)],
    "t": lambda text: [borrowed_text(text) or ""],
    "o": lambda text: [borrowed_text(text)],
    "k": lambda text: [_keys(borrowed_text(text) or "")],
    "j": lambda text: [value_of(borrowed_text(text))],
    "d": lambda text: [value_of(borrowed_text(text), {})],
    "l": lambda text: [value_of(borrowed_text(text), [])],
    "a": lambda text: value_of(borrowed_text(text), []),
}


def _text(sink: Any, answer: object) -> bool:
    if answer is None:
        return False
    if not isinstance(answer, str):
        raise TypeError(f"a callback must return str or None, not {answer!r}")
    data = answer.encode()
    c.calque_sink_append(sink, data, len(data))
    return True


def _value(sink: Any, answer: object) -> bool:
    if answer is None or isinstance(answer, str):
        return _text(sink, answer)
    data = encode(answer)
    c.calque_sink_set_json(sink, data, len(data))
    return True


def _codes(sink: Any, answer: Any) -> bool:
    if answer is None:
        return False
    codes = [answer] if isinstance(answer, str) else list(answer)
    return _text(sink, encode(codes).decode())


_RESULTS: dict[str, Callable[[Any, Any], Any]] = {
    "": lambda _, answer: True,
    "text": _text,
    "value": _value,
    "codes": _codes,
    "number": lambda _, answer: int(answer or 0),
}
