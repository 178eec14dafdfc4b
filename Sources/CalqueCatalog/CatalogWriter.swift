import CalqueBase

/// The growing parts of a catalog's block; see `CatalogLayout`.
struct CatalogWriter {
  private var nodes: ByteBuffer
  private var members: ByteBuffer
  private(set) var blob: ByteBuffer
  private(set) var leafCount = 0

  /// - Parameter bytes: about how many the tree has as JSON text.
  init(expecting bytes: Int) {
    // Names and texts are a part of the text; heads and programs come to about as much again.
    blob = ByteBuffer(capacity: bytes &* 2 &+ 64)
    nodes = ByteBuffer(capacity: bytes / 4)
    members = ByteBuffer(capacity: bytes / 4)
    // A slot of 0 is free, so that no record may be at 0.
    blob.extend(by: 8).storeBytes(of: 0, as: UInt64.self)
  }

  func deallocate() {
    nodes.deallocate()
    members.deallocate()
    blob.deallocate()
  }

  // MARK: Nodes

  var nodeCount: Int { nodes.count / CatalogLayout.nodeSize }

  /// Adds a text.
  mutating func addLeaf(_ kind: NodeKind, _ text: Int, _ count: Int) {
    leafCount &+= 1
    addNode(kind, text, count)
  }

  mutating func addScalar(_ kind: NodeKind, flag: Bool, wide: UInt64) {
    leafCount &+= 1
    addNode(kind, flag ? 1 : 0, 0)
    node(nodeCount &- 1).storeBytes(of: wide, toByteOffset: 8, as: UInt64.self)
  }

  /// Adds an object or array.
  ///
  /// - Returns: the first of its members, whose fields are still to be set.
  mutating func addContainer(_ kind: NodeKind, _ count: Int) -> Int {
    let first = memberCount
    addNode(kind, first, count)
    _ = members.extend(by: count &* CatalogLayout.memberSize)
    return first
  }

  private mutating func addNode(_ kind: NodeKind, _ first: Int, _ second: Int) {
    let fields = SIMD4(
      kind.rawValue, UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: second), 0)
    nodes.extend(by: CatalogLayout.nodeSize).storeBytes(of: fields, as: SIMD4<UInt32>.self)
  }

  /// Makes the node of a text that of one without a record.
  func setPlain(_ number: Int) {
    let kind = node(number).load(as: UInt32.self)
    if kind > NodeKind.plain.rawValue {
      node(number).storeBytes(of: NodeKind.plain.rawValue, as: UInt32.self)
    }
  }

  /// Whether a look-up by parts of a key goes on below the node, or ends there: all but scalars.
  func isHiding(_ number: Int) -> Bool {
    switch NodeKind(rawValue: node(number).load(as: UInt32.self)) {
    case .null, .array, .object: true
    default: false
    }
  }

  private func node(_ number: Int) -> UnsafeMutableRawPointer {
    nodes.start + number &* CatalogLayout.nodeSize
  }

  // MARK: Members

  var memberCount: Int { members.count / CatalogLayout.memberSize }

  @inline(__always)
  func setMember(_ position: Int, name: Int, nameCount: Int, node: Int) {
    let place = members.start + position &* CatalogLayout.memberSize
    place.storeBytes(of: UInt32(truncatingIfNeeded: name), as: UInt32.self)
    place.storeBytes(
      of: UInt32(truncatingIfNeeded: nameCount), toByteOffset: 4, as: UInt32.self)
    place.storeBytes(of: UInt32(truncatingIfNeeded: node), toByteOffset: 8, as: UInt32.self)
  }

  func member(_ position: Int) -> (name: Bytes, node: Int) {
    let place = members.start + position &* CatalogLayout.memberSize
    let start = blob.start + Int(place.load(as: UInt32.self))
    let count = Int(place.load(fromByteOffset: 4, as: UInt32.self))
    return (
      UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count),
      Int(place.load(fromByteOffset: 8, as: UInt32.self))
    )
  }

  // MARK: The blob

  /// Adds bytes that are no record and returns where they are.
  mutating func append(_ bytes: Bytes) -> Int {
    let offset = blob.count
    blob.append(bytes)
    return offset
  }

  mutating func append(_ bytes: ByteBuffer) {
    Word.copy(bytes.start, to: blob.extend(by: bytes.count), bytes.count)
  }

  /// Adds a record and returns where it is. A program may be appended to it.
  ///
  /// - Parameters:
  ///   - prefix: what the key begins with.
  ///   - name: what it ends with.
  mutating func addRecord(
    _ prefix: ByteBuffer, _ name: Bytes,
    _ text: Bytes, _ kind: NodeKind, node: Int
  ) -> Int {
    blob.align()
    let offset = blob.count
    let keyCount = prefix.count &+ name.count
    let place = blob.extend(by: CatalogLayout.recordHead &+ keyCount &+ text.count &+ 1)
    let head = SIMD4(
      UInt32(truncatingIfNeeded: keyCount), UInt32(truncatingIfNeeded: text.count),
      kind.rawValue, UInt32(truncatingIfNeeded: node))
    place.storeBytes(of: head, as: SIMD4<UInt32>.self)
    var end = place + CatalogLayout.recordHead
    Word.copy(prefix.start, to: end, prefix.count)
    end += prefix.count
    if let start = name.baseAddress { Word.copy(start, to: end, name.count) }
    end += name.count
    if let start = text.baseAddress { Word.copy(start, to: end, text.count) }
    (end + text.count).storeBytes(of: 0, as: UInt8.self)
    return offset
  }

  /// A record, for as long as nothing is added.
  func record(at offset: Int) -> CatalogRecord { CatalogRecord(start: blob.start + offset) }

  // MARK: The block

  /// Puts the parts behind one another.
  ///
  /// - Parameter place: puts the records into the slots, all of which are free.
  func block(
    slotCount: Int, keyBytes: ByteSet, _ place: (UnsafeMutableRawPointer) -> Void
  ) -> (CatalogImage, HeapRegion) {
    var head = CatalogImageHead()
    head.slotCount = slotCount
    head.nodeCount = nodeCount
    head.memberCount = memberCount
    head.blobCount = blob.count
    head.leafCount = leafCount
    head.keyBytes = keyBytes
    let memory = HeapRegion(count: head.size) { base in
      let slots = base + CatalogLayout.headSize
      let slotBytes = slotCount &* CatalogLayout.slotSize
      base.initializeMemory(
        as: UInt8.self, repeating: 0, count: CatalogLayout.headSize &+ slotBytes)
      head.write(to: base)
      place(slots)
      var end = slots + slotBytes
      end.copyMemory(from: nodes.start, byteCount: nodes.count)
      end += nodes.count
      end.copyMemory(from: members.start, byteCount: members.count)
      end += members.count
      end.copyMemory(from: blob.start, byteCount: blob.count)
      end += blob.count
      end.initializeMemory(as: UInt8.self, repeating: 0, count: CatalogLayout.slack)
    }
    return (CatalogImage(memory.start, head), memory)
  }
}
