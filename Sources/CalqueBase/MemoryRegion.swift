import CPlatform

/// Bytes that neither change nor move while the object lives, so that catalogs can be read in
/// place.
package protocol MemoryRegion: AnyObject, Sendable {
  var start: UnsafeRawPointer { get }
  var count: Int { get }
}

extension MemoryRegion {
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

/// Part of a region of memory, which it retains.
package final class MemoryPart: MemoryRegion {
  private let whole: any MemoryRegion
  private let range: Range<Int>

  /// - Parameter range: within the region.
  package init(_ whole: any MemoryRegion, _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  package var start: UnsafeRawPointer { whole.start + range.lowerBound }

  package var count: Int { range.count }
}

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
