"""Conversations whose messages can be updated, and their transcripts.

from calque.transcript import Conversation, Message, Session

with Conversation(summary_policy="keep") as conversation:
    conversation.send(Message(Session(), summary_text="first wording"))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ctypes import memmove
from typing import Any, NamedTuple
from uuid import UUID

from . import _api as api
from ._callbacks import host
from ._enums import ChangeKind, EventKind, MessageErrorCode
from ._generated.conversation import ConversationCalls
from .message import Message, Session
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


class Change(NamedTuple):
    """One step of a change; its position applies after the earlier steps."""

    kind: ChangeKind
    position: int
    id: UUID


class Event(NamedTuple):
    """An event: about a posting, or about the transcript through `changes`."""

    kind: EventKind
    id: UUID | None
    changes: tuple[Change, ...] = ()


class Conversation(ConversationCalls):
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
        options = {
            "summaryPolicy": summary_policy,
            "defaultSummary": default_summary,
            "localParticipantIdentifier": local_participant,
            "remoteParticipantIdentifiers": list(remote_participants),
            "expiry": expiry,
            "context": context,
        }
        self._own(_opened(api.conversation_create, options, send, now, random))

    @classmethod
    def restore(cls, snapshot: str, **host: Any) -> Conversation:
        """A conversation that continues from a snapshot.

        `host` has `send`, `now` and `random`, as for the constructor.

        Raises InvalidJSONError, InvalidTypeError, InvalidOptionError,
        UnsupportedError.
        """
        return cls._of(_opened(api.conversation_restore, snapshot, **host))

    @property
    def remote_participants(self) -> list[UUID]:
        """The participants on other sides."""
        return list(map(UUID, api.conversation_remote_participants(self)))

    def set_context(self, **context: object) -> None:
        """Set how the host is presented: `visible`, `recentInteraction`,
        `presentation`.

        Raises InvalidOptionError.
        """
        api.conversation_set_context(self, context)

    def note_interaction(self) -> None:
        """Record that the user has interacted with the host."""
        self.set_context(recentInteraction=True)

    def receive(self, update: str | bytes) -> bool:
        """Receive an update of another participant; False for a known posting.

        Raises InvalidJSONError, InvalidTypeError, UnsupportedError.
        """
        return api.conversation_receive(self, update) != Status.UNCHANGED

    @property
    def selected_message(self) -> Message | None:
        """The selected message, as it was when it was selected."""
        pointer = api.conversation_message(self, None)
        return Message._of(pointer) if pointer else None

    def message(self, id: UUID) -> Message | None:
        """A message that is staged or in the transcript."""
        pointer = api.conversation_message(self, id)
        return Message._of(pointer) if pointer else None

    def __len__(self) -> int:
        return api.conversation_count(self)

    def transcript(self, first: int = 0, count: int | None = None) -> list[Any]:
        """Entries of the transcript: dicts with `kind`, `id` and more."""
        most = _ALL if count is None else count
        return api.conversation_transcript(self, first, most)

    def on(self, handler: Callable[[Event], object]) -> int:
        """Call a handler with every event; returns a number for `off`."""

        def receive(event: Any) -> None:
            changes = (
                Change(ChangeKind(step.kind), step.position, step.id)
                for step in event.steps
            )
            handler(Event(EventKind(event.kind), event.id, tuple(changes)))

        return api.conversation_on(self, receive)


def _opened(
    create: Callable[[Any, Any], Any],
    written: Any,
    send: Callable[[str], int | None] | None = None,
    now: Callable[[], int] | None = None,
    random: Callable[[int], bytes] | None = None,
) -> Any:
    """Pointer to a new conversation, which keeps the functions alive."""

    def fill(address: int, count: int) -> None:
        data = b"" if random is None else random(count)
        if len(data) != count:
            raise ValueError(f"random gave {len(data)} bytes, not {count}")
        memmove(address, data, count)

    functions = {"send": send, "now": now, "random": random and fill}
    with host("calque_conversation_host", functions) as given:
        return create(written, given)
