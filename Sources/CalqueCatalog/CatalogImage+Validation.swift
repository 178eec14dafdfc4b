package import CalqueBase
import CalqueTemplate

extension CatalogImage {
  /// A block that came from outside, checked so that no look-up can read beyond it, run for ever,
  /// or yield text that is not UTF-8.
  ///
  /// What is not checked is meaning: a program may say something else than its text.
  ///
  /// - Parameter bytes: the block, and nothing behind it but padding.
  /// - Returns: the image and how deep its tree is.
  /// - Throws: `unsupported` for another version of the layout, `corrupt`.
  /// - Complexity: O(bytes).
  package static func validated(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Diagnostic) -> (image: CatalogImage, depth: Int) {
    guard let start = bytes.baseAddress, bytes.count >= CatalogLayout.headSize else {
      throw Diagnostic(.corrupt, "a catalog is cut short")
    }
    guard let head = CatalogImageHead(start) else {
      throw Diagnostic(.unsupported, "a catalog has a layout of another version")
    }
    guard head.slotCount >= 8, head.slotCount & (head.slotCount - 1) == 0, head.nodeCount > 0,
      head.size <= bytes.count
    else { throw Diagnostic(.corrupt, "a catalog is not as large as its head says") }
    var check = CatalogImageCheck(CatalogImage(start, head))
    guard check.areSlotsRight() else {
      throw Diagnostic(.corrupt, "a catalog has a damaged table of messages")
    }
    guard check.isTreeRight() else { throw Diagnostic(.corrupt, "a catalog has a damaged tree") }
    return (check.image, check.depth)
  }
}

/// Walks a block once. Each range is checked before it is read.
private struct CatalogImageCheck {
  let image: CatalogImage
  private let head: CatalogImageHead
  /// Of each node: its text was checked with its record.
  private var isChecked: [Bool]
  private var nextNode = 0
  private var nextMember = 0
  private var leafCount = 0
  /// Objects and arrays inside one another, at most.
  private(set) var depth = 0
  /// Bytes of the blob that may still be read: what overlaps would let a small file cost much.
  private var recordBytes: Int
  private var treeBytes: Int

  /// As deep as the limit on catalogs can be set.
  private static let mostDepth = 512

  init(_ image: CatalogImage) {
    self.image = image
    head = image.head
    isChecked = [Bool](repeating: false, count: image.head.nodeCount)
    recordBytes = image.head.blobCount
    treeBytes = image.head.blobCount
  }

  // MARK: Records

  mutating func areSlotsRight() -> Bool {
    var used = 0
    for position in 0..<head.slotCount {
      let word = image.slots[position]
      if word == 0 { continue }
      used += 1
      // A pair is filled from the left, and a look-up ends where the right one is free.
      guard position % 2 == 0 || image.slots[position - 1] != 0,
        isRecordRight(CatalogSlots.offset(of: word)), isOfItsKey(word)
      else { return false }
    }
    return used <= head.slotCount / 2
  }

  /// Whether the slot of a record has the hash of its key, and the layer of a catalog alone.
  private func isOfItsKey(_ word: UInt64) -> Bool {
    let offset = CatalogSlots.offset(of: word)
    let record = image.record(at: offset)
    let hash = KeyHash(record.key, record.keyLength).value
    return word == CatalogSlots.word(hash, layer: 0, offset: offset)
  }

  private mutating func isRecordRight(_ offset: Int) -> Bool {
    guard offset % 8 == 0, offset + CatalogLayout.recordHead <= head.blobCount else { return false }
    let record = image.record(at: offset)
    let text = offset + CatalogLayout.recordHead + record.keyLength
    let end = text + record.textLength
    guard end < head.blobCount, byte(end) == 0, record.node < head.nodeCount,
      let kind = NodeKind(rawValue: record.kind), image.kind(ofNode: record.node) == record.kind
    else { return false }
    recordBytes -= end - offset
    guard recordBytes >= 0, isText(text - record.keyLength, record.keyLength) else { return false }
    guard kind.isText else { return record.textLength == 0 }
    guard image.number(1, ofNode: record.node) == text,
      image.number(2, ofNode: record.node) == record.textLength, !isChecked[record.node],
      isText(text, record.textLength)
    else { return false }
    isChecked[record.node] = true
    return kind != .program || isProgramRight(end + 1, of: text..<end)
  }

