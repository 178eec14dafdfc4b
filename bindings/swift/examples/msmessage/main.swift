// MSSession and MSMessage, as Apple's documentation walks through them. A comment behind a `print` is
// what it prints, which tools/checks/check_swift_package.sh compares.
import Calque

/// Each side's messages reach the other by whatever channel a program has.
final class Wire {
  var updates: [String] = []
}
let wire = Wire()
let conversation = Conversation(summaryPolicy: .keep) { update in
  wire.updates.append(update)
  return nil
}
let other = Conversation(summaryPolicy: .keep)

// Creating a new, updatable message: a URL with its state, a layout, a summary, a session.
var message = Message(session: Session())
message.url = "https://example.com/game"
message[queryItem: "move"] = "e4"
message.layout = .template(MessageTemplateLayout(caption: "Your turn"))
message.summaryText = "Ada played e4."
print(message.url ?? "nil")  // https://example.com/game?move=e4

conversation.insert(message) { error in
  print(error == nil)
}
// -> true
print(conversation.count)  // 0

// The user taps send.
guard let first = try conversation.commit() else { fatalError("nothing was staged") }
print(conversation.count)  // 1

// A controller of the main actor owns a conversation of its own.
@MainActor final class MessagesViewController {
  let conversation = Conversation()
  private(set) var sent: [Identity] = []

  func viewDidLoad() {
    _ = conversation.on { event in
      if case .didStartSending(let id) = event { self.sent.append(id) }
    }
  }
}
try MainActor.assumeIsolated {
  let controller = MessagesViewController()
  controller.viewDidLoad()
  let sent = try controller.conversation.insert(Message(session: Session()))
  try controller.conversation.commit()
  precondition(controller.sent == [sent])
}

// Updating: the other side receives it, and its user taps it.
for update in wire.updates { try other.receive(update) }
let subscription = other.on { event in
  if case .didSelect(let id) = event { print(id == first) }
}
other.select(first)
// -> true
guard let selected = other.selectedMessage else { fatalError("nothing is selected") }
print(selected[queryItem: "move"] ?? "nil")  // e4

// The answer is of the selected message's session: the earlier message leaves its summary.
var answer = Message(session: selected.session)
answer.url = selected.url
answer[queryItem: "move"] = "e5"
answer.summaryText = "Bo played e5."
other.insert(answer) { error in
  if let error { fatalError("\(error)") }
}
try other.commit()
for entry in other.entries {
  switch entry {
  case .summary(_, let text): print("summary:", text)
  case .message(let message): print("message:", message[queryItem: "move"] ?? "nil")
  default: break
  }
}
// -> summary: Ada played e4.
// -> message: e5
other.off(subscription)

// A message that cannot be sent says why, by the numbers of MSMessagesErrorDomain.
answer.url = "ftp://example.com"
other.insert(answer) { error in
  print(error?.status == .invalidArgument)
}
// -> true
