import CalqueBase

/// A message found in a table: bytes that live as long as the state that was searched. Behind them
/// stand NUL and at least 63 bytes more that may be read.
package struct MessageText {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Tells one message from another, for finding circles.
  let identity: UInt

  @inline(__always)
  init(_ entry: UnsafePointer<MessageEntry>, _ index: MessageIndex) {
    bytes = UnsafeBufferPointer(
      start: index.arena + Int(entry.pointee.message), count: Int(entry.pointee.messageCount))
    identity = UInt(bitPattern: entry)
  }
}
