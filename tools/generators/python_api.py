"""Makes `_api.py` of the Python package: a typed function for each C function.

A function of C is left out when it has a parameter of no known shape: an array of
arguments, a sink, a visitor. These few are called from hand-written modules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from c_headers import API, CType, Function, Variable

# Outputs: type in C to the type in ctypes, and the type in Python.
SCALARS = {
    "bool": ("c_bool", "bool"),
    "size_t": ("c_size_t", "int"),
    "int32_t": ("c_int32", "int"),
    "int64_t": ("c_int64", "int"),
    "uint64_t": ("c_uint64", "int"),
}
PLAIN = {
    "bool": "bool",
    "double": "float",
    "int32_t": "int",
    "int64_t": "int",
    "size_t": "int",
    "uint32_t": "int",
    "uint64_t": "int",
}
JSON_NAMES = {"json", "newer", "summary"}
# JSON that callers keep as it is.
WRITTEN = ("_archive", "_snapshot", "_update_json")
# Their outcomes are more than found or not.
WITH_STATUS = {
    "calque_messages_decode",
    "calque_translator_translate_json",
    "calque_conversation_receive",
}
BY_HAND = {"calque_arg", "calque_sink", "calque_error"}


class NoShapeError(Exception):
    """A function has a parameter of no known shape."""


@dataclass
class Shape:
    """The arguments and the result of the function in Python."""

    parameters: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    outputs: list[tuple[str, str]] = field(default_factory=list)
    handler: str | None = None
    has_buffer: bool = False
    after_buffer: int = 0
    has_error: bool = False


def api_module(api: API, note: str) -> str:
    """Text of `_api.py`."""
    functions = []
    for function in api.functions:
        try:
            functions.append(_function(function, api))
        except NoShapeError:
            continue
    return f'''"""A typed function for each C function of a common shape.

