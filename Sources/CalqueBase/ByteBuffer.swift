import CPlatform

/// A growing buffer on the C heap. Room is reserved once for many writes, which are then plain
/// stores.
///
/// Its single owner must call `deallocate`. (A noncopyable type would do so itself, but Embedded
/// Swift needs its `deinit` in every module that uses the type.)
package struct ByteBuffer {
  package private(set) var start: UnsafeMutableRawPointer
  package private(set) var count = 0
  private var capacity: Int

  package init(capacity: Int) {
    guard let memory = malloc(max(capacity, 16)) else { abort() }
    start = memory
    self.capacity = max(capacity, 16)
  }

  package func deallocate() { free(start) }

  /// The bytes written so far, valid until more are added.
  package var bytes: Bytes {
    UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Adds uninitialized bytes and returns their address. The previous `start` becomes invalid.
  @inline(__always)
  package mutating func extend(by added: Int) -> UnsafeMutableRawPointer {
    if capacity &- count < added { grow(by: added) }
    let place = start + count
    count &+= added
    return place
  }

  package mutating func append(_ bytes: Bytes) {
    if let from = bytes.baseAddress { Word.copy(from, to: extend(by: bytes.count), bytes.count) }
  }

  /// Removes bytes from the end.
  package mutating func truncate(to count: Int) { self.count = min(max(count, 0), self.count) }

  /// Inserts uninitialized bytes at the start.
  package mutating func move(by added: Int) {
    let length = count
    _ = extend(by: added)
    memmove(start + added, start, length)
  }

  /// The memory, shrunk to the bytes written. The caller frees it instead of the buffer.
  func taken() -> UnsafeMutableRawPointer {
    if count == capacity { return start }
    return realloc(start, max(count, 1)) ?? start
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    // No allocation is large enough for either sum to overflow.
    let wanted = max(capacity &* 2, count &+ added)
    guard wanted > count, let memory = realloc(start, wanted) else { abort() }
    start = memory
    capacity = wanted
  }
}
