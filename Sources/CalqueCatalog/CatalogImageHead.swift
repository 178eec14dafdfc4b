import CalqueBase

/// The head of a catalog's block, with the sizes of its parts.
struct CatalogImageHead: Sendable {
  var slotCount = 8
  /// The number of words after the slots.
  var overflowCount = 0
  /// The length of the key separator in bytes; nil when keys are not split.
  var separatorCount: Int?
  var blobCount = 0
  /// The number of texts, numbers, booleans and nulls.
  var leafCount = 0
  /// The number of steps that have a `PatternDetail`.
  var detailCount = 0
  /// The bytes that occur in keys.
  var keyBytes = ByteSet()

  /// The size of the whole block in bytes. The counts are 32-bit, so that it cannot overflow.
  var size: Int {
    CatalogLayout.headSize + CatalogSlots.size(slotCount, overflow: overflowCount) + blobCount
      + CatalogLayout.slack
  }

  init() {}

  /// Reads a head; nil for another version of the layout.
  ///
  /// - Parameter start: the address of at least `CatalogLayout.headSize` bytes.
  init?(_ start: UnsafeRawPointer) {
    func number(_ offset: Int) -> Int {
      Int(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    guard number(0) == Int(CatalogLayout.version) else { return nil }
    slotCount = number(4)
    separatorCount = number(8) > 0 ? number(8) - 1 : nil
    blobCount = number(12)
    leafCount = number(16)
    overflowCount = number(20)
    detailCount = number(24)
    keyBytes = ByteSet(
      words: start.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt64>.self))
  }

  func write(to start: UnsafeMutableRawPointer) {
    let separator = separatorCount.map { $0 + 1 } ?? 0
    let numbers = [
      Int(CatalogLayout.version), slotCount, separator, blobCount, leafCount, overflowCount,
      detailCount,
    ]
    for (position, number) in numbers.enumerated() {
      start.storeBytes(
        of: UInt32(truncatingIfNeeded: number), toByteOffset: 4 * position, as: UInt32.self)
    }
    start.storeBytes(of: keyBytes.words, toByteOffset: 32, as: SIMD4<UInt64>.self)
  }
}