{note}
"""

from __future__ import annotations

from ctypes import c_bool, c_int32, c_int64, c_size_t, c_uint64

from . import _bindings as c
from . import _calls as calls
from ._annotations import TYPE_CHECKING, Any
from ._handles import reference
from ._structs import decoded, from_id, path, text, to_id
from ._table import pointer

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from .typing import Path, Text


{"".join(functions).lstrip()}'''


def _function(function: Function, api: API) -> str:
    shape = shape_of(function, api)
    name = function.name.removeprefix("calque_")
    arguments = [f"c.{function.name}", *shape.arguments]
    body, result = body_of(function, shape, arguments, api)
    head = wrapped(f"def {name}(", shape.parameters, f") -> {result}:", "")
    return f"\n\n{head}\n{body}\n"


def shape_of(function: Function, api: API) -> Shape:
    shape = Shape()
    rest = list(function.parameters)
    if rest and rest[-1].type == CType("calque_error", 2):
        shape.has_error = True
        rest.pop()
    while rest:
        _take(rest, shape, function, api)
    return shape


def _take(rest: list[Variable], shape: Shape, function: Function, api: API) -> None:
    """Take the next parameters that belong together."""
    first = rest.pop(0)
    type_, name = first.type, _safe(first.name)
    follower = rest[0] if rest else None
    if type_.name in BY_HAND or type_.parameters is not None:
        raise NoShapeError
    if type_.name == "char" and type_.const:
        if follower is not None and follower.name.endswith("length"):
            rest.pop(0)
            shape.parameters.append(f"{name}: Text")
            shape.arguments.append(f"*text({name})")
        elif first.name in ("path", "cache"):
            shape.parameters.append(f"{name}: Path | None")
            shape.arguments.append(f"path({name})")
        else:
            shape.parameters.append(f"{name}: str")
            shape.arguments.append(f"{name}.encode()")
    elif type_.name == "char":
        if shape.outputs:
            raise NoShapeError
        del rest[:2]
        shape.has_buffer = True
        # NULL is passed for what follows a buffer.
        shape.after_buffer = len(rest)
        rest.clear()
    elif type_.name in api.callbacks:
        if len(rest) < 2 or rest[1].name != "user_data_free":
            raise NoShapeError
        del rest[:2]
        shape.handler = type_.name
        shape.parameters.append(f"{name}: Callable[..., object] | None")
        shape.arguments.append("*callback")
    elif type_.pointers and not type_.const and _is_output(type_, api):
        shape.outputs.append(_output(first, function, api))
    else:
        _take_value(type_, name, shape, api)


def _take_value(type_: CType, name: str, shape: Shape, api: API) -> None:
    plain = api.aliases.get(type_.name, type_.name)
    if type_ == CType("calque_id"):
        shape.parameters.append(f"{name}: UUID | None")
        shape.arguments.append(f"to_id({name})")
    elif type_.pointers == 0 and plain in PLAIN:
        shape.parameters.append(f"{name}: {PLAIN[plain]}")
        shape.arguments.append(name)
    elif type_.name in api.opaque or type_.name in api.structs:
        shape.parameters.append(f"{name}: Any")
        is_handle = type_.name in api.opaque
        shape.arguments.append(f"reference({name})" if is_handle else name)
    else:
        raise NoShapeError


def _is_output(type_: CType, api: API) -> bool:
    return type_.pointers > 1 or type_.name not in api.opaque


def _output(variable: Variable, function: Function, api: API) -> tuple[str, str]:
    type_ = variable.type
    plain = api.aliases.get(type_.name, type_.name)
    if type_.pointers > 1:
        return f"pointer(c.{type_.name})", "Any"
    if type_.name == "calque_string":
        if function.name.endswith(WRITTEN):
            return '"text"', "str"
        if variable.name in JSON_NAMES:
            return '"json"', "Any"
        if variable.name == "out":
            return '"bytes"', "bytes"
        return '"text"', "str"
    if type_.name == "calque_id":
        return "c.calque_id", "UUID"
    if plain in SCALARS:
        return SCALARS[plain]
    if type_.name in api.structs:
        return f"c.{type_.name}", "Any"
    raise NoShapeError


def body_of(
    function: Function, shape: Shape, arguments: list[str], api: API
) -> tuple[str, str]:
    """Lines of the function, and its result."""
    status = function.name in WITH_STATUS
    if function.result.name != "calque_status":
        return _direct(function, arguments, shape, api)
    if shape.has_buffer:
        caller = "calls.buffered_status" if status else "calls.buffered"
        if shape.after_buffer:
            arguments.append(f"after={shape.after_buffer}")
        result = "tuple[int, str]" if status else "str | None"
        return wrapped(f"return {caller}(", arguments, ")"), result
    if shape.handler is not None:
        return _handled(shape, arguments)
    if not shape.outputs:
        caller = "calls.call" if shape.has_error else "calls.bare"
        if status:
            return wrapped(f"return {caller}(", arguments, ")"), "int"
        return _nested("return calls.found(", f"{caller}(", arguments), "bool"
    makers = [maker for maker, _ in shape.outputs]
    kinds = [kind for _, kind in shape.outputs]
    caller = "calls.result" if shape.has_error else "calls.bare_result"
    if len(makers) == 1:
        if status:
            caller, result = "calls.result_status", f"tuple[int, {kinds[0]} | None]"
        else:
            result = kinds[0] if kinds[0] == "Any" else f"{kinds[0]} | None"
        # Scalars before an error are set whenever there is no failure.
        if shape.has_error and makers[0].startswith("c_") and not status:
            result = kinds[0]
        return (
            wrapped(f"return {caller}(", [makers[0], *arguments], ")"),
            result if "Any" not in result or status else "Any",
        )
    return (
        wrapped("return calls.results(", [f"({', '.join(makers)})", *arguments], ")"),
        "Any",
    )


def _handled(shape: Shape, arguments: list[str]) -> tuple[str, str]:
    """Lines of a function that takes a callback."""
    name = next(p for p in shape.parameters if "Callable" in p).split(":")[0]
    head = f'    with calls.handler("{shape.handler}", {name}) as callback:\n'
    if not shape.outputs:
        called = wrapped("calls.call(", arguments, ")", " " * 8)
        return head + called, "None"
    maker, kind = shape.outputs[0]
    made = wrapped("return calls.result(", [maker, *arguments], ")", " " * 8)
    return head + made, kind


def _direct(
    function: Function, arguments: list[str], shape: Shape, api: API
) -> tuple[str, str]:
    """Lines of a function that returns its result."""
    type_ = function.result
    if shape.has_error or shape.handler:
        raise NoShapeError
    if shape.outputs:
        if type_ != CType("void") or function.name.endswith("_dispose"):
            raise NoShapeError
        makers = f"({', '.join(maker for maker, _ in shape.outputs)})"
        return wrapped("return calls.void_results(", [makers, *arguments], ")"), "Any"
    plain = api.aliases.get(type_.name, type_.name)
    call = f"{arguments[0]}("
    rest = arguments[1:]
    if type_.name == "char":
        return _nested("return decoded(", call, rest), "str | None"
    if type_ == CType("calque_id"):
        return _nested("return from_id(", call, rest), "UUID | None"
    if type_ == CType("void"):
        return wrapped("calls.call_void(", arguments, ")"), "None"
    if type_.pointers == 0 and plain in PLAIN:
        kind = PLAIN[plain]
        return _nested(f"return {kind}(", call, rest), kind
    return wrapped(f"return {call}", rest, ")"), "Any"


def _nested(outer: str, call: str, rest: list[str]) -> str:
    line = f"    {outer}{call}{', '.join(rest)}))"
    if len(line) <= 88:
        return line
    return f"    {outer}\n{wrapped(call, rest, ')', ' ' * 8)}\n    )"


def wrapped(head: str, items: list[str], tail: str, indent: str = "    ") -> str:
    """A bracket on one line where it fits, else its items on lines of their own."""
    line = f"{indent}{head}{', '.join(items)}{tail}"
    if len(line) <= 88:
        return line
    inner = f"{indent}    {', '.join(items)}"
    if len(inner) <= 88 and " = " not in inner:
        return f"{indent}{head}\n{inner}\n{indent}{tail}"
    body = "".join(f"{indent}    {item},\n" for item in items)
    return f"{indent}{head}\n{body}{indent}{tail}"


def _safe(name: str) -> str:
    return f"{name}_" if name in ("text", "path", "calls", "decoded") else name
