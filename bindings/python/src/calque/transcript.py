"""Conversations whose messages can be updated, and their transcripts.

from calque.transcript import Conversation, Message, Session

with Conversation(summary_policy="keep") as conversation:
    conversation.send(Message(Session(), summary_text="first wording"))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any
from uuid import UUID

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._calls import found, from_id
from ._conversation_host import Host
from ._handles import Handle
from .message import Message, MessageErrorCode
from .session import Session
from .status import Status

__all__ = [
    "Change",
    "ChangeKind",
    "Conversation",
    "Event",
    "EventKind",
    "Message",
    "MessageErrorCode",
    "Session",
]

_ALL = (1 << 64) - 1


class EventKind(Enum):
    """The kinds of event."""

    WILL_SELECT = k.CONVERSATION_WILL_SELECT
    DID_SELECT = k.CONVERSATION_DID_SELECT
    DID_RECEIVE = k.CONVERSATION_DID_RECEIVE
    DID_START_SENDING = k.CONVERSATION_DID_START_SENDING
    DID_CANCEL_SENDING = k.CONVERSATION_DID_CANCEL_SENDING
    TRANSCRIPT_CHANGED = k.CONVERSATION_TRANSCRIPT_CHANGED


class ChangeKind(Enum):
    """The kinds of step in a change."""

    REMOVED = k.TRANSCRIPT_REMOVED
    INSERTED = k.TRANSCRIPT_INSERTED
    REPLACED = k.TRANSCRIPT_REPLACED


@dataclass(frozen=True)
class Change:
    """One step of a change; its position applies after the earlier steps."""

    kind: ChangeKind
    position: int
    id: UUID


@dataclass(frozen=True)
class Event:
    """An event: about a posting, or about the transcript through `changes`."""

    kind: EventKind
    id: UUID | None
    changes: tuple[Change, ...] = ()


class Conversation(Handle):
    """A conversation. One thread at a time may use it.

    `summary_policy` says what an updated message leaves in its place: "none",
    "keep" (its summary) or "default" (its summary, or `default_summary`).
    `send` takes each update to the other participants, as JSON, and may return
    a MessageErrorCode. `now` is a clock in milliseconds, `random` gives as many
    bytes as it is asked for. `context` is as for `set_context`.

    Raises InvalidOptionError.
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        summary_policy: str = "none",
        default_summary: str | None = None,
        local_participant: UUID | None = None,
        remote_participants: Sequence[UUID] = (),
        expiry: int | None = None,
        context: Mapping[str, object] | None = None,
        send: Callable[[str], int | None] | None = None,
        now: Callable[[], int] | None = None,
        random: Callable[[int], bytes] | None = None,
    ) -> None:
        self._open_reference = None
        options = {
            "summaryPolicy": summary_policy,
            "defaultSummary": default_summary,
            "localParticipantIdentifier": _written(local_participant),
            "remoteParticipantIdentifiers": [str(id_) for id_ in remote_participants],
            "expiry": expiry,
            "context": context,
        }
        host = Host(send, now, random)
        self._take(host.open(api.conversation_create, options))

    def _take(self, pointer: Any) -> None:
        self._own(pointer, c.calque_conversation_release)

    @classmethod
    def restore(
        cls,
        snapshot: str,
        *,
        send: Callable[[str], int | None] | None = None,
        now: Callable[[], int] | None = None,
        random: Callable[[int], bytes] | None = None,
    ) -> Conversation:
        """A conversation that continues from a snapshot.

        Raises InvalidJSONError, InvalidTypeError, InvalidOptionError,
        UnsupportedError.
        """
        conversation = cls.__new__(cls)
        conversation._open_reference = None
        host = Host(send, now, random)
        conversation._take(host.open(api.conversation_restore, snapshot))
        return conversation

    def snapshot(self) -> str:
        """The whole conversation as JSON, for `restore`."""
        return api.conversation_snapshot(self._reference) or ""

    @property
    def _info(self) -> Any:
        return api.conversation_get_info(self._reference)

    @property
    def local_participant(self) -> UUID | None:
        """The participant on this side."""
        return from_id(self._info.local_participant)

    @property
    def remote_participants(self) -> list[UUID]:
        """The participants on other sides."""
        ids = api.conversation_remote_participants(self._reference)
        return [UUID(id_) for id_ in ids]

    @property
    def sequence(self) -> int:
        """The largest sequence that was seen."""
        return int(self._info.sequence)

    def set_context(self, **context: object) -> None:
        """Set how the host is presented: `visible`, `recentInteraction`,
        `presentation`.

        Raises InvalidOptionError.
        """
        api.conversation_set_context(self._reference, context)

    def note_interaction(self) -> None:
        """Record that the user has interacted with the host."""
        self.set_context(recentInteraction=True)

    def insert(self, message: Message) -> UUID | None:
        """Stage a copy of a message, replacing the staged posting.

        Raises InvalidArgumentError, LimitExceededError, RefusedError; their
        `detail` is a MessageErrorCode.
        """
        return api.conversation_insert(self._reference, message._reference)

    def insert_text(self, written: str) -> UUID | None:
        """Stage a text. Raises as `insert`."""
        return api.conversation_insert_content(self._reference, k.ENTRY_TEXT, written)

    def insert_attachment(self, url: str, **members: object) -> UUID | None:
        """Stage a file, with `filename`, or `sticker` and `description`.

        Raises as `insert`, and FileError.
        """
        return api.conversation_insert_content(
            self._reference, k.ENTRY_ATTACHMENT, {"url": url, **members}
        )

    def commit(self) -> UUID | None:
        """Send the staged posting; None when nothing is staged."""
        return api.conversation_commit(self._reference)

    def cancel(self) -> UUID | None:
        """Drop the staged posting; None when nothing is staged."""
        return api.conversation_cancel(self._reference)

    def send(self, message: Message) -> UUID | None:
        """Send a copy of a message at once. Raises as `insert`."""
        return api.conversation_send(self._reference, message._reference)

    def send_text(self, written: str) -> UUID | None:
        """Send a text at once. Raises as `insert`."""
        return api.conversation_send_content(self._reference, k.ENTRY_TEXT, written)

    def send_attachment(self, url: str, **members: object) -> UUID | None:
        """Send a file at once. Raises as `insert_attachment`."""
        return api.conversation_send_content(
            self._reference, k.ENTRY_ATTACHMENT, {"url": url, **members}
        )

    def post_proposal(self, **members: object) -> UUID | None:
        """Send a state of a proposal as the next message of its session.

        Members: `identifier`, `locale`, `value`, `state`, and optionally
        `guid`, `url`, `summaryText`. Raises as `insert`, InvalidOptionError.
        """
        return api.conversation_send_content(self._reference, k.ENTRY_PROPOSAL, members)

    def receive(self, update: str | bytes) -> bool:
        """Receive an update of another participant; False for a known posting.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        status = api.conversation_receive(self._reference, update)
        return status != Status.UNCHANGED

    def update_json(self, id: UUID) -> str | None:
        """The update of a posting of the transcript, with all its members."""
        return api.conversation_update_json(self._reference, id)

    def report_failure(self, id: UUID, code: int) -> bool:
        """Record that sending failed; False when there is no such message."""
        return found(api.conversation_report_failure(self._reference, id, code))

    def select(self, id: UUID | None) -> bool:
        """Select a message of the transcript; False when there is no such message."""
        return found(api.conversation_select(self._reference, id))

    @property
    def selected_message(self) -> Message | None:
        """The selected message, as it was when it was selected."""
        pointer = api.conversation_message(self._reference, None)
        return Message._of(pointer) if pointer else None

    def message(self, id: UUID) -> Message | None:
        """A message that is staged or in the transcript."""
        pointer = api.conversation_message(self._reference, id)
        return Message._of(pointer) if pointer else None

    @property
    def staged(self) -> UUID | None:
        """The staged posting."""
        return from_id(self._info.staged)

    def mark_read(self, id: UUID) -> bool:
        """Record that a message was read, which starts the time until it expires."""
        return found(api.conversation_mark_read(self._reference, id))

    def keep(self, id: UUID) -> bool:
        """Prevent a message from expiring."""
        return found(api.conversation_keep(self._reference, id))

    def remove_expired(self) -> int | None:
        """Remove the expired messages; returns when the next one expires, or None."""
        return api.conversation_remove_expired(self._reference)

    def __len__(self) -> int:
        return api.conversation_count(self._reference)

    def position(self, id: UUID) -> int | None:
        """The position of an entry in the transcript."""
        return api.conversation_position(self._reference, id)

    def transcript(self, first: int = 0, count: int | None = None) -> list[Any]:
        """Entries of the transcript: dicts with `kind`, `id` and more."""
        return api.conversation_transcript(
            self._reference, first, _ALL if count is None else count
        )

    def on(self, handler: Callable[[Event], object]) -> int:
        """Call a handler with every event; returns a number for `off`."""

        def told(kind: int, id_: UUID | None, steps: list[Any]) -> None:
            changes = (Change(ChangeKind(what), at, of) for what, at, of in steps)
            handler(Event(EventKind(kind), id_, tuple(changes)))

        return api.conversation_on(self._reference, told)

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there is none of this number."""
        return found(api.conversation_off(self._reference, subscription))


def _written(id_: UUID | None) -> str | None:
    return None if id_ is None else str(id_)
