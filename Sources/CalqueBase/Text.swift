import CPlatform

/// UTF-8 text owned as bytes.
///
/// Two texts are equal when their bytes are: no normalisation, as in the reference implementations.
/// Embedded Swift's `String` would compare by canonical equivalence and bring the Unicode tables.
package struct Text: Equatable, Sendable {
  package var bytes: [UInt8]

  package init() { bytes = [] }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  @inline(never)
  package init(_ bytes: ArraySlice<UInt8>) {
    self = bytes.withUnsafeBufferPointer { Text($0) }
  }

  // All copies use memcpy: compiled for size, those of arrays go byte by byte.
  @inline(never)
  package init(_ bytes: Bytes) {
    self.bytes = []
    // All empty arrays are one object: writing its count would be a race.
    guard !bytes.isEmpty, let from = bytes.baseAddress else { return }
    self.bytes = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
      if let start = room.baseAddress { memcpy(start, from, bytes.count) }
      count = bytes.count
    }
  }

  package init(_ string: String) { bytes = Array(string.utf8) }

  package var count: Int { bytes.count }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The same text as a Swift string, for hosts and messages; never on a hot path.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  @inline(never)
  @_disfavoredOverload
  package mutating func append(_ other: Text) {
    other.bytes.withUnsafeBufferPointer { append($0) }
  }

  @inline(never)
  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  @inline(never)
  package mutating func append(_ other: ArraySlice<UInt8>) {
    other.withUnsafeBufferPointer { append($0) }
  }

  @inline(never)
  package mutating func append(_ other: Bytes) {
    guard !other.isEmpty, let from = other.baseAddress else { return }
    bytes.append(addingCapacity: other.count) { span in
      span.withUnsafeMutableBufferPointer { room, count in
        if let start = room.baseAddress { memcpy(start + count, from, other.count) }
        count += other.count
      }
    }
  }

  /// Appends an integer in decimal.
  package mutating func append(decimal number: some FixedWidthInteger) {
    append(Decimal.text(of: Int64(clamping: number)))
  }

  @inline(never)
  @_disfavoredOverload
  package static func + (left: Text, right: Text) -> Text {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    var sum = Text()
    sum.bytes.reserveCapacity(left.count + right.count)
    sum.append(left)
    sum.append(right)
    return sum
  }

  @_disfavoredOverload
  package static func += (left: inout Text, right: Text) { left.append(right) }

  @inline(never)
  @_disfavoredOverload
  package static func == (left: Text, right: Text) -> Bool { left.bytes == right.bytes }
}

/// Without NULs, as a `Literal`.
extension Text: ExpressibleByStringLiteral {
  @inline(__always)
  package init(stringLiteral literal: StaticString) { self.init(Literal(stringLiteral: literal)) }
}

/// `"\(lng).\(ns)"`: appending takes fewer bytes than texts that are added up do.
extension Text: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = Text()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    @inline(__always)
    package mutating func appendLiteral(_ literal: StaticString) {
      text.append(Literal(stringLiteral: literal))
    }

    package mutating func appendInterpolation(_ part: Text) { text.append(part) }

    @_disfavoredOverload
    package mutating func appendInterpolation(_ part: Literal) { text.append(part) }

    @_disfavoredOverload
    package mutating func appendInterpolation(_ part: String) { text.append(Text(part)) }

    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      text.append(decimal: number)
    }
  }

  package init(stringInterpolation parts: StringInterpolation) { self = parts.text }
}

extension Array {
  /// `append` as a call: the standard library's is written out wherever it stands.
  @inline(never)
  package mutating func add(_ element: Element) { append(element) }
}

extension [Text] {
  package mutating func append(_ text: Text) { add(text) }
}

extension Text: Comparable {
  /// Orders by bytes, which for UTF-8 is the order of code points.
  package static func < (left: Text, right: Text) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
