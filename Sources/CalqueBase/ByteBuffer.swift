import CPlatform

/// Bytes that are appended to, on the C heap. Room is made once for many writes, which then are
/// plain stores.
///
/// Not copied: who has it ends it with `deallocate`. (Embedded Swift wants the `deinit` of a type that
/// cannot be copied where the type is used.)
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

  /// Counts bytes as written and returns where they go. The previous `start` is invalid afterwards.
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

  /// Takes bytes off the end.
  package mutating func truncate(to count: Int) { self.count = min(max(count, 0), self.count) }

  /// Makes room in front of what was written, which counts as written then.
  package mutating func move(by added: Int) {
    let length = count
    _ = extend(by: added)
    memmove(start + added, start, length)
  }

  /// The memory without room behind what was written, for who frees it instead of the buffer.
  func taken() -> UnsafeMutableRawPointer {
    if count == capacity { return start }
    return realloc(start, max(count, 1)) ?? start
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    // No allocation is that large: neither sum overflows.
    let wanted = max(capacity &* 2, count &+ added)
    guard wanted > count, let memory = realloc(start, wanted) else { abort() }
    start = memory
    capacity = wanted
  }
}
