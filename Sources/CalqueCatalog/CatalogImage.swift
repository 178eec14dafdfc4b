package import CalqueBase

/// Raw access to a catalog's block. Trivial to copy: on the hot path it costs no reference count.
///
/// Reads what its memory says: a block that came from outside is checked by `validate` first.
package struct CatalogImage: @unchecked Sendable {
  // Unchecked: the memory is written once, before the image is shared.
  /// Where the block begins.
  let start: UnsafeRawPointer
  let slots: CatalogSlots
  let nodes: UnsafeRawPointer
  let members: UnsafeRawPointer
  let blob: UnsafeRawPointer
  let head: CatalogImageHead

  /// - Parameter start: of a block whose head is right and whose size is `head.size`.
  init(_ start: UnsafeRawPointer, _ head: CatalogImageHead) {
    self.start = start
    self.head = head
    let table = start + CatalogLayout.headSize
    slots = CatalogSlots(table, count: head.slotCount)
    nodes = table + head.slotCount &* CatalogLayout.slotSize
    members = nodes + head.nodeCount &* CatalogLayout.nodeSize
    blob = members + head.memberCount &* CatalogLayout.memberSize
  }

  // MARK: Nodes and members

  func kind(ofNode node: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(0, ofNode: node)) }

  /// The first to fourth 32 bits of a node.
  func number(_ position: Int, ofNode node: Int) -> Int {
    let start = nodes + node &* CatalogLayout.nodeSize
    return Int(start.loadUnaligned(fromByteOffset: position &* 4, as: UInt32.self))
  }

  /// The last 64 bits of a node.
  func wide(ofNode node: Int) -> UInt64 {
    (nodes + node &* CatalogLayout.nodeSize).loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  /// Where the name of a member is in the blob, and its node.
  func member(_ position: Int) -> (name: Int, nameCount: Int, node: Int) {
    let start = members + position &* CatalogLayout.memberSize
    return (
      Int(start.loadUnaligned(as: UInt32.self)),
      Int(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
      Int(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    )
  }

  // MARK: Records

  /// The record of a key.
  package func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64
  ) -> CatalogRecord? {
    // Not the whole image, which is large, is taken along.
    let blob = blob
    return slots.find(hash) { _, offset in
      let record = CatalogRecord(start: blob + offset)
      return record.hasKey(key, count) ? record : nil
    }
  }

  /// The record at an offset in the blob; the offset must be one that `offset(of:)` gave.
  @inline(__always)
  package func record(at offset: Int) -> CatalogRecord { CatalogRecord(start: blob + offset) }

  package func offset(of record: CatalogRecord) -> Int { record.start - blob }
}

/// A message in a catalog's block; see `CatalogLayout`.
package struct CatalogRecord {
  let start: UnsafeRawPointer

  @inline(__always)
  private func number(at offset: Int) -> Int {
    Int(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inline(__always)
  package var keyLength: Int { number(at: 0) }

  @inline(__always)
  package var textLength: Int { number(at: 4) }

  /// Raw value of the record's `NodeKind`.
  @inline(__always)
  package var kind: UInt32 { start.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }

  @inline(__always)
  package var node: Int { number(at: 12) }

  @inline(__always)
  package var key: UnsafePointer<UInt8> {
    (start + CatalogLayout.recordHead).assumingMemoryBound(to: UInt8.self)
  }

  var hash: UInt64 { KeyHash(key, keyLength).value }

  /// The text; NUL and at least 64 readable bytes follow it.
  @inline(__always)
  package var text: UnsafePointer<UInt8> {
    (start + CatalogLayout.recordHead + keyLength).assumingMemoryBound(to: UInt8.self)
  }

  /// The program of a record of kind `program`.
  @inline(__always)
  package var program: UnsafePointer<UInt8> { text + textLength + 1 }

  @inline(__always)
  package func hasKey(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    keyLength == count && Word.isSame(start + CatalogLayout.recordHead, key, count)
  }
  /// Whether its key is a key with a suffix.
  @inline(__always)
  package func hasKey(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ suffix: ShortText
  ) -> Bool {
    keyLength == count &+ suffix.count && suffix.stands(at: self.key + count)
      && Word.isSame(start + CatalogLayout.recordHead, key, count)
  }
}
