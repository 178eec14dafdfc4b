import CPlatform

/// A region on the C heap, written before the region is created.
package final class HeapRegion: MemoryRegion {
  // Unchecked: no longer written to.
  nonisolated(unsafe) package let start: UnsafeRawPointer
  package let count: Int

  /// Takes over the memory of a buffer, which must not be deallocated afterwards.
  package init(taking buffer: ByteBuffer) {
    count = buffer.count
    start = UnsafeRawPointer(buffer.taken())
  }

  /// A copy of bytes.
  package convenience init(copying source: UnsafeRawBufferPointer) {
    var buffer = ByteBuffer(capacity: source.count)
    buffer.append(source.bindMemory(to: UInt8.self))
    self.init(taking: buffer)
  }

  deinit { free(UnsafeMutableRawPointer(mutating: start)) }
}
