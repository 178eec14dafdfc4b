/// One step of a change to the transcript, as a list view animates it. Steps are to be applied in
/// order: the position of each counts after the steps before it.
public enum ConversationChange: Equatable, Sendable {
  case removed(position: Int, id: Identity)
  case inserted(position: Int, id: Identity)
  /// A message became its summary, in its place.
  case replaced(position: Int, id: Identity)
}