  /// Whether a program goes through its text from begin to end, cutting no character.
  private mutating func isProgramRight(_ start: Int, of text: Range<Int>) -> Bool {
    var at = start
    var place = text.lowerBound
    while at + Pattern.endSize <= head.blobCount {
      let step = PatternStep(image.blob + at, bytes(place))
      place += step.literalCount
      guard place <= text.upperBound, let operation = step.operation else { return false }
      if operation == .end { return place == text.upperBound }
      let size = operation == .reference ? Pattern.referenceSize : Pattern.variableSize
      guard at + size <= head.blobCount, isCharacter(place) else { return false }
      place += step.placeholderCount
      guard place <= text.upperBound, isCharacter(place), step.nameCount > 0,
        step.nameStart + step.nameCount <= step.placeholderCount,
        operation != .reference || step.keyHash == KeyHash(step.name, step.nameCount).value
      else { return false }
      at += size
      recordBytes -= size
      guard recordBytes >= 0 else { return false }
    }
    return false
  }

  /// Whether a character begins or a text ends there.
  private func isCharacter(_ offset: Int) -> Bool { byte(offset) & 0xC0 != 0x80 }

  // MARK: The tree

  /// Nodes and members stand in the order in which a walk meets them, each once: so there is no
  /// way round in a circle, and no two ways to one node.
  mutating func isTreeRight() -> Bool {
    image.kind(ofNode: 0) == NodeKind.object.rawValue && isNodeRight(level: 0)
      && nextNode == head.nodeCount && nextMember == head.memberCount
      && leafCount == head.leafCount
  }

  private mutating func isNodeRight(level: Int) -> Bool {
    let node = nextNode
    guard node < head.nodeCount, let kind = NodeKind(rawValue: image.kind(ofNode: node)) else {
      return false
    }
    nextNode += 1
    if kind == .object || kind == .array {
      return areChildrenRight(of: node, kind, level: level + 1)
    }
    leafCount += 1
    switch kind {
    case .bool: return image.number(1, ofNode: node) <= 1
    case .double: return Double(bitPattern: image.wide(ofNode: node)).isFinite
    case .plain, .program, .dynamic: return isChecked[node] || isTextRight(ofNode: node, kind)
    default: return true
    }
  }

  /// A text without a record.
  private mutating func isTextRight(ofNode node: Int, _ kind: NodeKind) -> Bool {
    kind == .plain && isOwnText(image.number(1, ofNode: node), image.number(2, ofNode: node))
  }

  private mutating func areChildrenRight(
    of node: Int, _ kind: NodeKind, level: Int
  ) -> Bool {
    let first = nextMember
    let count = image.number(2, ofNode: node)
    guard level <= Self.mostDepth, image.number(1, ofNode: node) == first,
      count <= head.memberCount - first
    else { return false }
    depth = max(depth, level)
    nextMember += count
    for position in first..<(first + count) {
      let member = image.member(position)
      guard member.node == nextNode,
        kind == .object || member.nameCount == 0,
        isOwnText(member.name, member.nameCount), isNodeRight(level: level)
      else { return false }
    }
    return true
  }

  // MARK: Bytes

  private func byte(_ offset: Int) -> UInt8 {
    image.blob.load(fromByteOffset: offset, as: UInt8.self)
  }

  private func bytes(_ offset: Int) -> UnsafePointer<UInt8> {
    (image.blob + offset).assumingMemoryBound(to: UInt8.self)
  }

  private mutating func isOwnText(_ offset: Int, _ count: Int) -> Bool {
    treeBytes -= count
    return treeBytes >= 0 && isText(offset, count)
  }

  private func isText(_ offset: Int, _ count: Int) -> Bool {
    guard offset + count <= head.blobCount else { return false }
    return UTF8Check.firstInvalid(UnsafeBufferPointer(start: bytes(offset), count: count)) == nil
  }
}

extension NodeKind {
  fileprivate var isText: Bool { rawValue >= NodeKind.plain.rawValue }
}
