/// One key of a table: where its bytes lie in the table's arena.
struct MessageEntry {
  /// As a count: there is no such text.
  static let absent = UInt32.max

  /// The key in lower case.
  var key: UInt32 = 0
  var keyCount: UInt32 = 0
  /// The key as it was last given.
  var spelling: UInt32 = 0
  var spellingCount: UInt32 = 0
  var message: UInt32 = 0
  var messageCount = MessageEntry.absent
  /// The key in lower case that a synonym stands for.
  var target: UInt32 = 0
  var targetCount = MessageEntry.absent

  var hasMessage: Bool { messageCount != Self.absent }
  var hasTarget: Bool { targetCount != Self.absent }
}
