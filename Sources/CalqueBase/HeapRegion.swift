import CPlatform

/// A region on the C heap, written before it is one.
package final class HeapRegion: MemoryRegion {
  // Unchecked: no longer written.
  nonisolated(unsafe) package let start: UnsafeRawPointer
  package let count: Int

  /// Takes the memory of a buffer, which is not deallocated then.
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
