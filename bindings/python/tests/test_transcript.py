from __future__ import annotations

import gc
import itertools
import json
import weakref
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from calque import (
    CalqueError,
    FileError,
    InvalidArgumentError,
    InvalidOptionError,
    InvalidTypeError,
    LimitExceededError,
    RefusedError,
    UnsupportedError,
)
from calque.transcript import (
    Change,
    ChangeKind,
    Conversation,
    Event,
    EventKind,
    Message,
    MessageErrorCode,
    Session,
)

FIXTURES = Path(__file__).resolve().parents[3] / "Tests/Fixtures/transcript/v1"


def kinds(conversation: Conversation) -> list[tuple[str, str | None]]:
    return [
        (entry["kind"], entry.get("text", entry.get("summaryText")))
        for entry in conversation.transcript()
    ]


def test_sessions_are_equal_by_id() -> None:
    session = Session()
    assert session != Session()
    assert Session(session.id) == session
    assert Session.restore(session.archive()) == session
    assert len({session, Session(session.id)}) == 1
    with pytest.raises(ValueError, match="badly formed"):
        Session.restore('{"version": 1}')


def test_message_has_its_parts() -> None:
    session = Session()
    message = Message(
        session,
        url="https://example.org/",
        layout={"caption": "c", "badge": 2},
        summary_text="s",
        accessibility_label="l",
        should_expire=True,
    )
    message.set_query("käse & brot", "a+b=c%")
    assert message.get_query("käse & brot") == "a+b=c%"
    assert message.get_query("absent") is None
    assert message.query_items == [("käse & brot", "a+b=c%")]
    assert message.url == "https://example.org/?k%C3%A4se%20%26%20brot=a%2Bb%3Dc%25"
    assert message.url_length == (len(message.url), 5000 - len(message.url))
    assert message.layout == {"caption": "c", "badge": 2}
    assert (message.summary_text, message.accessibility_label) == ("s", "l")
    assert message.session == session
    assert message.id is None
    assert message.is_pending
    message.error = MessageErrorCode.FILE_UNREADABLE
    copy = Message.restore(message.archive())
    assert copy.archive() == message.archive()
    assert copy.error is MessageErrorCode.FILE_UNREADABLE
    assert message.copy().error is None
    message.summary_text = message.url = message.layout = None
    assert (message.summary_text, message.url, message.layout) == (None, None, None)
    with pytest.raises(LimitExceededError) as caught:
        message.set_query("k", "x" * 5000)
    assert caught.value.detail == MessageErrorCode.URL_TOO_LONG
    message.close()
    with pytest.raises(ValueError, match="closed"):
        _ = message.url


def test_layout_falls_back_to_its_alternate() -> None:
    message = Message(layout={"live": 1, "alternate": {"caption": "c"}})
    assert message.layout is not None
    assert message.layout["alternate"] == {"caption": "c"}
    with pytest.raises(InvalidTypeError) as caught:
        message.layout = {"caption": 1}
    assert caught.value.path == "layout.caption"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("none", [("text", "hi"), ("message", "two")]),
        ("keep", [("summary", "one"), ("text", "hi"), ("message", "two")]),
    ],
)
def test_update_moves_to_the_bottom(policy: str, expected: list[Any]) -> None:
    session = Session()
    with Conversation(summary_policy=policy) as conversation:
        conversation.send(Message(session, summary_text="one"))
        conversation.send_text("hi")
        last = conversation.send(Message(session, summary_text="two"))
        assert kinds(conversation) == expected
        assert last is not None
        assert conversation.position(last) == len(conversation) - 1
        assert conversation.sequence == 3


def test_peers_end_equal_whatever_the_order() -> None:
    sent: list[str] = []
    session = Session()
    one = Conversation(summary_policy="keep", send=sent.append)
    other = Conversation(summary_policy="keep", send=sent.append)
    one.send(Message(session, summary_text="one"))
    other.send(Message(session, summary_text="other"))
    one.send_text("text")
    for update in itertools.chain(reversed(sent), sent):
        one.receive(update)
        other.receive(update)
    assert one.transcript() == other.transcript()
    assert len(one) == 3
    assert not one.receive(sent[0])


def test_events_come_in_order_with_steps() -> None:
    seen: list[Event] = []
    session = Session()
    conversation = Conversation()
    number = conversation.on(seen.append)
    first = conversation.send(Message(session))
    second = conversation.insert(Message(session))
    assert conversation.staged == second
    assert conversation.commit() == second
    assert second is not None
    assert conversation.select(second)
    assert first is not None
    assert [event.kind.name for event in seen] == [
        "TRANSCRIPT_CHANGED",
        "TRANSCRIPT_CHANGED",
        "DID_START_SENDING",
        "WILL_SELECT",
        "DID_SELECT",
    ]
    assert seen[1].changes == (
        Change(ChangeKind.REMOVED, 0, first),
        Change(ChangeKind.INSERTED, 0, second),
    )
    assert seen[2] == Event(EventKind.DID_START_SENDING, second)
    assert conversation.off(number)
    assert not conversation.off(number)


