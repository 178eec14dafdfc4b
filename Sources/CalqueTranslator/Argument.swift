/// A typed argument of a hot call: borrowed bytes, no allocation.
package struct Argument {
  package enum Kind: UInt8, Sendable {
    case int
    case double
    case bool
    case text
    /// Anything that only the full rules understand.
    case other
  }

  let name: UnsafePointer<UInt8>
  let nameCount: Int
  let kind: Kind
  let integer: Int64
  let number: Double
  let text: UnsafePointer<UInt8>
  let textCount: Int

  package init(
    name: UnsafeBufferPointer<UInt8>, kind: Kind, integer: Int64, number: Double,
    text: UnsafeBufferPointer<UInt8>
  ) {
    self.name = name.baseAddress ?? Self.nowhere
    nameCount = name.count
    self.kind = kind
    self.integer = integer
    self.number = number
    self.text = text.baseAddress ?? Self.nowhere
    textCount = text.count
  }

  /// Where empty texts begin.
  private static var nowhere: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

  @inline(__always)
  func isNamed(_ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard nameCount == count else { return false }
    for offset in 0..<count where name[offset] != other[offset] { return false }
    return true
  }

  @inline(__always)
  func isNamed(_ literal: StaticString) -> Bool {
    isNamed(literal.utf8Start, literal.utf8CodeUnitCount)
  }
}
