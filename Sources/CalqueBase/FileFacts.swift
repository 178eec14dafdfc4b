/// The facts about a file that a conversation needs: whether it is readable, its size and its first
/// bytes.
package enum FileFacts: Sendable {
  /// The number of bytes that suffices to identify any sticker.
  package static let startLength = 512 * 1024

  case missing
  case unreadable
  case readable(size: Int64, start: [UInt8])
}
