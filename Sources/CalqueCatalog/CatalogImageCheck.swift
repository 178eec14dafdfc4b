import CalqueBase
import CalqueTemplate

/// Checks a block from outside, so that no look-up can read beyond it, fail to terminate or yield
/// invalid UTF-8. The meaning is not checked: a program need not correspond to its text.
///
/// Walks the records of the block once, from start to end, and looks each up in the slots. Each range
/// is checked before it is read. Numbers are 32-bit, so that adding a few cannot overflow.
///
/// The functions that run for each record are `mutating`, because others would copy the structure.
struct CatalogImageCheck {
  private let image: CatalogImage
  private let blob: UnsafeRawPointer
  private let slots: CatalogSlots
  private var leafCount = 0
  private var detailCount = 0
  /// The maximal nesting of objects and arrays.
  private var depth = 0
  /// Slots that lead to a record.
  private var foundSlots = 0

  /// The largest value to which the limit for catalogs can be set.
  private static let mostDepth = 512

  private init(_ image: CatalogImage) {
    self.image = image
    blob = image.blob
    slots = image.slots
  }

  /// - Returns: the depth of the tree.
  /// - Throws: `corrupt`.
  /// - Complexity: O(bytes).
  static func depth(of image: CatalogImage) throws(Diagnostic) -> Int {
    var check = CatalogImageCheck(image)
    if check.isRight() { return check.depth }
    throw Diagnostic(.corrupt, "a catalog has a damaged tree")
  }

  private mutating func isRight() -> Bool {
    // At least half of the slots are free, and each used one leads to its own record.
    guard let taken = takenSlots(), taken <= slots.count / 2, isCrowdReadable(),
      CatalogLayout.recordHead <= image.head.blobCount,
      image.root.kind == NodeKind.object.rawValue, image.root.keyLength == 0
    else { return false }
    return end(ofValuesIn: 0, limit: image.head.blobCount, level: 1) == image.head.blobCount
      && leafCount == image.head.leafCount && detailCount == image.head.detailCount
      && foundSlots == taken &+ slots.overflowCount
  }

  // MARK: Slots

  /// The number of used slots; nil when they are not arranged as a look-up expects, which stops
  /// where the right slot of a pair is free.
  private func takenSlots() -> Int? {
    // Without branches, because the used slots are unpredictable.
    var (taken, gaps) = (0, 0)
    var position = 0
    while position < slots.count {
      let left = slots[position] == 0 ? 0 : 1
      let right = slots[position &+ 1] == 0 ? 0 : 1
      taken &+= left &+ right
      gaps |= right & ~left
      position &+= 2
    }
    return gaps == 0 ? taken : nil
  }

  /// Whether the words behind the slots lead to keys within the blob, before any is compared.
  private func isCrowdReadable() -> Bool {
    let end = image.head.blobCount
    for position in 0..<slots.overflowCount {
      let word = slots.overflow(position)
      let offset = CatalogSlots.offset(of: word)
      guard CatalogSlots.layer(of: word) == 0, offset &+ CatalogLayout.recordHead <= end,
        offset &+ CatalogLayout.recordHead &+ image.record(at: offset).keyLength <= end
      else { return false }
    }
    return true
  }

  /// Counts the slot of a record, if a look-up of its key reaches it.
  private mutating func findSlot(of offset: Int, _ key: UnsafePointer<UInt8>, _ count: Int) {
    let hash = KeyHash(key, count).value
    let wanted = CatalogSlots.word(hash, layer: 0, offset: offset)
    var place = slots.first(hash)
    for _ in 0..<CatalogSlots.maximumProbes {
      if slots[place] == 0 { return }
      if slots[place] == wanted {
        foundSlots &+= 1
        return
      }
      place = slots.next(place)
    }
    let overflow = withUnsafePointer(to: blob) { blobs in
      slots.findCrowded(SoughtKey(key, count, hash: hash), in: blobs)
    }
    if overflow == wanted { foundSlots &+= 1 }
  }

  // MARK: Records

