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

from . import _bindings as c
from . import _constants as k
from ._calls import call, call_for_bytes, call_for_json, text
from ._handles import Handle
from ._json import encode
from ._transcript_calls import (
    Host,
    call_bare,
    call_for_id,
    call_for_optional,
    from_id,
    open_conversation,
    position,
    remove_expired,
    subscribe,
    to_id,
)
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
    """What an event tells."""

    WILL_SELECT = k.CONVERSATION_WILL_SELECT
    DID_SELECT = k.CONVERSATION_DID_SELECT
    DID_RECEIVE = k.CONVERSATION_DID_RECEIVE
    DID_START_SENDING = k.CONVERSATION_DID_START_SENDING
    DID_CANCEL_SENDING = k.CONVERSATION_DID_CANCEL_SENDING
    TRANSCRIPT_CHANGED = k.CONVERSATION_TRANSCRIPT_CHANGED


class ChangeKind(Enum):
    """What a step of a change does."""

    REMOVED = k.TRANSCRIPT_REMOVED
    INSERTED = k.TRANSCRIPT_INSERTED
    REPLACED = k.TRANSCRIPT_REPLACED


@dataclass(frozen=True)
class Change:
    """One step: its position counts after the steps before it."""

    kind: ChangeKind
    position: int
    id: UUID


@dataclass(frozen=True)
class Event:
    """What happened: to a posting, or to the transcript by `changes`."""

    kind: EventKind
    id: UUID | None
    changes: tuple[Change, ...] = ()


