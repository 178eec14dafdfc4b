/// An event for the subscribers of a conversation.
public enum ConversationEvent: Equatable, Sendable {
  /// A message is about to be selected; `selected` still holds the previous one.
  case willSelect(Identity)
  case didSelect(Identity)
  case didReceive(Identity)
  /// The staged posting was committed.
  case didStartSending(Identity)
  /// The staged posting was cancelled.
  case didCancelSending(Identity)
  case transcriptChanged([ConversationChange])
}

/// One step of a change to the transcript, as a list view animates it. Steps are applied in order:
/// the position of each takes the previous steps into account.
public enum ConversationChange: Equatable, Sendable {
  case removed(position: Int, id: Identity)
  case inserted(position: Int, id: Identity)
  /// A message was replaced by its summary at the same position.
  case replaced(position: Int, id: Identity)
}
