"""Messages of conversations, with the parts of an MSMessage."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, cast
from uuid import UUID

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._calls import from_id
from ._handles import Handle
from ._json import decode
from .session import Session


class MessageErrorCode(IntEnum):
    """Why a message was refused: the numbers of MSMessagesErrorDomain."""

    UNKNOWN = k.TRANSCRIPT_ERROR_UNKNOWN
    FILE_NOT_FOUND = k.TRANSCRIPT_ERROR_FILE_NOT_FOUND
    FILE_UNREADABLE = k.TRANSCRIPT_ERROR_FILE_UNREADABLE
    IMPROPER_FILE_TYPE = k.TRANSCRIPT_ERROR_IMPROPER_FILE_TYPE
    IMPROPER_FILE_URL = k.TRANSCRIPT_ERROR_IMPROPER_FILE_URL
    STICKER_ATTRIBUTES = k.TRANSCRIPT_ERROR_STICKER_ATTRIBUTES
    STICKER_SIZE = k.TRANSCRIPT_ERROR_STICKER_SIZE
    STICKER_FORMAT = k.TRANSCRIPT_ERROR_STICKER_FORMAT
    URL_TOO_LONG = k.TRANSCRIPT_ERROR_URL_TOO_LONG
    NO_INTERACTION = k.TRANSCRIPT_ERROR_NO_INTERACTION
    NOT_VISIBLE = k.TRANSCRIPT_ERROR_NOT_VISIBLE
    UNAVAILABLE = k.TRANSCRIPT_ERROR_UNAVAILABLE


class Message(Handle):
    """A message; conversations take copies of it.

    With a `session` it can be updated by a later message of the same session.
    Used from one thread at a time.
    """

    __slots__ = ()

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
        self._open_reference = None
        owner = None if session is None else session.id
        self._take(api.transcript_message_create(owner))
        self.url = url
        self.layout = layout
        self.summary_text = summary_text
        self.accessibility_label = accessibility_label
        self.should_expire = should_expire

    def _take(self, pointer: Any) -> None:
        self._own(pointer, c.calque_transcript_message_release)

    @classmethod
    def _of(cls, pointer: Any) -> Message:
        message = cls.__new__(cls)
        message._take(pointer)
        return message

    @classmethod
    def restore(cls, archive: str) -> Message:
        """Create a message from an archive, or from an update of a message.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        return cls._of(api.transcript_message_restore(archive))

    def archive(self) -> str:
        """The message as JSON, including unknown members."""
        return api.transcript_message_archive(self._reference) or ""

    def copy(self) -> Message:
        """A copy with the same session and content, which is not inserted yet."""
        return self._of(api.transcript_message_copy(self._reference))

    @property
    def _info(self) -> Any:
        return api.transcript_message_get_info(self._reference)

    @property
    def session(self) -> Session | None:
        """The session, or None for a message that is never updated."""
        id_ = from_id(self._info.session)
        return None if id_ is None else Session(id_)

    @property
    def id(self) -> UUID | None:
        """The identifier; None until it is inserted, sent or received.

        Setting it chooses the identifier of the inserted message; it must be unique.
        """
        return from_id(self._info.id)

    @id.setter  # noqa: A003 (the name that messages have)
    def id(self, value: UUID | None) -> None:
        written = None if value is None else str(value)
        api.transcript_message_set(self._reference, "id", written)

    @property
    def sender_participant_identifier(self) -> UUID | None:
        """The sender; None until the message is inserted."""
        return from_id(self._info.sender)

    @property
    def is_pending(self) -> bool:
        """True until sending starts; False for a received message."""
        return bool(self._info.is_pending)

    @property
    def error(self) -> MessageErrorCode | None:
        """The error of sending the message, if any."""
        code = self._info.error
        return MessageErrorCode(code) if code else None

    @error.setter
    def error(self, value: MessageErrorCode | None) -> None:
        api.transcript_message_set(self._reference, "error", str(int(value or 0)))

    @property
    def url(self) -> str | None:
        """The state: an http, https or data URL of 5,000 characters at most."""
        return api.transcript_message_get(self._reference, "url")

    @url.setter
    def url(self, value: str | None) -> None:
        api.transcript_message_set(self._reference, "url", value)

    @property
    def url_length(self) -> tuple[int, int]:
        """The number of characters of the URL, and how many more are allowed."""
        used = len(self.url or "")
        return used, max(k.TRANSCRIPT_URL_LIMIT - used, 0)

    def get_query(self, name: str) -> str | None:
        """The decoded value of the first query item with a name."""
        return api.transcript_message_query_get(self._reference, name)

    def set_query(self, name: str, value: str | None) -> None:
        """Set a query item of the URL; None removes it.

        Raises LimitExceededError when the URL would get too long.
        """
        api.transcript_message_query_set(self._reference, name, value)

    @property
    def query_items(self) -> list[tuple[str, str | None]]:
        """All query items, decoded."""
        items = api.transcript_message_query_items(self._reference)
        return [(name, value) for name, value in items]

    @property
    def layout(self) -> dict[str, Any] | None:
        """The layout: a template, or `live` and `alternate`.

        Setting takes a copy; it raises InvalidTypeError for a wrong member.
        """
        layout = api.transcript_message_get(self._reference, "layout")
        return None if layout is None else cast("dict[str, Any]", decode(layout))

    @layout.setter
    def layout(self, value: Mapping[str, object] | None) -> None:
        api.transcript_message_set(self._reference, "layout", value)

    @property
    def summary_text(self) -> str | None:
        """The text that may replace the message when it is updated."""
        return api.transcript_message_get(self._reference, "summaryText")

    @summary_text.setter
    def summary_text(self, value: str | None) -> None:
        api.transcript_message_set(self._reference, "summaryText", value)

    @property
    def accessibility_label(self) -> str | None:
        """The text for assistive technology."""
        return api.transcript_message_get(self._reference, "accessibilityLabel")

    @accessibility_label.setter
    def accessibility_label(self, value: str | None) -> None:
        api.transcript_message_set(self._reference, "accessibilityLabel", value)

    @property
    def should_expire(self) -> bool:
        """Whether the message is deleted some time after it was read."""
        return bool(self._info.should_expire)

    @should_expire.setter
    def should_expire(self, value: bool) -> None:
        written = "true" if value else "false"
        api.transcript_message_set(self._reference, "shouldExpire", written)

    def validate(self) -> None:
        """Check the content, as inserting and sending do.

        Raises InvalidArgumentError, LimitExceededError, with `detail`.
        """
        api.transcript_message_validate(self._reference)
