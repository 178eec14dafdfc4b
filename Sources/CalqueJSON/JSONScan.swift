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

  /// Whether a byte comes next, behind white space.
  @inline(__always)
  package mutating func isAt(_ byte: UInt8) -> Bool {
    skipSpace()
    return offset < count && start[offset] == byte
  }

  /// The value that a text consists of; nil when it is left to `JSON.parse`.
  @inline(__always)
  package static func value(of bytes: Bytes, in arena: UnsafeMutablePointer<Arena>) -> Item? {
    var scan = JSONScan(bytes, in: arena)
    guard let item = scan.value(), scan.isAtEnd() else { return nil }
    return item
  }

  /// Reads an array or object.
  ///
  /// - Parameters:
  ///   - bracket: the one that begins it.
  ///   - body: receives each element with an empty name, or each member, including repeated names;
  ///     returns false to stop.
  /// - Returns: false when the text is left to `JSON.parse`, or `body` returned false.
  @inline(__always)
  package mutating func each(_ bracket: UInt8, _ body: (_ name: Bytes, Item) -> Bool) -> Bool {
    // Both brackets are two apart.
    let end = bracket &+ 2
    guard take(bracket) else { return false }
    if take(end) { return true }
    repeat {
      guard let name = bracket == 0x7B ? name() : Bytes.none, let item = value(), body(name, item)
      else { return false }
      if take(end) { return true }
    } while take(0x2C)
    return false
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

  @inline(never)
  private mutating func child(_ name: Bytes) -> Item? {
    let isObject = isAt(0x7B)
    var (left, found): (Int, Item?) = (isObject ? 0 : name.arrayPosition() ?? -1, nil)
    let isRead = each(isObject ? 0x7B : 0x5B) { candidate, item in
      if isObject ? candidate.isSame(name) : left == 0 { found = item }
      left &-= 1
      return true
    }
    return isRead && isAtEnd() ? found : nil
  }

  // MARK: Values

  /// The name of a member, and the colon behind it.
  @inline(__always)
  private mutating func name() -> Bytes? {
    // A name with escapes may contain NUL, which is not allowed in names.
    guard take(0x22), let name = text(withEscapes: false), take(0x3A) else { return nil }
    return name
  }

  /// The next value, inside an array or object or alone; nil when it is left to `JSON.parse`.
  @inline(never)
  package mutating func value() -> Item? {
    skipSpace()
    guard offset < count else { return nil }
    let first = offset
    switch start[offset] {
    case 0x22:
      offset &+= 1
      return text(withEscapes: true).map { .text($0) }
    case 0x7B, 0x5B:
      return skip() ? .tree(Bytes(start: start + first, count: offset &- first)) : nil
    default: return scalar(isRead: true)
    }
  }

  /// Passes over the array or object that comes next; false when it is left to `JSON.parse`.
  @inline(never)
  private mutating func skip() -> Bool {
    // A bit for each array or object that is open, the innermost lowest, below a one: 0 for an object.
    var open: UInt32 = 1
    repeat {
      if open & 1 == 0, name() == nil { return false }
      skipSpace()
      guard offset < count else { return false }
      switch start[offset] {
      case 0x22:
        offset &+= 1
        guard text(withEscapes: true) != nil else { return false }
      case 0x7B, 0x5B:
        guard open >> Self.deepest == 0 else { return false }
        open = open << 1 | (start[offset] == 0x5B ? 1 : 0)
        offset &+= 1
        if !takeEnd(of: &open) { continue }
      default: guard scalar(isRead: false) != nil else { return false }
      }
      while open > 1, takeEnd(of: &open) {}
      guard open == 1 || take(0x2C) else { return false }
    } while open > 1
    return true
  }

  /// Consumes the bracket that ends the innermost of the arrays and objects that are open.
  @inline(__always)
  private mutating func takeEnd(of open: inout UInt32) -> Bool {
    guard take(open & 1 == 0 ? 0x7D : 0x5D) else { return false }
    open >>= 1
    return true
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
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard isAt(byte) else { return false }
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

  // MARK: Words and numbers

  /// - Parameter isRead: otherwise a number is some number.
  @inline(__always)
  private mutating func scalar(isRead: Bool) -> Item? {
    switch start[offset] {
    case 0x74: takeWord("true") ? .bool(true) : nil
    case 0x66: takeWord("false") ? .bool(false) : nil
    case 0x6E: takeWord("null") ? .null : nil
    default: number(isRead: isRead)
    }
  }

  @inline(__always)
  private mutating func number(isRead: Bool) -> Item? {
    let first = offset
    let isNegative = start[offset] == 0x2D
    if isNegative { offset &+= 1 }
    let digits = offset
    let read = Bytes(start: start, count: count).digits(from: digits)
    offset = read.end
    let length = offset &- digits
    guard length > 0, length <= 18, length == 1 || start[digits] != 0x30 else { return nil }
    if offset < count, start[offset] == 0x2E || start[offset] | 0x20 == 0x65 {
      return fraction(from: first, isRead: isRead)
    }
    let number = Int64(bitPattern: read.value ?? 0)
    return .int(isNegative ? 0 &- number : number)
  }

  @inline(never)
  private mutating func fraction(from first: Int, isRead: Bool) -> Item? {
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
    if !isRead, length < 32, offset &- exponent <= 2 { return .double(0) }
    let number = Decimal.number(Bytes(start: start + first, count: length))
    return number.flatMap { $0.isFinite ? .double($0) : nil }
  }

  private mutating func skipDigits() -> Bool {
    let first = offset
    offset = Bytes(start: start, count: count).digitsEnd(from: offset)
    return offset > first
  }
}

extension JSONScan.Item {
  /// A copy of its own; nil when it is left to `JSON.parse`.
  package func value(in arena: UnsafeMutablePointer<Arena>) -> Value? {
    switch self {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .text(let text): return .text(Text(text))
    case .tree(let bytes):
      var (scan, members, elements) = (JSONScan(bytes, in: arena), Members(), [Value]())
      let isObject = scan.isAt(0x7B)
      let isRead = scan.each(isObject ? 0x7B : 0x5B) { name, item in
        guard let value = item.value(in: arena) else { return false }
        if isObject { members[Text(name)] = value } else { elements.append(value) }
        return true
      }
      return !isRead ? nil : isObject ? .object(members) : .array(elements)
    }
  }
}
