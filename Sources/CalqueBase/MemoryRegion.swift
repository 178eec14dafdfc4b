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
