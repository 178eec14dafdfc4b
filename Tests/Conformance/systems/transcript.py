"""Conversations: a list of operations, then the state that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from calque import CalqueError
from calque.status import Status
from calque.transcript import Conversation, Event, EventKind, Message, Session

from .system import System


class Transcript:
    """A conversation whose ids are the names that a case gives."""

    def __init__(self, case: dict[str, Any]) -> None:
        options = case.get("options") or {}
        self.now = 0
        self.conversation = Conversation(
            summary_policy=options.get("summaryPolicy", "none"),
            default_summary=options.get("defaultSummary"),
            context=options.get("context"),
            now=lambda: self.now,
        )
        self.conversation.on(self._note)
        self._ids: dict[str, UUID] = {}
        self._names: dict[UUID, str] = {}
        self._events: list[str] = []
        self._error: int | str | None = None
        for verb, argument in case["ops"]:
            self._run(verb, argument)

    def state(self, call: dict[str, Any]) -> dict[str, Any]:
        """The members of the state that the call asks for."""
        members: dict[str, Callable[[], object]] = {
            "transcript": self._transcript,
            "staged": lambda: self._name(self.conversation.staged),
            "selected": self._selected,
            "pending": self._pending,
            "events": lambda: self._events,
            "error": lambda: self._error,
        }
        return {name: members[name]() for name in call["expect"]}

    def _run(self, verb: str, argument: Any) -> None:
        operations: dict[str, Callable[[], object]] = {
            "insert": lambda: self.conversation.insert(self._message(argument)),
            "send": lambda: self.conversation.send(self._message(argument)),
            "sendText": lambda: self.conversation.send_text(argument),
            "commit": self.conversation.commit,
            "cancel": self.conversation.cancel,
            "receive": lambda: self._receive(argument),
            "select": lambda: self.conversation.select(self._id(argument)),
            "markRead": lambda: self.conversation.mark_read(self._id(argument)),
            "keep": lambda: self.conversation.keep(self._id(argument)),
            "advanceClockPastExpiry": self._advance,
        }
        self._error = None
        try:
            operations[verb]()
        except CalqueError as error:
            self._error = error.detail or _camel_case(error.code)

    def _message(self, members: dict[str, Any]) -> Message:
        session = members.get("session")
        message = Message(
            None if session is None else Session(self._id(f"session {session}")),
            url=_url(members),
            summary_text=members.get("summary"),
            should_expire=members.get("expire", False),
        )
        message.id = self._id(members["id"])
        return message

    def _receive(self, members: dict[str, Any]) -> None:
        """Bring the message from another conversation, as its next update."""
        updates: list[str] = []
        with Conversation(
            send=updates.append,
            local_participant=self._id(members.get("sender", "somebody")),
        ) as other:
            for entry in self.conversation.transcript():
                update = self.conversation.update_json(UUID(entry["id"]))
                if update is not None:
                    other.receive(update)
            other.send(self._message(members))
        self.conversation.receive(updates[-1])

    def _advance(self) -> None:
        self.now += 1 << 40
        self.conversation.remove_expired()

    def _note(self, event: Event) -> None:
        if event.kind is not EventKind.TRANSCRIPT_CHANGED:
            self._events.append(f"{event.kind.name.lower()} {self._name(event.id)}")

    def _transcript(self) -> list[list[Any]]:
        return [self._entry(entry) for entry in self.conversation.transcript()]

    def _entry(self, entry: dict[str, Any]) -> list[Any]:
        if entry["kind"] == "text":
            return ["text", entry["text"]]
        text = [entry["text"]] if entry["kind"] == "summary" else []
        return [entry["kind"], self._name(UUID(entry["id"])), *text]

    def _selected(self) -> str | None:
        message = self.conversation.selected_message
        return None if message is None else self._name(message.id)

    def _pending(self) -> dict[str, bool]:
        found = {
            name: self.conversation.message(id_)
            for name, id_ in self._ids.items()
            if not name.startswith("session ")
        }
        return {name: message.is_pending for name, message in found.items() if message}

    def _id(self, name: str) -> UUID:
        if name not in self._ids:
            id_ = UUID(int=1 << 64 | len(self._ids) + 1)
            self._ids[name] = id_
            self._names[id_] = name
        return self._ids[name]

    def _name(self, id_: UUID | None) -> str | None:
        return None if id_ is None else self._names[id_]


def _url(members: dict[str, Any]) -> str | None:
    length: int | None = members.get("urlLength")
    if length is None:
        url: str | None = members.get("url")
        return url
    return "https://example.org/".ljust(length, "x")


def _camel_case(code: Status) -> str:
    first, *others = code.name.lower().split("_")
    return first + "".join(part.capitalize() for part in others)


def open_case(case: dict[str, Any]) -> System:
    """A conversation after the operations of the case."""
    transcript = Transcript(case)
    system = System({"state": transcript.state})
    system.enter_context(transcript.conversation)
    return system
