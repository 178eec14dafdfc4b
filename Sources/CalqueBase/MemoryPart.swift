/// Part of a region of memory, which it keeps.
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
