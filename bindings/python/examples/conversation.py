"""Two people agree on a wording: each state of it replaces the one before."""

from __future__ import annotations

from uuid import UUID

from calque.transcript import Conversation, Message, Session


def show(name: str, conversation: Conversation) -> None:
    """Print the transcript as one of the two sees it."""
    print(f"{name} sees")
    for entry in conversation.transcript():
        print("  " + entry["kind"], entry.get("text", entry.get("summaryText")))


def main() -> None:
    """Send updates both ways; both end with the same transcript."""
    post: list[str] = []
    with (
        Conversation(summary_policy="keep", send=post.append) as ada,
        Conversation(summary_policy="keep", send=post.append) as ben,
    ):
        first = Message(Session(), url="https://example.org/", summary_text="Hej")
        first.set_query("wording", "Hej")
        ada.send(first)
        ada.send_text("Short and friendly?")
        for update in post:
            ben.receive(update)

        # Ben opens the message that he got, and answers in its session.
        ben.select(UUID(ben.transcript()[0]["id"]))
        opened = ben.selected_message
        assert opened is not None
        answer = opened.copy()
        answer.set_query("wording", "Velkommen")
        answer.summary_text = "Velkommen"
        ben.send(answer)
        ada.receive(post[-1])

        show("Ada", ada)
        show("Ben", ben)


if __name__ == "__main__":
    main()
