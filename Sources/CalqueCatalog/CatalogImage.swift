import CalqueBase

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
  package func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64
  ) -> CatalogRecord? {
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
