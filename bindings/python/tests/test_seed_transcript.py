"""Promises of the MSSession page; its own words stand above each test."""

from __future__ import annotations

from calque.transcript import Conversation, Message, Session


# "Send the message by calling the conversation's insert(_:completionHandler:) method.
# Pass nil for the change description." "The Messages app adds the message to the
# transcript as soon as the user taps the send button."
def test_inserting_stages_and_a_commit_sends() -> None:
    with Conversation() as conversation:
        staged = conversation.insert(Message(Session(), url="https://example.org/"))
        assert (conversation.staged, len(conversation)) == (staged, 0)
        assert conversation.commit() == staged
        assert (conversation.staged, len(conversation)) == (None, 1)


# "If a later message is sent using the same session, the previous message is removed
# from the transcript."
def test_a_later_message_takes_the_place() -> None:
    with Conversation() as conversation:
        session = Session()
        conversation.send(Message(session, url="https://example.org/1"))
        conversation.send_text("between")
        last = conversation.send(Message(session, url="https://example.org/2"))
        shown = conversation.transcript()
        assert [entry["kind"] for entry in shown] == ["text", "message"]
        assert shown[-1]["id"] == str(last)


# "remoteParticipantIdentifiers": a stranger whose message arrives is one from then on.
def test_a_stranger_joins_the_participants() -> None:
    post: list[str] = []
    with Conversation(send=post.append) as ada, Conversation() as ben:
        ada.send_text("Hello")
        assert ben.remote_participants == []
        ben.receive(post[0])
        assert ben.remote_participants == [ada.local_participant]
        ben.receive(post[0])
        assert len(ben.remote_participants) == 1
        restored = Conversation.restore(ben.snapshot())
        assert restored.remote_participants == [ada.local_participant]
