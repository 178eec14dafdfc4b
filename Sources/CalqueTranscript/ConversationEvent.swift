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

/// One step of a change to the transcript, as a list view animates it. Steps are to be applied in
/// order: the position of each counts after the steps before it.
public enum ConversationChange: Equatable, Sendable {
  case removed(position: Int, id: Identity)
  case inserted(position: Int, id: Identity)
  /// A message became its summary, in its place.
  case replaced(position: Int, id: Identity)
}
