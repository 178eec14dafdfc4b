import CalqueBase
import CalqueTemplate

/// The growing blob of a catalog; see `CatalogLayout`.
struct CatalogWriter {
  private(set) var blob: ByteBuffer
  private(set) var leafCount = 0
  private(set) var detailCount = 0

  /// - Parameter bytes: about how many the tree has as JSON text.
  init(expecting bytes: Int) {
    // Names and texts are a part of the text; heads and programs are hardly larger than the rest.
    blob = ByteBuffer(capacity: bytes &+ bytes / 4 &+ 64)
  }

  func deallocate() { blob.deallocate() }

  // MARK: Records

  /// Adds a record but for what is behind its key, and returns where it is.
  ///
  /// - Parameters:
  ///   - prefix: what the key begins with.
  ///   - name: what it ends with.
  ///   - number: the length of a text, and what else stands in its place.
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

  mutating func addText(
    _ text: Bytes, _ kind: NodeKind, _ prefix: Bytes,
    _ name: Bytes
  ) {
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

  mutating func addScalar(
    _ kind: NodeKind, isTrue: Bool = false, _ prefix: Bytes,
    _ name: Bytes
  ) {
    leafCount &+= 1
    _ = addHead(prefix, name, kind, isTrue ? 1 : 0, body: 0)
  }

  mutating func addNumber(
    _ kind: NodeKind, bits: UInt64, _ prefix: Bytes,
    _ name: Bytes
  ) {
    leafCount &+= 1
    addHead(prefix, name, kind, 0, body: 8).storeBytes(of: bits, as: UInt64.self)
  }

  /// Adds an object or array, to be closed when its values are added.
  mutating func addContainer(
    _ kind: NodeKind, childCount: Int, _ prefix: Bytes,
    _ name: Bytes
  ) {
    addHead(prefix, name, kind, childCount, body: 4).storeBytes(of: 0, as: UInt32.self)
  }

  /// Notes how much was added since an object or array.
  func close(_ offset: Int) {
    let container = record(at: offset)
    let start = container.firstChild.start - UnsafeRawPointer(blob.start)
    (blob.start + (start &- 4)).storeBytes(
      of: UInt32(truncatingIfNeeded: blob.count &- start), as: UInt32.self)
  }

  /// A record, for as long as nothing is added.
  func record(at offset: Int) -> CatalogRecord { CatalogRecord(start: blob.start + offset) }

  func offset(of record: CatalogRecord) -> Int { record.start - UnsafeRawPointer(blob.start) }

  // MARK: The block

  /// Puts the parts behind one another.
  ///
  /// - Parameter head: but for what the writer and the slots know.
  func block(_ head: CatalogImageHead, _ table: CatalogSlotTable) -> (CatalogImage, HeapRegion) {
    var head = head
    (head.slotCount, head.crowdedCount) = (table.count, table.slots.crowdedCount)
    head.blobCount = blob.count
    head.leafCount = leafCount
    head.detailCount = detailCount
    let memory = HeapRegion(count: head.size) { base in
      base.initializeMemory(as: UInt8.self, repeating: 0, count: CatalogLayout.headSize)
      head.write(to: base)
      var end = base + CatalogLayout.headSize
      end.copyMemory(from: table.start, byteCount: table.size)
      end += table.size
      end.copyMemory(from: blob.start, byteCount: blob.count)
      end += blob.count
      end.initializeMemory(as: UInt8.self, repeating: 0, count: CatalogLayout.slack)
    }
    return (CatalogImage(memory.start, head), memory)
  }
}
