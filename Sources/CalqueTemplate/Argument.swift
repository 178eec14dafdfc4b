package import CalqueBase

/// A typed argument of a call: borrowed bytes, no allocation.
package struct Argument {
  /// The kinds of the C interface with their numbers, and two more.
  package enum Kind: Int32, Sendable {
    case null = 0
    case int = 1
    case double = 2
    case bool = 3
    case text = 4
    /// A number as text in decimal digits.
    case decimal = 5
    /// Any value, usually an array or object.
    case value = 6
    /// Hides an argument of the same name that a reference would inherit.
    case absent = 7
    /// The text of a JSON array or object.
    case json = 8
  }

  package let name: Name
  package let kind: Kind
  /// The integer, the bits of the double, or the address of the value; 1 for a decimal or JSON text that
  /// was not read.
  fileprivate var bits: UInt64
  package let text: UnsafePointer<UInt8>
  package let textCount: Int

  /// - Parameters:
  ///   - bits: the bits of an integer, boolean or double; 1 for a decimal or JSON text that
  ///     was not read.
  ///   - text: the bytes of a text.
  @inline(__always)
  package init(
    _ name: Bytes, _ kind: Kind, _ bits: UInt64,
    _ text: Bytes = .none
  ) {
    self.init(Name(name), kind, bits, text)
  }

  @inline(__always)
  package init(_ name: Name, _ kind: Kind, _ bits: UInt64, _ text: Bytes) {
    self.name = name
    self.kind = kind
    self.bits = bits
    self.text = text.baseAddress ?? Self.nowhere
    textCount = text.count
  }

  /// - Parameter value: must stay in place while the argument is used.
  package init(_ name: Name, _ value: UnsafePointer<Value>) {
    switch value.pointee {
    case .null: self.init(name, .null, 0, .none)
    case .bool(let bool): self.init(name, .bool, bool ? 1 : 0, .none)
    case .int(let int): self.init(name, .int, UInt64(bitPattern: int), .none)
    case .double(let double): self.init(name, .double, double.bitPattern, .none)
    case .decimal(let text):
      self.init(name, .decimal, 0, text.bytes.withUnsafeBufferPointer { $0 })
    case .text(let text): self.init(name, .text, 0, text.bytes.withUnsafeBufferPointer { $0 })
    case .array, .object: self.init(name, .value, UInt64(UInt(bitPattern: value)), .none)
    }
  }

  /// The same argument with another name.
  package init(_ name: Name, as other: Argument) {
    self.name = name
    kind = other.kind
    bits = other.bits
    (text, textCount) = (other.text, other.textCount)
  }

  @inline(__always)
  package var integer: Int64 { Int64(bitPattern: bits) }

  @inline(__always)
  package var number: Double { Double(bitPattern: bits) }

  /// The value, for the kind `value`.
  package var container: Value {
    UnsafePointer<Value>(bitPattern: UInt(bits))?.pointee ?? .null
  }

  /// Whether it is a decimal or JSON text that may not be valid.
  package var isUnread: Bool { bits == 1 && (kind == .json || kind == .decimal) }

  /// The bytes, for a text, decimal or JSON.
  package var bytes: Bytes { Bytes(start: text, count: textCount) }

  /// The address of empty texts.
  package static var nowhere: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }
}

extension UnsafePointer where Pointee == Argument {
  /// Notes that a decimal or JSON text was read and is valid.
  package func noteRead() {
    // Arguments that calls share are never unread, and must not be written.
    if pointee.isUnread { UnsafeMutablePointer(mutating: self).pointee.bits = 0 }
  }
}

/// The name of an argument or placeholder, with its first eight bytes in a register, so that most
/// names are compared without a loop.
package struct Name {
  private let start: UnsafePointer<UInt8>
  package let count: Int
  private let word: UInt64

  package var bytes: Bytes { Bytes(start: start, count: count) }

  @inline(__always)
  package init(_ bytes: Bytes) {
    self.init(bytes.baseAddress ?? Argument.nowhere, bytes.count)
  }

  @inline(__always)
  package init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
    word = Word.short(start, count)
  }

  /// Whether it equals the name of a step, whose first bytes are `word`.
  @inline(__always)
  package func isSame(_ word: UInt64, _ step: PatternStep) -> Bool {
    // The bytes shifted out lie after the name.
    count == step.nameCount && (word ^ self.word) &<< step.unusedBits == 0
      && (count <= 8 || Word.areManySame(start, step.name, count))
  }

  @inline(__always)
  package func isSame(_ other: Name) -> Bool {
    count == other.count && word == other.word
      && (count <= 8 || Word.areManySame(start, other.start, count))
  }

  /// Whether it is ASCII, as nearly all names of variables are. Others may not even be UTF-8.
  @inline(__always)
  package var isASCII: Bool {
    count <= 8 ? word & 0x8080_8080_8080_8080 == 0 : Word.areASCII(start, count)
  }

  /// Whether it begins with a literal of more than eight bytes.
  package func begins(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    return count >= length && Word.isSame(start, literal.utf8Start, length)
  }

  /// The caller compares the lengths.
  @inline(__always)
  package func reads(_ literal: StaticString) -> Bool {
    isSame(Name(literal.utf8Start, literal.utf8CodeUnitCount))
  }
}
