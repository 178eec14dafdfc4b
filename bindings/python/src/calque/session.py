"""Sessions: the identity of messages that replace one another."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID, uuid4


@dataclass(frozen=True)
class Session:
    """A session; without an `id`, a new one. Equal when the ids are."""

    id: UUID = field(default_factory=uuid4)

    def archive(self) -> str:
        """The session as a UUID, to store it or to send it to another program."""
        return str(self.id)

    @classmethod
    def restore(cls, archive: str) -> Session:
        """Create a session from an archive.

        Raises ValueError for another text.
        """
        return cls(UUID(archive))
