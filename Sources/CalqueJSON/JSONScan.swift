package import CalqueBase

/// Reads JSON text in place, value by value, without storing anything. It accepts nearly all texts
/// that calls pass. Invalid or unusual text is left to `JSON.parse`, which reports the error.
package struct JSONScan {
  package enum Item {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(Bytes)
    /// An array or object, as it is written.
    case tree(Bytes)
  }

  let start: UnsafePointer<UInt8>
  let count: Int
  var offset = 0
  let arena: UnsafeMutablePointer<Arena>
  /// Room to assemble texts with escapes, from the first that is met on.
  var room: UnsafeMutablePointer<UInt8>?
  /// Values are checked and not read.
  private var isSkipping = false

  /// The nesting of arrays and objects.
  package static let deepest = 16

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - arena: memory for texts with escapes, which must outlive the values read.
  package init(_ bytes: Bytes, in arena: UnsafeMutablePointer<Arena>) {
    start = bytes.baseAddress ?? ("" as StaticString).utf8Start
    count = bytes.count
    self.arena = arena
  }

  /// Whether only white space is left.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return offset == count
  }

  /// Whether an array or object begins here.
  package mutating func isAtTree() -> Bool {
    skipSpace()
    return offset < count && (start[offset] == 0x7B || start[offset] == 0x5B)
  }

  /// Whether a text consists of exactly one value.
  package static func isValue(_ bytes: Bytes, in arena: UnsafeMutablePointer<Arena>) -> Bool {
    var scan = JSONScan(bytes, in: arena)
    return scan.skipping { $0.value() != nil } && scan.isAtEnd()
  }

  /// Reads an object.
  ///
  /// - Parameter member: receives each member, including repeated names; returns false to stop.
  /// - Returns: false when the text is left to `JSON.parse`, or `member` returned false.
  package mutating func members(
    deeper: Int = JSONScan.deepest, _ member: (Bytes, Item) -> Bool
  ) -> Bool {
    deeper > 0 && take(0x7B) && membersBehind(deeper: deeper, member)
  }

  /// The value at a path of names and positions separated by dots, in an array or object, which is read to
  /// its end; the last of equal names wins.
  ///
  /// - Returns: nil when there is no such value, or the text is left to `JSON.parse`.
  package func find(_ path: Bytes) -> Item? {
    var (scan, rest) = (self, path)
    while let end = rest.firstIndex(of: 0x2E) {
      guard case .tree(let bytes)? = scan.child(rest.part(0, end)) else { return nil }
      scan = JSONScan(bytes, in: arena)
      rest = rest.part(end &+ 1, rest.count)
    }
    return scan.child(rest)
  }

  @inline(__always)
  private mutating func child(_ name: Bytes) -> Item? {
    var found: Item?
    if take(0x7B) {
      let isRead = membersBehind(deeper: Self.deepest) { candidate, item in
        if candidate.isSame(name) { found = item }
        return true
      }
      return isRead && isAtEnd() ? found : nil
    }
    guard var left = name.arrayPosition() else { return nil }
    let isRead = elements { item in
      if left == 0 { found = item }
      left &-= 1
      return true
    }
    return isRead && isAtEnd() ? found : nil
  }

  // MARK: Values

  /// Members behind the bracket that begins an object.
  private mutating func membersBehind(deeper: Int, _ member: (Bytes, Item) -> Bool) -> Bool {
    if take(0x7D) { return true }
    while true {
      // A name with escapes may contain NUL, which is not allowed in names.
      guard take(0x22), let name = text(withEscapes: false), take(0x3A),
        let item = value(deeper: deeper &- 1),
        member(name, item)
      else { return false }
      if take(0x7D) { return true }
      guard take(0x2C) else { return false }
    }
  }

  /// Reads an array, like `members`.
  package mutating func elements(
    deeper: Int = JSONScan.deepest, _ element: (Item) -> Bool
  ) -> Bool {
    guard deeper > 0, take(0x5B) else { return false }
    if take(0x5D) { return true }
    while true {
      guard let item = value(deeper: deeper &- 1), element(item) else { return false }
      if take(0x5D) { return true }
      guard take(0x2C) else { return false }
    }
  }

  /// The next value; nil when it is left to `JSON.parse`.
  package mutating func value(deeper: Int = JSONScan.deepest) -> Item? {
    skipSpace()
    guard offset < count else { return nil }
    let first = offset
    switch start[offset] {
    case 0x22:
      offset &+= 1
      return text(withEscapes: true).map { .text($0) }
    case 0x7B:
      return skipping { $0.members(deeper: deeper) { _, _ in true } }
        ? .tree(part(from: first)) : nil
    case 0x5B:
      return skipping { $0.elements(deeper: deeper) { _ in true } } ? .tree(part(from: first)) : nil
    case 0x74: return takeWord("true") ? .bool(true) : nil
    case 0x66: return takeWord("false") ? .bool(false) : nil
    case 0x6E: return takeWord("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func skipping(_ body: (inout JSONScan) -> Bool) -> Bool {
    let outer = isSkipping
    isSkipping = true
    defer { isSkipping = outer }
    return body(&self)
  }

  private func part(from first: Int) -> Bytes {
    Bytes(start: start + first, count: offset &- first)
  }

  @inline(__always)
  private mutating func skipSpace() {
    while offset < count, start[offset] <= 0x20, Self.isSpace(start[offset]) { offset &+= 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// The offset behind the quoted text that begins at an offset; nil when it does not end.
  static func textEnd(_ bytes: Bytes, _ quote: Int) -> Int? {
    var offset = quote &+ 1
    while offset < bytes.count, bytes[offset] != 0x22 { offset &+= bytes[offset] == 0x5C ? 2 : 1 }
    return offset < bytes.count ? offset &+ 1 : nil
  }

  /// Consumes white space and one byte after it.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard offset < count, start[offset] == byte else { return false }
    offset &+= 1
    return true
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count &- offset >= length, Word.isSame(start + offset, word.utf8Start, length) else {
      return false
    }
    offset &+= length
    return true
  }

  // MARK: Numbers

  private mutating func number() -> Item? {
    let first = offset
    let isNegative = start[offset] == 0x2D
    if isNegative { offset &+= 1 }
    let digits = offset
    let read = Bytes(start: start, count: count).digits(from: digits)
    offset = read.end
    let length = offset &- digits
    guard length > 0, length <= 18, length == 1 || start[digits] != 0x30 else { return nil }
    if offset < count, start[offset] == 0x2E || start[offset] | 0x20 == 0x65 {
      return fraction(from: first)
    }
    let number = Int64(bitPattern: read.value ?? 0)
    return .int(isNegative ? 0 &- number : number)
  }

  private mutating func fraction(from first: Int) -> Item? {
    if start[offset] == 0x2E {
      offset &+= 1
      guard skipDigits() else { return nil }
    }
    var exponent = offset
    if offset < count, start[offset] | 0x20 == 0x65 {
      offset &+= 1
      if offset < count, start[offset] == 0x2B || start[offset] == 0x2D { offset &+= 1 }
      exponent = offset
      guard skipDigits() else { return nil }
    }
    let length = offset &- first
    // With an exponent of two digits it is finite.
    if isSkipping, length < 32, offset &- exponent <= 2 { return .double(0) }
    let number = Decimal.number(Bytes(start: start + first, count: length))
    return number.flatMap { $0.isFinite ? .double($0) : nil }
  }

  private mutating func skipDigits() -> Bool {
    let first = offset
    offset = Bytes(start: start, count: count).digitsEnd(from: offset)
    return offset > first
  }
}
