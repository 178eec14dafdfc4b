import CalqueBase
import CalqueTemplate

/// Checks slots and the records that they lead to, each range before it is read.
///
/// Numbers are 32-bit, so that sums of a few cannot overflow. What is written stays in one function:
/// a structure that is changed and read by turns is copied each time.
struct CatalogRecordCheck {
  private let image: CatalogImage
  /// Of each node: one more than the bytes of the key that leads to its text, once that is checked.
  private let keys: UnsafeMutableBufferPointer<UInt32>
  /// Bytes of the blob that may still be read: what overlaps would let a small file cost much.
  private var budget: Int

  /// - Returns: for each node that is a text one more than the bytes of the key of its record, 0 for
  ///   the others; nil when something is wrong.
  static func keys(of image: CatalogImage) -> [UInt32]? {
    var keys = [UInt32](repeating: 0, count: image.head.nodeCount)
    let areRight = keys.withUnsafeMutableBufferPointer { keys in
      var check = CatalogRecordCheck(image: image, keys: keys, budget: image.head.blobCount)
      return check.areSlotsRight()
    }
    return areRight ? keys : nil
  }

  private mutating func areSlotsRight() -> Bool {
    var used = 0
    for position in stride(from: 0, to: image.slots.count, by: 2) {
      let left = image.slots[position]
      let right = image.slots[position &+ 1]
      // A pair is filled from the left, and a look-up ends where the right one is free.
      if left == 0 {
        guard right == 0 else { return false }
        continue
      }
      guard isSlotRight(left) else { return false }
      used &+= 1
      if right == 0 { continue }
      guard isSlotRight(right) else { return false }
      used &+= 1
    }
    return used <= image.slots.count / 2
  }

  private mutating func isSlotRight(_ word: UInt64) -> Bool {
    let offset = CatalogSlots.offset(of: word)
    guard offset & 7 == 0, offset &+ CatalogLayout.recordHead <= image.head.blobCount else {
      return false
    }
    let record = image.record(at: offset)
    let (key, count) = (record.key, record.keyLength)
    let text = offset &+ CatalogLayout.recordHead &+ count
    let end = text &+ record.textLength
    guard end < image.head.blobCount, record.node < image.head.nodeCount,
      image.bytes(at: end).pointee == 0, image.kind(ofNode: record.node) == record.kind
    else { return false }
    budget &-= end &- offset
    let hash = KeyHash(key, count).value
    guard budget >= 0, word == CatalogSlots.word(hash, layer: 0, offset: offset) else {
      return false
    }
    // Key and text stand together, and hardly ever is there more than ASCII in them.
    if Bytes16.contain(key, count &+ record.textLength, where: Bytes16.wide) {
      guard image.isText(text &- count, count), image.isText(text, record.textLength) else {
        return false
      }
    }
    guard record.kind >= NodeKind.plain.rawValue else { return record.textLength == 0 }
    guard record.kind <= NodeKind.dynamic.rawValue,
      image.number(1, ofNode: record.node) == text,
      image.number(2, ofNode: record.node) == record.textLength, keys[record.node] == 0
    else { return false }
    keys[record.node] = UInt32(truncatingIfNeeded: count &+ 1)
    return record.kind != NodeKind.program.rawValue || isProgramRight(end &+ 1, of: text..<end)
  }

  /// Whether a program goes through its text from begin to end and cuts no character.
  private mutating func isProgramRight(_ start: Int, of text: Range<Int>) -> Bool {
    let end = image.head.blobCount
    var at = start
    var place = text.lowerBound
    while at &+ Pattern.endSize <= end {
      let step = PatternStep(image.blob + at, image.bytes(at: place))
      place &+= step.literalCount
      guard place <= text.upperBound, let operation = step.operation else { return false }
      if operation == .end { return place == text.upperBound }
      let size = operation == .reference ? Pattern.referenceSize : Pattern.variableSize
      at &+= size
      guard at <= end, isCharacter(place) else { return false }
      place &+= step.placeholderCount
      guard place <= text.upperBound, isCharacter(place), step.nameCount > 0,
        step.nameStart &+ step.nameCount <= step.placeholderCount,
        operation != .reference || step.keyHash == KeyHash(step.name, step.nameCount).value
      else { return false }
      budget &-= size
      guard budget >= 0 else { return false }
    }
    return false
  }

  /// Whether a character begins or a text ends there.
  private func isCharacter(_ offset: Int) -> Bool {
    image.bytes(at: offset).pointee & 0xC0 != 0x80
  }
}
