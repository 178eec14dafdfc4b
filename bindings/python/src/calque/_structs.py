"""Texts, identifiers, structures and errors of C as values of Python, and back."""

from __future__ import annotations

import ctypes
import os
from types import SimpleNamespace

from . import _bindings as c
from ._annotations import TYPE_CHECKING, Any
from ._json import encode
from .errors import CalqueError, error_class
from .status import Status

if TYPE_CHECKING:
    from uuid import UUID

    from .typing import Identifier, Path, Text

FAILURES = int(Status.INVALID_ARGUMENT)
_HALF = 64
_DATA = c.calque_str.data.offset


def text(value: Text) -> tuple[bytes | None, int]:
    """A text as pointer and length."""
    if value is None:
        return None, 0
    if isinstance(value, os.PathLike):
        value = os.fsdecode(value)
    if isinstance(value, str):
        value = value.encode()
    data = value if isinstance(value, bytes) else encode(value)
    return data, len(data)


def joined(identifier: Identifier) -> str:
    """An identifier as the library takes it."""
    return identifier if isinstance(identifier, str) else "\0".join(identifier)


def path(value: Path | None) -> bytes | None:
    """A path as the library takes it.

    Raises ValueError for a path with a NUL in it.
    """
    name = None if value is None else os.fsencode(value)
    if name is not None and b"\0" in name:
        raise ValueError("a path contains a NUL")
    return name


def struct(kind: str, **members: Any) -> Any:
    """A structure with its size; texts and tuples of structures as C has them.

    A member of None is left out.
    """
    made = getattr(c, kind)()
    if hasattr(made, "struct_size"):
        made.struct_size = ctypes.sizeof(made)
    for name, value in members.items():
        if isinstance(value, (str, bytes, os.PathLike)):
            setattr(made, name, c.calque_str(*text(value)))
        elif isinstance(value, tuple):
            setattr(made, _count(name), len(value))
            if value:
                setattr(made, name, (type(value[0]) * len(value))(*value))
        elif value is not None:
            setattr(made, name, value)
    return made


def read(value: Any) -> Any:
    """A structure that C owns, by the names of its members.

    An array is a tuple. Pointers to a structure are followed.
    """
    if isinstance(value, ctypes._Pointer):
        return read(value.contents) if value else None
    reader = _READERS.get(type(value).__name__)
    if reader is not None:
        return reader(value)
    if not isinstance(value, ctypes.Structure):
        return value
    members: dict[str, Any] = {}
    for name, *_ in value._fields_:
        member = getattr(value, name)
        if hasattr(value, _count(name)):
            count = getattr(value, _count(name))
            members[name] = tuple(read(member[index]) for index in range(count))
        else:
            members[name] = borrowed_bytes(member) if name == "body" else read(member)
    return SimpleNamespace(**members)


def _count(array: str) -> str:
    return f"{array[:-1]}_count"


def decoded(data: bytes | None) -> str | None:
    """A text that C owns, which ends at a NUL."""
    return None if data is None else data.decode(errors="replace")


def borrowed_bytes(value: Any) -> bytes | None:
    """The bytes of a text that C owns; None for undefined."""
    address = ctypes.c_void_p.from_buffer(value, _DATA).value
    return None if address is None else ctypes.string_at(address, value.length)


def borrowed_text(value: Any) -> str | None:
    """As `borrowed_bytes`, decoded."""
    return decoded(borrowed_bytes(value))


def to_id(value: UUID | None) -> Any:
    """An identifier as C takes it; None is all zero."""
    number = 0 if value is None else value.int
    return c.calque_id(number >> _HALF, number & (1 << _HALF) - 1)


def from_id(value: Any) -> UUID | None:
    """An identifier from C; all zero is None."""
    from uuid import UUID

    number = value.high << _HALF | value.low
    return UUID(int=number) if number else None


def _header(value: Any) -> tuple[str, str]:
    name, content = (borrowed_bytes(part) or b"" for part in (value.name, value.value))
    return name.decode("latin-1"), content.decode("latin-1")


_READERS = {"calque_str": borrowed_text, "calque_id": from_id, "calque_header": _header}


def failure(code: Status, message: str, source: object = None) -> CalqueError:
    """The exception of a status, about a file or a URL."""
    place = None if source is None else str(source)
    return error_class(code)(message, code, source=place)


def bare_failure(status: int) -> CalqueError:
    """The exception of a call that has no error object."""
    code = Status(status)
    return failure(code, code.name.replace("_", " ").lower())


def failure_of(error: Any) -> CalqueError:
    """The exception of an error object that C keeps."""
    code = Status(c.calque_error_status(error))
    return error_class(code)(
        decoded(c.calque_error_message(error)) or "",
        code,
        path=decoded(c.calque_error_path(error)) or None,
        line=c.calque_error_line(error) or None,
        column=c.calque_error_column(error) or None,
        source=decoded(c.calque_error_source(error)) or None,
        detail=c.calque_error_detail(error) or None,
    )
