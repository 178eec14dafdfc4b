import CPlatform

/// A growing buffer on the C heap. Room is reserved once for many writes, which are then plain
/// stores.
///
/// Its single owner must call `deallocate`. (A noncopyable type would do so itself, but Embedded
/// Swift needs its `deinit` in every module that uses the type.)
package struct ByteBuffer {
  package private(set) var start: UnsafeMutableRawPointer
  package private(set) var count = 0
  package private(set) var capacity: Int

  package init(capacity: Int) {
    guard let memory = malloc(max(capacity, 16)) else { abort() }
    start = memory
    self.capacity = max(capacity, 16)
  }

  package func deallocate() { free(start) }

  /// The bytes written so far, valid until more are added.
  package var bytes: Bytes {
    Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: count)
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
    resize(wanted > count ? wanted : .max)
  }

  /// Makes it as large as that, if it is not.
  package mutating func reserve(_ size: Int) {
    if size > capacity { resize(size) }
  }

  private mutating func resize(_ size: Int) {
    guard let memory = realloc(start, size) else { abort() }
    (start, capacity) = (memory, size)
  }
}

/// Bytes that neither change nor move while the object lives, so that catalogs can be read in place.
package final class MemoryRegion: Sendable {
  // Unchecked: no longer written to.
  nonisolated(unsafe) package let start: UnsafeRawPointer
  package let count: Int
  private let free: @Sendable (_ start: UnsafeRawPointer, _ count: Int) -> Void

  /// - Parameter free: called when the object ends.
  package init(
    _ start: UnsafeRawPointer, _ count: Int,
    free: @escaping @Sendable (_ start: UnsafeRawPointer, _ count: Int) -> Void
  ) {
    (self.start, self.count, self.free) = (start, count, free)
  }

  deinit { free(start, count) }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Takes over the memory of a buffer, which must not be deallocated afterwards.
  package convenience init(taking buffer: ByteBuffer) {
    self.init(buffer.taken(), buffer.count) { start, _ in
      CPlatform.free(UnsafeMutableRawPointer(mutating: start))
    }
  }

  /// A copy of bytes.
  package convenience init(copying source: UnsafeRawBufferPointer) {
    var buffer = ByteBuffer(capacity: source.count)
    buffer.append(source.bindMemory(to: UInt8.self))
    self.init(taking: buffer)
  }

  /// Bytes that belong to another object, which this one retains.
  package convenience init(
    _ start: UnsafeRawPointer, _ count: Int, of owner: some AnyObject & Sendable
  ) {
    self.init(start, count) { _, _ in withExtendedLifetime(owner) {} }
  }
}

/// Memory of one call, taken piece by piece and given back all at once.
///
/// The first block belongs to the caller, usually on the stack; further ones come from the heap.
/// Nothing in it is deinitialised, so it holds trivial values only.
package struct Arena {
  private var place: UnsafeMutableRawPointer
  private var left: Int
  /// The newest block of the heap, which begins with the address of the one before.
  private var newest: UnsafeMutableRawPointer?

  private static var smallestBlock: Int { 4096 }
  private static var head: Int { 16 }

  /// - Parameters:
  ///   - block: the first block, aligned to 16 bytes.
  ///   - size: its size in bytes.
  @inline(__always)
  package init(_ block: UnsafeMutableRawPointer, _ size: Int) {
    (place, left, newest) = (block, size, nil)
  }

  /// Calls `body` with an arena whose first block is on the stack.
  @inline(__always)
  package static func onStack<Result>(
    _ body: (UnsafeMutablePointer<Arena>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
      // A block of a fixed size, which is not 0.
      var arena = Arena(block.baseAddress.unsafelyUnwrapped, 1024)
      defer { arena.free() }
      return withUnsafeMutablePointer(to: &arena, body)
    }
  }

  /// Memory aligned to 16 bytes, valid until `free`.
  @inline(__always)
  package mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
    let size = (count &+ 15) & ~15
    guard size <= left else { return takeBlock(size) }
    let taken = place
    place += size
    left &-= size
    return taken
  }

  /// Memory for so many trivial values.
  @inline(__always)
  package mutating func take<Element>(
    _ type: Element.Type, _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    take(count &* MemoryLayout<Element>.stride).assumingMemoryBound(to: type)
  }

  /// A block of the heap. What is left of the one before is kept if that is more.
  @inline(never)
  private mutating func takeBlock(_ size: Int) -> UnsafeMutableRawPointer {
    let room = max(size, Self.smallestBlock)
    let block = UnsafeMutableRawPointer.allocate(byteCount: room &+ Self.head, alignment: 16)
    block.storeBytes(of: newest, as: UnsafeMutableRawPointer?.self)
    newest = block
    if room &- size > left {
      place = block + Self.head + size
      left = room &- size
    }
    return block + Self.head
  }

  /// Gives back the blocks of the heap.
  @inline(__always)
  package func free() {
    if newest != nil { freeBlocks() }
  }

  @inline(never)
  private func freeBlocks() {
    var next = newest
    while let block = next {
      next = block.load(as: UnsafeMutableRawPointer?.self)
      block.deallocate()
    }
  }
}
