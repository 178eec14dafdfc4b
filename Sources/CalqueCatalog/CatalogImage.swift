package import CalqueBase

/// Raw access to a catalog's block. Trivial to copy: on the hot path it costs no reference count.
///
/// Trusts its memory: a block from outside is checked by `validate` first.
package struct CatalogImage: @unchecked Sendable {
  // Unchecked: the memory is written once, before the image is shared.
  /// The address of the block.
  let start: UnsafeRawPointer
  let slots: CatalogSlots
  let blob: UnsafeRawPointer
  let head: CatalogImageHead

  /// - Parameter start: the address of a block with a valid head and a size of `head.size`.
  init(_ start: UnsafeRawPointer, _ head: CatalogImageHead) {
    self.start = start
    self.head = head
    let table = start + CatalogLayout.headSize
    slots = CatalogSlots(table, count: head.slotCount, overflow: head.overflowCount)
    blob = table + CatalogSlots.size(head.slotCount, overflow: head.overflowCount)
  }

  /// The record of a key.
  package func record(_ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64) -> CatalogRecord? {
    withUnsafePointer(to: blob) { blobs in
      slots.find(SoughtKey(key, count, hash: hash), in: blobs)
        .map { CatalogSlots.record($0, blobs) }
    }
  }

  /// The record at an offset in the blob, which must come from `offset(of:)`.
  @inline(__always)
  package func record(at offset: Int) -> CatalogRecord { CatalogRecord(start: blob + offset) }

  package func offset(of record: CatalogRecord) -> Int { record.start - blob }

  // MARK: The tree

  /// The record of the whole tree.
  var root: CatalogRecord { record(at: 0) }

  /// The offset at which the names of an object's members start in their keys.
  func nameStart(in parent: CatalogRecord) -> Int {
    guard let separator = head.separatorCount, parent.start != blob else { return 0 }
    return parent.keyLength &+ separator
  }
}

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
    keyBytes = ByteSet(words: start.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt64>.self))
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

extension CatalogImage {
  /// A block of which only the head is checked.
  ///
  /// - Parameter bytes: the block, followed by nothing but padding.
  /// - Throws: `unsupported` for another version of the layout, `corrupt`.
  package static func trusted(_ bytes: UnsafeRawBufferPointer) throws(Diagnostic) -> CatalogImage {
    guard let start = bytes.baseAddress, bytes.count >= CatalogLayout.headSize else {
      throw Diagnostic(.corrupt, "a catalog is truncated")
    }
    guard let head = CatalogImageHead(start) else {
      throw Diagnostic(.unsupported, "a catalog was made by another version")
    }
    guard head.slotCount >= 8, head.slotCount & (head.slotCount - 1) == 0,
      head.size <= bytes.count
    else { throw Diagnostic(.corrupt, "the size of a catalog differs from that in its header") }
    return CatalogImage(start, head)
  }
}
