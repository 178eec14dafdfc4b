import CalqueBase

/// A typed argument of a hot call: borrowed bytes, no allocation.
package struct Argument {
  /// The numbers of the C interface.
  package enum Kind: Int32, Sendable {
    /// Anything that only the full rules understand.
    case other = 0
    case int = 1
    case double = 2
    case bool = 3
    case text = 4
  }

  let name: Name
  let kind: Kind
  /// The integer, or the bits of the double.
  private let bits: UInt64
  let text: UnsafePointer<UInt8>
  let textCount: Int

  @inline(__always)
  package init(name: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) {
    self.name = Name(name)
    kind = .text
    bits = 0
    self.text = text.baseAddress ?? Self.nowhere
    textCount = text.count
  }

  @inline(__always)
  package init(name: UnsafeBufferPointer<UInt8>, number: Double) {
    self.init(name: name, .double, number.bitPattern)
  }

  /// - Parameter kind: an integer or boolean, or `other`.
  @inline(__always)
  package init(name: UnsafeBufferPointer<UInt8>, _ kind: Kind, integer: Int64) {
    self.init(name: name, kind, UInt64(bitPattern: integer))
  }

  @inline(__always)
  private init(name: UnsafeBufferPointer<UInt8>, _ kind: Kind, _ bits: UInt64) {
    self.name = Name(name)
    self.kind = kind
    self.bits = bits
    text = Self.nowhere
    textCount = 0
  }

  @inline(__always)
  var integer: Int64 { Int64(bitPattern: bits) }

  @inline(__always)
  var number: Double { Double(bitPattern: bits) }

  /// Where empty texts begin.
  static var nowhere: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }
}

/// A name of an argument or placeholder, its first eight bytes in a register: names are mostly told
/// apart without a loop.
package struct Name {
  private let start: UnsafePointer<UInt8>
  let count: Int
  private let word: UInt64

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes.baseAddress ?? Argument.nowhere, bytes.count)
  }

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
    word = Word.short(start, count)
  }

  /// A name of a byte at least, behind which eight bytes more may be read.
  @inline(__always)
  init(padded start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
    let unused = UInt64(64 &- 8 &* min(count, 8))
    word = (Word.at(start, 0) &<< unused) &>> unused
  }

  @inline(__always)
  func isSame(_ other: Name) -> Bool {
    count == other.count && word == other.word
      && (count <= 8 || Word.isSame(start, other.start, count))
  }

  /// Whether it is in ASCII. Names of variables hardly ever are not; those that are not may not
  /// even be UTF-8.
  @inline(__always)
  var isASCII: Bool {
    if count <= 8 { return word & 0x8080_8080_8080_8080 == 0 }
    for offset in 0..<count where start[offset] >= 0x80 { return false }
    return true
  }

  /// The length is looked at by the caller.
  @inline(__always)
  func reads(_ literal: StaticString) -> Bool {
    isSame(Name(literal.utf8Start, literal.utf8CodeUnitCount))
  }
}