class Conversation(Handle):
    """A conversation; used from one thread at a time.

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
        self._open(
            c.calque_conversation_create,
            encode(options).decode(),
            Host(send, now, random),
        )

    def _open(self, function: Callable[..., int], written: str, host: Host) -> None:
        pointer = open_conversation(function, text(written), host)
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
        """A conversation that goes on where a snapshot was taken.

        Raises InvalidJSONError, InvalidTypeError, InvalidOptionError,
        UnsupportedError.
        """
        conversation = cls.__new__(cls)
        conversation._open_reference = None
        host = Host(send, now, random)
        conversation._open(c.calque_conversation_restore, snapshot, host)
        return conversation

    def snapshot(self) -> str:
        """The whole conversation as JSON, for `restore`."""
        written = call_for_bytes(c.calque_conversation_snapshot, self._reference)[1]
        return (written or b"").decode()

    @property
    def local_participant(self) -> UUID | None:
        """The participant on this side."""
        return from_id(c.calque_conversation_local_participant(self._reference))

    @property
    def remote_participants(self) -> list[UUID]:
        """The participants on other sides."""
        written = call_for_json(
            c.calque_conversation_remote_participants, self._reference
        )[1]
        return [UUID(id_) for id_ in written]

    @property
    def sequence(self) -> int:
        """The largest sequence that was seen."""
        return int(c.calque_conversation_sequence(self._reference))

    def set_context(self, **context: object) -> None:
        """Say how the host is shown: `visible`, `recentInteraction`,
        `presentation`.

        Raises InvalidOptionError.
        """
        written = encode(context).decode()
        call(c.calque_conversation_set_context, self._reference, *text(written))

    def note_interaction(self) -> None:
        """Note that the user did something."""
        call_bare(c.calque_conversation_note_interaction, self._reference)

    def insert(self, message: Message) -> UUID | None:
        """Stage a copy of a message, in place of what was staged.

        Raises InvalidArgumentError, LimitExceededError, RefusedError; their
        `detail` is a MessageErrorCode.
        """
        return call_for_id(
            c.calque_conversation_insert, self._reference, message._reference
        )

    def insert_text(self, written: str) -> UUID | None:
        """Stage a text. Raises as `insert`."""
        return call_for_id(
            c.calque_conversation_insert_text, self._reference, *text(written)
        )

    def insert_attachment(self, url: str, **members: object) -> UUID | None:
        """Stage a file, with `filename`, or `sticker` and `description`.

        Raises as `insert`, and FileError.
        """
        written = encode({"url": url, **members}).decode()
        return call_for_id(
            c.calque_conversation_insert_attachment, self._reference, *text(written)
        )

    def commit(self) -> UUID | None:
        """Send what is staged; None when nothing is."""
        return call_for_id(c.calque_conversation_commit, self._reference)

    def cancel(self) -> UUID | None:
        """Drop what is staged; None when nothing is."""
        return call_for_id(c.calque_conversation_cancel, self._reference)

    def send(self, message: Message) -> UUID | None:
        """Send a copy of a message at once. Raises as `insert`."""
        return call_for_id(
            c.calque_conversation_send, self._reference, message._reference
        )

    def send_text(self, written: str) -> UUID | None:
        """Send a text at once. Raises as `insert`."""
        return call_for_id(
            c.calque_conversation_send_text, self._reference, *text(written)
        )

    def send_attachment(self, url: str, **members: object) -> UUID | None:
        """Send a file at once. Raises as `insert_attachment`."""
        written = encode({"url": url, **members}).decode()
        return call_for_id(
            c.calque_conversation_send_attachment, self._reference, *text(written)
        )

    def post_proposal(self, **members: object) -> UUID | None:
        """Send a state of a proposal as the next message of its session.

        Members: `identifier`, `locale`, `value`, `state`, and optionally
        `guid`, `url`, `summaryText`. Raises as `insert`, InvalidOptionError.
        """
        written = encode(members).decode()
        return call_for_id(
            c.calque_conversation_post_proposal, self._reference, *text(written)
        )

    def receive(self, update: str | bytes) -> bool:
        """Take an update of another participant; False for a known one.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        data = update.encode() if isinstance(update, str) else update
        status = call(c.calque_conversation_receive, self._reference, data, len(data))
        return status != Status.UNCHANGED

    def update_json(self, id: UUID) -> str | None:
        """The update of a posting of the transcript, with all its members."""
        written = call_for_bytes(
            c.calque_conversation_update_json, self._reference, to_id(id)
        )[1]
        return None if written is None else written.decode()

    def report_failure(self, id: UUID, code: int) -> bool:
        """Note that sending failed; False when the message is not there."""
        return call_bare(
            c.calque_conversation_report_failure, self._reference, to_id(id), code
        )

    def select(self, id: UUID | None) -> bool:
        """Select a message of the transcript; False when it is not there."""
        return call_bare(c.calque_conversation_select, self._reference, to_id(id))

    @property
    def selected_message(self) -> Message | None:
        """The selected message, as it was when it was selected."""
        return self._message(c.calque_conversation_selected)

    def message(self, id: UUID) -> Message | None:
        """A message that is staged or in the transcript."""
        return self._message(c.calque_conversation_message, to_id(id))

    def _message(self, function: Callable[..., int], *rest: Any) -> Message | None:
        pointer = call_for_optional(
            function, c.calque_transcript_message, self._reference, *rest
        )
        return None if pointer is None else Message._of(pointer)

    @property
    def staged(self) -> UUID | None:
        """What is staged."""
        return from_id(c.calque_conversation_staged(self._reference))

    def mark_read(self, id: UUID) -> bool:
        """Note that a message was read; one that expires is due from now on."""
        return call_bare(c.calque_conversation_mark_read, self._reference, to_id(id))

    def keep(self, id: UUID) -> bool:
        """Keep a message that would expire."""
        return call_bare(c.calque_conversation_keep, self._reference, to_id(id))

    def remove_expired(self) -> int | None:
        """Remove what is due; when the next message is due, if one is."""
        return remove_expired(self._reference)

    def __len__(self) -> int:
        return int(c.calque_conversation_count(self._reference))

    def position(self, id: UUID) -> int | None:
        """Where an entry stands in the transcript."""
        return position(self._reference, id)

    def transcript(self, first: int = 0, count: int | None = None) -> list[Any]:
        """Entries of the transcript: dicts with `kind`, `id` and more."""
        entries: list[Any] = call_for_json(
            c.calque_conversation_transcript,
            self._reference,
            first,
            _ALL if count is None else count,
        )[1]
        return entries

    def on(self, handler: Callable[[Event], object]) -> int:
        """Call a handler with every event; a number for `off`."""

        def told(kind: int, id_: UUID | None, steps: list[Any]) -> None:
            changes = (Change(ChangeKind(what), at, of) for what, at, of in steps)
            handler(Event(EventKind(kind), id_, tuple(changes)))

        return subscribe(self._reference, told)

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there is none of this number."""
        return call_bare(c.calque_conversation_off, self._reference, subscription)


def _written(id_: UUID | None) -> str | None:
    return None if id_ is None else str(id_)
