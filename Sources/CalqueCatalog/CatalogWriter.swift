import CalqueBase
import CalqueTemplate

/// The growing blob of a catalog; see `CatalogLayout`.
struct CatalogWriter {
  private(set) var blob: ByteBuffer
  private(set) var leafCount = 0
  private(set) var detailCount = 0

  /// - Parameter bytes: the approximate size of the tree as JSON text.
  init(expecting bytes: Int) {
    // Names and texts are part of the JSON text; heads and programs are hardly larger than the
    // rest.
    blob = ByteBuffer(capacity: bytes &+ bytes / 4 &+ 64)
  }

  func deallocate() { blob.deallocate() }

  // MARK: Records

  /// Adds a record up to the end of its key, and returns its offset.
  ///
  /// - Parameters:
  ///   - prefix: the start of the key.
  ///   - name: the end of the key.
  ///   - number: the length of a text, or the value that other records have in its place.
  private mutating func addHead(
    _ prefix: Bytes, _ name: Bytes, _ kind: NodeKind,
    _ number: Int, body: Int
  ) -> UnsafeMutableRawPointer {
    let keyCount = prefix.count &+ name.count
    let place = blob.extend(by: CatalogLayout.recordHead &+ keyCount &+ body)
    let first = UInt32(truncatingIfNeeded: keyCount) << UInt32(CatalogLayout.kindBits)
    place.storeBytes(
      of: SIMD2(first | kind.rawValue, UInt32(truncatingIfNeeded: number)), as: SIMD2<UInt32>.self)
    var end = place + CatalogLayout.recordHead
    if let start = prefix.baseAddress { Word.copy(start, to: end, prefix.count) }
    end += prefix.count
    if let start = name.baseAddress { Word.copy(start, to: end, name.count) }
    return end + name.count
  }

  mutating func addText(_ text: Bytes, _ kind: NodeKind, _ prefix: Bytes, _ name: Bytes) {
    leafCount &+= 1
    let place = addHead(prefix, name, kind, text.count, body: text.count &+ 1)
    if let start = text.baseAddress { Word.copy(start, to: place, text.count) }
    (place + text.count).storeBytes(of: 0, as: UInt8.self)
  }

  /// Adds what follows the record of a text.
  mutating func append(program: ByteBuffer) {
    let start = UnsafeRawPointer(program.start).assumingMemoryBound(to: UInt8.self)
    detailCount &+= Pattern.detailCount(ofProgram: start)
    blob.append(program.bytes)
  }

  /// Adds a value other than a text. An object or array is to be closed when its values are added.
  ///
  /// - Parameter bits: of an integer or double; 1 for true.
  mutating func add(_ kind: NodeKind, bits: UInt64 = 0, _ prefix: Bytes, _ name: Bytes) {
    switch kind {
    case .array, .object:
      addHead(prefix, name, kind, 0, body: 4).storeBytes(of: 0, as: UInt32.self)
      return
    case .int, .double:
      addHead(prefix, name, kind, 0, body: 8).storeBytes(of: bits, as: UInt64.self)
    default: _ = addHead(prefix, name, kind, Int(truncatingIfNeeded: bits), body: 0)
    }
    leafCount &+= 1
  }

  /// Closes an object or array by recording what was added since its start.
  ///
  /// - Parameter childCount: the number of its direct children.
  func close(_ offset: Int, childCount: Int) {
    let start = record(at: offset).firstChild.start - UnsafeRawPointer(blob.start)
    (blob.start + (offset &+ 4)).storeBytes(
      of: UInt32(truncatingIfNeeded: childCount), as: UInt32.self)
    (blob.start + (start &- 4)).storeBytes(
      of: UInt32(truncatingIfNeeded: blob.count &- start), as: UInt32.self)
  }

  /// A record, valid until the next one is added.
  func record(at offset: Int) -> CatalogRecord { CatalogRecord(start: blob.start + offset) }

  func offset(of record: CatalogRecord) -> Int { record.start - UnsafeRawPointer(blob.start) }

  // MARK: The block

  /// Inserts the head and the slots before the records, which are moved, not copied: the writer is
  /// empty afterwards.
  ///
  /// - Parameter head: the head, except for fields that the writer and the slots determine.
  mutating func block(
    _ head: CatalogImageHead, _ table: CatalogSlotTable
  ) -> (CatalogImage, MemoryRegion) {
    var head = head
    (head.slotCount, head.overflowCount) = (table.count, table.slots.overflowCount)
    head.blobCount = blob.count
    head.leafCount = leafCount
    head.detailCount = detailCount
    blob.move(by: CatalogLayout.headSize &+ table.size)
    let base = blob.start
    base.initializeMemory(as: UInt8.self, repeating: 0, count: CatalogLayout.headSize)
    head.write(to: base)
    (base + CatalogLayout.headSize).copyMemory(from: table.start, byteCount: table.size)
    blob.extend(by: CatalogLayout.slack)
      .initializeMemory(as: UInt8.self, repeating: 0, count: CatalogLayout.slack)
    let memory = MemoryRegion(taking: blob)
    blob = ByteBuffer(capacity: 0)
    return (CatalogImage(memory.start, head), memory)
  }
}
