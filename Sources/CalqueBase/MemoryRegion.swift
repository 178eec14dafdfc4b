import CPlatform

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
