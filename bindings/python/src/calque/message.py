"""Messages of conversations, with the parts of an MSMessage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from . import _api as api
from . import _constants as k
from ._annotations import Any
from ._enums import MessageErrorCode
from ._generated.message import MessageCalls
from ._json import decode


def _member(name: str, doc: str, kind: Callable[[str], Any] = str) -> Any:
    """A property over a member of the message, which has a kind; None for none."""

    def get(self: Message) -> Any:
        written = api.transcript_message_get(self, name)
        return None if written is None else kind(written)

    def set_(self: Message, value: Any) -> None:
        written = str(value) if isinstance(value, UUID) else value
        api.transcript_message_set(self, name, written)

    return property(get, set_, None, doc)


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


class Message(MessageCalls):
    """A message; conversations take copies of it.

    With a `session` it can be updated by a later message of the same session.
    Used from one thread at a time.
    """

    def __init__(
        self,
        session: Session | None = None,
        *,
        url: str | None = None,
        layout: Mapping[str, object] | None = None,
        summary_text: str | None = None,
        accessibility_label: str | None = None,
        should_expire: bool = False,
    ) -> None:
        owner = None if session is None else session.id
        self._own(api.transcript_message_create(owner))
        self.url = url
        self.layout = layout
        self.summary_text = summary_text
        self.accessibility_label = accessibility_label
        self.should_expire = should_expire

    @classmethod
    def restore(cls, archive: str) -> Message:
        """Create a message from an archive, or from an update of a message.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        return cls._of(api.transcript_message_restore(archive))

    def copy(self) -> Message:
        """A copy with the same session and content, which is not inserted yet."""
        return self._of(api.transcript_message_copy(self))

    @property
    def session(self) -> Session | None:
        """The session, or None for a message that is never updated."""
        return self._info.session and Session(self._info.session)

    id: UUID | None = _member(
        "id",
        """The identifier; None until it is inserted, sent or received.

        Setting it chooses the identifier of the inserted message; it must be unique.
        """,
        UUID,
    )

    @property
    def sender_participant_identifier(self) -> UUID | None:
        """The sender; None until the message is inserted."""
        return self._info.sender

    @property
    def error(self) -> MessageErrorCode | None:
        """The error of sending the message, if any."""
        code = self._info.error
        return MessageErrorCode(code) if code else None

    @error.setter
    def error(self, value: MessageErrorCode | None) -> None:
        api.transcript_message_set(self, "error", str(int(value or 0)))

    url: str | None = _member(
        "url", "The state: an http, https or data URL of 5,000 characters at most."
    )

    @property
    def url_length(self) -> tuple[int, int]:
        """The number of characters of the URL, and how many more are allowed."""
        used = len(self.url or "")
        return used, max(k.TRANSCRIPT_URL_LIMIT - used, 0)

    @property
    def query_items(self) -> list[tuple[str, str | None]]:
        """All query items, decoded."""
        items = api.transcript_message_query_items(self)
        return [(name, value) for name, value in items]

    layout: Mapping[str, Any] | None = _member(
        "layout",
        """The layout: a template, or `live` and `alternate`.

        Setting takes a copy; it raises InvalidTypeError for a wrong member.
        """,
        decode,
    )
    summary_text: str | None = _member(
        "summaryText", "The text that may replace the message when it is updated."
    )
    accessibility_label: str | None = _member(
        "accessibilityLabel", "The text for assistive technology."
    )

    should_expire: bool = _member(
        "shouldExpire",
        "Whether the message is deleted some time after it was read.",
        decode,
    )
