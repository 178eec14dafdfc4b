/// The facts about a file that a conversation needs: whether it can be read, its size and how it
/// starts.
package enum FileFacts: Sendable {
  /// Bytes of a start that say enough about any sticker.
  package static let startLength = 512 * 1024

  case missing
  case unreadable
  case readable(size: Int64, start: [UInt8])
}
