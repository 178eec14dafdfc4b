import CPlatform

/// A region on the C heap, filled when it is made.
package final class HeapRegion: MemoryRegion {
  // Unchecked: written by the initializer alone.
  nonisolated(unsafe) package let start: UnsafeRawPointer
  package let count: Int

  /// - Parameter fill: gets the bytes, which it all writes.
  package init(count: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    guard let memory = malloc(max(count, 1)) else { abort() }
    fill(memory)
    start = UnsafeRawPointer(memory)
    self.count = count
  }

  /// A copy of bytes.
  package convenience init(copying source: UnsafeRawBufferPointer) {
    self.init(count: source.count) { memory in
      if let from = source.baseAddress { memory.copyMemory(from: from, byteCount: source.count) }
    }
  }

  deinit { free(UnsafeMutableRawPointer(mutating: start)) }
}
