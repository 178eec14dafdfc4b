import CPlatform

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
