import CalqueBase
import CalqueTemplate

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

  /// - Parameters:
  ///   - bits: of an integer, boolean or double.
  ///   - text: of a text.
  @inline(__always)
  package init(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: Kind, _ bits: UInt64,
    _ text: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    self.name = Name(name)
    self.kind = kind
    self.bits = bits
    self.text = text.baseAddress ?? Self.nowhere
    textCount = text.count
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

  /// Whether it is the name of a step, which begins with the bytes of `word`.
  @inline(__always)
  func isSame(_ word: UInt64, _ step: PatternStep) -> Bool {
    // What is shifted out is behind the name.
    count == step.nameCount && (word ^ self.word) &<< step.unusedBits == 0
      && (count <= 8 || Word.isSame(start, step.name, count))
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
