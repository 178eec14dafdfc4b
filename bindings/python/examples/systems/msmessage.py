"""MSSession and MSMessage, as Apple's documentation walks through them."""

from uuid import UUID

from calque.errors import InvalidArgumentError
from calque.transcript import Conversation, Event, EventKind, Message, Session

# Updates of one side go to the other; a real program sends them over a network.
wire: list[str] = []
conversation = Conversation(send=wire.append, summary_policy="keep")
other = Conversation(summary_policy="keep")

# Creating a new, updatable message: a URL with its state, a layout, a summary, a
# session.
message = Message(
    Session(),
    url="https://example.com/game",
    layout={"caption": "Your turn"},
    summary_text="Ada played e4.",
)
message.set_query("move", "e4")
print(message.url)
staged = conversation.insert(message)
print(str(staged is not None).lower())
print(len(conversation))

# The user taps send.
first = conversation.commit()
print(len(conversation))

# Updating: the other side receives it, and its user taps it.
for update in wire:
    other.receive(update)


def listen(event: Event) -> None:
    """Tell whether the first message is the one that was tapped."""
    if event.kind is EventKind.DID_SELECT:
        print(str(event.id == first).lower())


subscription = other.on(listen)
other.select(first)
selected = other.selected_message
print(selected.get_query("move"))

# The answer is of the selected message's session: the earlier message leaves its
# summary.
answer = Message(selected.session, url=selected.url, summary_text="Bo played e5.")
answer.set_query("move", "e5")
other.insert(answer)
other.commit()
for entry in other.transcript():
    if entry["kind"] == "summary":
        print("summary:", entry["text"])
    elif entry["kind"] == "message":
        print("message:", other.message(UUID(entry["id"])).get_query("move"))
other.off(subscription)

# A message that cannot be sent says why.
try:
    answer.url = "ftp://example.com"
    other.insert(answer)
except InvalidArgumentError:
    print("true")
