"""Sessions: the identity of messages that update one another."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from . import _bindings as c
from ._calls import call_for_bytes, call_for_pointer, text
from ._handles import Reference
from ._transcript_calls import from_id, to_id


def _new_id() -> UUID:
    return _id_of(call_for_pointer(c.calque_session_create, c.calque_session))


def _id_of(pointer: object) -> UUID:
    id_ = from_id(c.calque_session_id(Reference(pointer, c.calque_session_release)))
    if id_ is None:
        raise ValueError("a session without an identifier")
    return id_


@dataclass(frozen=True)
class Session:
    """A session; without an `id`, a new one. Equal when the ids are."""

    id: UUID = field(default_factory=_new_id)

    def archive(self) -> str:
        """JSON of the session, to keep or to hand on.

        Raises ValueError for the id that is all zero.
        """
        written = call_for_bytes(c.calque_session_archive, self._reference())[1]
        return (written or b"").decode()

    @classmethod
    def restore(cls, archive: str) -> Session:
        """The session of an archive.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        return cls(
            _id_of(
                call_for_pointer(
                    c.calque_session_restore, c.calque_session, *text(archive)
                )
            )
        )

    def _reference(self) -> Reference:
        """A C object of the session, for one call."""
        pointer = call_for_pointer(
            c.calque_session_from_id, c.calque_session, to_id(self.id)
        )
        return Reference(pointer, c.calque_session_release)