def test_selected_message_stays_as_it_was() -> None:
    session = Session()
    conversation = Conversation()
    first = conversation.send(Message(session, summary_text="1"))
    conversation.select(first)
    second = conversation.send(Message(session, summary_text="2"))
    selected = conversation.selected_message
    assert selected is not None
    assert second is not None
    assert selected.id == first
    assert selected.sender_participant_identifier == conversation.local_participant
    assert not conversation.select(first)
    assert conversation.select(None)
    assert conversation.selected_message is None
    assert conversation.message(second) is not None
    assert conversation.cancel() is None


def test_refusals_carry_their_number() -> None:
    conversation = Conversation(context={"visible": False})
    with pytest.raises(RefusedError) as caught:
        conversation.send_text("x")
    assert caught.value.detail == MessageErrorCode.NOT_VISIBLE
    conversation.set_context(visible=True, recentInteraction=False)
    with pytest.raises(RefusedError) as caught:
        conversation.send_text("x")
    assert caught.value.detail == MessageErrorCode.NO_INTERACTION
    conversation.note_interaction()
    conversation.send_text("x")
    with pytest.raises(FileError) as missing:
        conversation.insert_attachment("file:///no/such/file", filename="f")
    assert missing.value.detail == MessageErrorCode.FILE_NOT_FOUND
    with pytest.raises(InvalidArgumentError) as scheme:
        conversation.insert(Message(url="app://x"))
    assert scheme.value.detail is None
    with pytest.raises(InvalidOptionError):
        Conversation(summary_policy="sometimes")
    with pytest.raises(UnsupportedError):
        conversation.receive('{"version": 2}')


def test_messages_expire_by_the_clock_of_the_host() -> None:
    time = [1000]
    conversation = Conversation(expiry=500, now=lambda: time[0])
    message = conversation.send(Message(should_expire=True))
    assert message is not None
    assert conversation.remove_expired() is None
    assert conversation.mark_read(message)
    assert conversation.remove_expired() == 1500
    time[0] = 1500
    assert conversation.remove_expired() is None
    assert len(conversation) == 0
    assert not conversation.keep(message)


def test_random_of_the_host_makes_the_ids() -> None:
    numbers = itertools.count(1)

    def random(count: int) -> bytes:
        return next(numbers).to_bytes(count, "little")

    ids = [Conversation(random=random).local_participant for _ in range(2)]
    numbers = itertools.count(1)
    assert ids[0] == Conversation(random=random).local_participant
    assert ids[0] != ids[1]


def test_proposals_are_posted_by_one_call() -> None:
    conversation = Conversation(summary_policy="keep")
    for state in ("stored", "accepted"):
        last = conversation.post_proposal(
            identifier="home.title", locale="da", value="Hej & hej", state=state
        )
    assert [kind for kind, _ in kinds(conversation)] == ["summary", "message"]
    assert last is not None
    message = conversation.message(last)
    assert message is not None
    assert dict(message.query_items)["value"] == "Hej & hej"


def test_failures_are_noted_on_the_message() -> None:
    conversation = Conversation(send=lambda _: MessageErrorCode.UNKNOWN)
    sent = conversation.send(Message())
    assert sent is not None
    message = conversation.message(sent)
    assert message is not None
    assert message.error is MessageErrorCode.UNKNOWN
    assert conversation.report_failure(sent, 3)
    assert not conversation.report_failure(UUID(int=5), 3)


@pytest.mark.parametrize("failing", ["send", "now", "random", "handler"])
def test_what_a_callback_raises_comes_out(failing: str) -> None:
    def fail(*_: object) -> Any:
        raise KeyError(failing)

    def use() -> None:
        conversation = Conversation(
            send=fail if failing == "send" else None,
            now=fail if failing == "now" else None,
            random=fail if failing == "random" else None,
        )
        if failing == "handler":
            conversation.on(fail)
        sent = conversation.send(Message(should_expire=True))
        assert sent is not None
        conversation.mark_read(sent)

    with pytest.raises(KeyError, match=failing):
        use()


def test_callbacks_are_let_go() -> None:
    def made() -> Any:
        return lambda *_: None

    send, told, refused = made(), made(), made()
    kept = [weakref.ref(each) for each in (send, told, refused)]
    conversation = Conversation(send=send)
    conversation.on(told)
    with pytest.raises(CalqueError):
        Conversation(summary_policy="x", send=refused)
    del send, told, refused
    gc.collect()
    assert [each() is not None for each in kept] == [True, True, False]
    conversation.close()
    gc.collect()
    assert [each() is not None for each in kept] == [False, False, False]


def test_archives_of_version_1_read_back() -> None:
    for name in ("message", "message-live", "message-draft"):
        archive = (FIXTURES / f"{name}.json").read_text(encoding="utf-8").strip()
        assert Message.restore(archive).archive() == archive
    for name in ("message", "text", "attachment"):
        archive = (FIXTURES / f"{name}.json").read_text(encoding="utf-8").strip()
        conversation = Conversation()
        assert conversation.receive(archive)
        update = conversation.update_json(UUID(json.loads(archive)["id"]))
        assert update is not None
        expected = json.loads(archive)
        expected.pop("error", None)
        assert json.loads(update) == expected
    snapshot = (FIXTURES / "conversation.json").read_text(encoding="utf-8").strip()
    restored = Conversation.restore(snapshot)
    assert restored.snapshot() == snapshot
    assert len(restored.remote_participants) == 1
    assert [kind for kind, _ in kinds(restored)] == [
        "summary",
        "text",
        "attachment",
        "message",
    ]
