"""Sessions: the identity of messages that replace one another."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from . import _api as api
from . import _bindings as c
from ._handles import Reference


def _new_id() -> UUID:
    return _id_of(api.session_create())


def _id_of(pointer: object) -> UUID:
    id_ = api.session_id(Reference(pointer, c.calque_session_release))
    if id_ is None:
        raise ValueError("a session without an identifier")
    return id_


@dataclass(frozen=True)
class Session:
    """A session; without an `id`, a new one. Equal when the ids are."""

    id: UUID = field(default_factory=_new_id)

    def archive(self) -> str:
        """The session as JSON, to store it or to send it to another program.

        Raises ValueError for the id that is all zero.
        """
        return api.session_archive(self._reference()) or ""

    @classmethod
    def restore(cls, archive: str) -> Session:
        """Create a session from an archive.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        return cls(_id_of(api.session_restore(archive)))

    def _reference(self) -> Reference:
        """A C object of the session, for one call."""
        return Reference(api.session_from_id(self.id), c.calque_session_release)