  /// - Returns: the offset after the object or array at an offset; nil when it is damaged.
  private mutating func end(ofValuesIn parent: Int, limit: Int, level: Int) -> Int? {
    let record = image.record(at: parent)
    let start = parent &+ CatalogLayout.recordHead &+ record.keyLength &+ 4
    guard level <= Self.mostDepth, start <= limit else { return nil }
    let end = start &+ record.childBytes
    guard end <= limit else { return nil }
    depth = max(depth, level)
    let nameStart = image.nameStart(in: record)
    var offset = start
    for _ in 0..<record.childCount {
      guard let next = self.end(ofRecord: offset, limit: end, nameStart, level) else { return nil }
      offset = next
    }
    return offset == end ? end : nil
  }

  private mutating func end(
    ofRecord offset: Int, limit: Int, _ nameStart: Int, _ level: Int
  ) -> Int? {
    guard offset &+ CatalogLayout.recordHead <= limit else { return nil }
    let record = CatalogRecord(start: blob + offset)
    let count = record.keyLength
    let body = offset &+ CatalogLayout.recordHead &+ count
    // The name is the end of the key and must not start inside a character.
    guard body <= limit, nameStart <= count,
      nameStart == count || isCharacter(body &- count &+ nameStart)
    else { return nil }
    findSlot(of: offset, record.key, count)
    if record.kind >= NodeKind.plain.rawValue { return end(ofText: record, body, limit) }
    guard isText(body &- count, count) else { return nil }
    if record.kind >= NodeKind.array.rawValue {
      return end(ofValuesIn: offset, limit: limit, level: level &+ 1)
    }
    leafCount &+= 1
    switch NodeKind(rawValue: record.kind) {
    case .null: return record.textLength == 0 ? body : nil
    case .bool: return record.textLength <= 1 ? body : nil
    case .int: return body &+ 8 <= limit && record.textLength == 0 ? body &+ 8 : nil
    case .double:
      guard body &+ 8 <= limit, record.textLength == 0,
        Double(bitPattern: record.wide).isFinite
      else { return nil }
      return body &+ 8
    default: return nil
    }
  }

  private mutating func end(ofText record: CatalogRecord, _ start: Int, _ limit: Int) -> Int? {
    let end = start &+ record.textLength
    guard end < limit, record.text[record.textLength] == 0 else { return nil }
    leafCount &+= 1
    // Key and text are adjacent, and nearly always pure ASCII.
    let count = record.keyLength
    if Bytes16.contain(record.key, count &+ record.textLength, where: Bytes16.wide) {
      guard isText(start &- count, count), isText(start, record.textLength) else { return nil }
    }
    switch NodeKind(rawValue: record.kind) {
    case .plain, .dynamic: return end &+ 1
    case .program: return self.end(ofProgram: end &+ 1, limit, of: start..<end)
    default: return nil
    }
  }

  /// A program covers its text from start to end and splits no character.
  private mutating func end(ofProgram start: Int, _ limit: Int, of text: Range<Int>) -> Int? {
    var at = start
    var place = text.lowerBound
    while at &+ Pattern.endSize <= limit {
      let step = PatternStep(blob + at, bytes(place))
      place &+= step.literalCount
      guard place <= text.upperBound, let operation = step.operation else { return nil }
      if operation == .end { return place == text.upperBound ? at &+ Pattern.endSize : nil }
      if operation.hasDetail { detailCount &+= 1 }
      let size = operation.isReference ? Pattern.referenceSize : Pattern.variableSize
      guard at &+ size <= limit, isCharacter(place) else { return nil }
      place &+= step.placeholderCount
      guard place <= text.upperBound, isCharacter(place), step.nameCount > 0,
        step.nameStart &+ step.nameCount <= step.placeholderCount,
        step.unusedBits == 64 &- 8 &* min(step.nameCount, 8),
        !operation.isReference || step.keyHash == KeyHash(step.name, step.nameCount).value
      else { return nil }
      at &+= size
    }
    return nil
  }

  // MARK: Bytes

  @inline(__always)
  private func bytes(_ offset: Int) -> UnsafePointer<UInt8> {
    (blob + offset).assumingMemoryBound(to: UInt8.self)
  }

  /// Whether the offset is the start of a character or the end of the text.
  @inline(__always)
  private func isCharacter(_ offset: Int) -> Bool { bytes(offset).pointee & 0xC0 != 0x80 }

  @inline(__always)
  private func isText(_ offset: Int, _ count: Int) -> Bool {
    UTF8Check.firstInvalid(UnsafeBufferPointer(start: bytes(offset), count: count)) == nil
  }
}
