/// One posting that a conversation knows of. Its number is that of its identifier in the index.
struct Record {
  /// The deadline of a message that is not to expire any more.
  static let kept = Int64.max
  /// The deadline of a message that was not read.
  static let unread: Int64 = 0

  let sequence: Int64
  /// Number of its session, or -1.
  let session: Int32
  var entry: Entry
  /// When it goes, by the host's clock.
  var deadline = Record.unread
}
