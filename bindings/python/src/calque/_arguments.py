"""Values of Python as typed arguments, and the calls that take them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping

from . import _bindings as c
from . import _constants as k
from ._annotations import Any
from ._calls import buffered_status
from ._json import CONTAINERS, digits, encode, is_wide, plain, wide


def translate(
    function: Callable[..., int], target: Any, key: str, options: Mapping[str, object]
) -> tuple[int, str]:
    """Call `calque_translator_translate` or `calque_view_translate`: status and text.

    Raises what a callback raised, CalqueError for a failure.
    """
    data = key.encode()
    arguments = fill_values(options.values())
    if arguments is not None:
        for argument, name in zip(arguments, map(str.encode, options), strict=True):
            argument.name, argument.name_length = name, len(name)
    return buffered_status(function, target, data, len(data), arguments, len(options))


def fill_values(values: Collection[object]) -> Any:
    """Values in order as an array of arguments; None when there are none."""
    if not values:
        return None
    arguments = (c.calque_arg * len(values))()
    for argument, value in zip(arguments, values, strict=True):
        _set(argument, value)
    return arguments


def _set(argument: Any, value: object) -> None:
    if isinstance(value, str):
        _set_text(argument, k.ARG_KIND_TEXT, value.encode())
    elif value is None or isinstance(value, bool):
        argument.kind = k.ARG_KIND_NULL if value is None else k.ARG_KIND_BOOL
        argument.integer = bool(value)
    elif isinstance(value, int):
        exact = operator.index(value)
        if is_wide(exact):
            _set(argument, wide(exact))
        else:
            argument.kind, argument.integer = k.ARG_KIND_INT, exact
    elif isinstance(value, float):
        argument.kind, argument.number = k.ARG_KIND_DOUBLE, value
    elif isinstance(value, CONTAINERS):
        _set_text(argument, k.ARG_KIND_JSON, encode(value))
    elif (written := digits(value)) is not None:
        _set_text(argument, k.ARG_KIND_DECIMAL, written.encode())
    else:
        _set(argument, plain(value))


def _set_text(argument: Any, kind: int, data: bytes) -> None:
    argument.kind, argument.text, argument.length = kind, data, len(data)
