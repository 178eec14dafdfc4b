/// What a conversation tells those who subscribed.
public enum ConversationEvent: Equatable, Sendable {
  /// A message is about to be selected; the selected one is still the one before.
  case willSelect(Identity)
  case didSelect(Identity)
  case didReceive(Identity)
  /// What was inserted was committed.
  case didStartSending(Identity)
  /// What was inserted was cancelled.
  case didCancelSending(Identity)
  case transcriptChanged([ConversationChange])
}
