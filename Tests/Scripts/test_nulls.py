"""Every function of the interface with NULL handles, and with NULL outputs.

The calls are generated from `include/calque-api.json`, which is generated from the
headers. Each runs in a process of its own, so that a crash names its function.
Outputs are filled with a pattern before a call: `docs/conventions.md` says that they
are set on every path.
"""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import re
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
API = json.loads((ROOT / "include" / "calque-api.json").read_text())
LIBRARY = os.environ.get("CALQUE_LIBRARY", str(ROOT / "build" / "libcalque.so"))
FUNCTIONS = {function["name"]: function for function in API["functions"]}
MEMBERS = {name: found["members"] for name, found in API["structures"].items()}
STATUSES = {
    API["constants"][name]["value"]
    for name in API["enumerations"]["calque_status"]["constants"]
}
PATTERN = 0xAA
CAPACITY = 16
FIRST_FAILURE = 20
SECONDS = 20

SCALARS = {
    "bool": ctypes.c_bool,
    "double": ctypes.c_double,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "size_t": ctypes.c_size_t,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
}


def c_type(name: str) -> type:
    """The ctypes type of a type of the headers."""
    name = name.removeprefix("const ")
    if "*" in name:
        return ctypes.c_void_p
    if name in SCALARS:
        return SCALARS[name]
    if name not in MEMBERS:
        # An enumeration: see docs/conventions.md.
        return ctypes.c_int32
    fields = [(field["name"], c_type(field["type"])) for field in MEMBERS[name]]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


class Call:
    """One call, with the memory that its outputs lead to."""

    def __init__(
        self,
        library: ctypes.CDLL,
        name: str,
        handles: dict[str, int],
        has_outputs: bool,
    ):
        self.function = FUNCTIONS[name]
        self.entry = getattr(library, name)
        returns = self.function["returns"]["type"]
        self.entry.restype = None if returns == "void" else c_type(returns)
        self.outputs: list[tuple[dict[str, Any], ctypes.Array[Any]]] = []
        self.arguments = []
        for parameter in self.function["parameters"]:
            self.arguments.append(self.argument(parameter, handles, has_outputs))

    def argument(
        self, parameter: dict[str, Any], handles: dict[str, int], has_outputs: bool
    ) -> object:
        role, kind = parameter["role"], parameter["type"]
        if role == "handle":
            return ctypes.c_void_p(
                handles.get(kind.removeprefix("const ").removesuffix(" *"))
            )
        if role in ("out", "out_handle", "buffer", "buffer_length"):
            if not has_outputs:
                return ctypes.c_void_p()
            return self.output(parameter)
        if role == "capacity":
            return ctypes.c_size_t(CAPACITY if has_outputs else 0)
        # No text, no callback, number 0; but translators are of a format.
        v4 = API["constants"]["CALQUE_FORMAT_V4"]["value"]
        return c_type(kind)(*((v4,) if kind == "calque_format" else ()))

    def output(self, parameter: dict[str, Any]) -> object:
        pointee = parameter["type"].removesuffix("*").strip()
        size = (
            CAPACITY
            if parameter["role"] == "buffer"
            else ctypes.sizeof(c_type(pointee))
        )
        memory = (ctypes.c_uint8 * size)(*[PATTERN] * size)
        fields = MEMBERS.get(pointee, [])
        if fields and fields[0]["name"] == "struct_size":
            ctypes.c_size_t.from_buffer(memory).value = size
        self.outputs.append((parameter, memory))
        return memory

    def run(self) -> Any:
        return self.entry(*self.arguments)

    def unset(self, result: Any) -> list[str]:
        """The outputs that are not as a call with this result has to leave them."""
        is_failure = (
            self.function["returns"]["type"] == "calque_status"
            and result >= FIRST_FAILURE
        )
        return [
            parameter["name"]
            for parameter, memory in self.outputs
            if not is_set(parameter, bytes(memory), is_failure)
        ]


def is_set(parameter: dict[str, Any], memory: bytes, is_failure: bool) -> bool:
    if parameter["role"] == "buffer":
        return memory[0] == 0 if is_failure else memory[0] != PATTERN
    kind = c_type(parameter["type"].removesuffix("*").strip())
    if issubclass(kind, ctypes.Structure):
        # Padding between the members is left as it is.
        members = ((field[0], getattr(kind, field[0])) for field in kind._fields_)
        memory = b"".join(
            memory[member.offset : member.offset + member.size]
            for name, member in members
            if name != "struct_size"
        )
    if not is_failure:
        return memory != bytes([PATTERN]) * len(memory)
    documented = re.search(r"(CALQUE_\w+) on failure", parameter["doc"])
    expected = API["constants"][documented[1]]["value"] if documented else 0
    return int.from_bytes(memory, sys.byteorder) == expected


def in_child(body: Callable[[], None]) -> str:
    """The complaint of a process that runs `body`; empty when it succeeds."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            body()
        except BaseException:
            os.write(writer, traceback.format_exc().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read().decode()
    _, status = os.waitpid(child, 0)
    return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else said


def live_handles(library: ctypes.CDLL) -> dict[str, int]:
    """Of each noun that can be made without anything else."""
    handles: dict[str, int] = {}
    for name in (name for name in FUNCTIONS if name.endswith("_create")):
        call = Call(library, name, handles, has_outputs=True)
        result = call.run()
        for parameter, memory in call.outputs:
            if parameter["role"] == "out_handle" and result == 0:
                noun = parameter["type"].removesuffix("**").strip()
                handles[noun] = ctypes.c_size_t.from_buffer(memory).value
    return handles


CASES = [
    (name, has_handles, has_outputs)
    for name in FUNCTIONS
    # `calque_string_dispose` has to be given a string.
    if name != "calque_string_dispose"
    for has_handles, has_outputs in ((False, True), (False, False), (True, False))
]


def test_handles_are_made() -> None:
    def body() -> None:
        made = live_handles(ctypes.CDLL(LIBRARY))
        assert {"calque_translator", "calque_view", "calque_messages"} <= made.keys()

    assert in_child(body) == ""


@pytest.mark.parametrize(("name", "has_handles", "has_outputs"), CASES)
def test_null(name: str, has_handles: bool, has_outputs: bool) -> None:
    def body() -> None:
        library = ctypes.CDLL(LIBRARY)
        handles = live_handles(library) if has_handles else {}
        call = Call(library, name, handles, has_outputs)
        result = call.run()
        if FUNCTIONS[name]["returns"]["type"] == "calque_status":
            assert result in STATUSES
        assert call.unset(result) == [], "not set"

    assert in_child(body) == ""
