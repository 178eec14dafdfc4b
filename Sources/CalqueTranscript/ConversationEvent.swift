/// An event for the subscribers of a conversation.
public enum ConversationEvent: Equatable, Sendable {
  /// A message is about to be selected; the selected one is still the one before.
  case willSelect(Identity)
  case didSelect(Identity)
  case didReceive(Identity)
  /// The staged posting was committed.
  case didStartSending(Identity)
  /// The staged posting was cancelled.
  case didCancelSending(Identity)
  case transcriptChanged([ConversationChange])
}
