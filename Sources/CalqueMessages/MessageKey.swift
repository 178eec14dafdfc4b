package import CalqueBase

/// A lowercase key with its hash. The bytes are borrowed.
package struct MessageKey {
  let start: UnsafePointer<UInt8>
  let count: Int
  let hash: UInt64

  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
    hash = Hash.of(start, count, seed: Hash.seed)
  }

  /// The length in bytes of the longest ASCII key that is lowercased without allocating.
  private static let short = 128

  /// Calls `body` with the lowercase key, by the full Unicode mapping without a locale.
  @inline(__always)
  package static func lowered<Result>(_ bytes: Bytes, _ body: (MessageKey) -> Result) -> Result {
    guard bytes.count <= short else { return loweredByUnicode(bytes, body) }
    return withUnsafeTemporaryAllocation(byteCount: short, alignment: 8) { buffer in
      guard let base = buffer.baseAddress else { return loweredByUnicode(bytes, body) }
      guard lowerASCII(bytes, into: base) else { return loweredByUnicode(bytes, body) }
      return body(MessageKey(UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), bytes.count))
    }
  }

  package static func lowered<Result>(_ text: Text, _ body: (MessageKey) -> Result) -> Result {
    text.bytes.withUnsafeBufferPointer { lowered($0, body) }
  }

  /// The key in lower case, owned.
  static func loweredText(_ text: Text) -> Text {
    if !text.bytes.contains(where: { $0 >= 0x80 }) { return text.lowercasedASCII() }
    return Letters.lowered(text)
  }

  @inline(never)
  private static func loweredByUnicode<Result>(
    _ bytes: Bytes, _ body: (MessageKey) -> Result
  ) -> Result {
    // One byte more, so that the key has an address when it is empty.
    let text = loweredText(Text(bytes)).bytes + [0]
    return text.withUnsafeBufferPointer { lowered in
      // Never empty, because of the extra byte.
      let start = lowered.baseAddress.unsafelyUnwrapped
      return body(MessageKey(start, lowered.count - 1))
    }
  }

  /// Lowercases eight bytes at a time; returns false when a byte is not ASCII.
  @inline(__always)
  private static func lowerASCII(_ bytes: Bytes, into target: UnsafeMutableRawPointer) -> Bool {
    guard let from = UnsafeRawPointer(bytes.baseAddress) else { return true }
    let count = bytes.count
    var seen: UInt64 = 0
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        seen |= lowerWord(from, target, offset)
        offset &+= 8
      }
      seen |= lowerWord(from, target, count &- 8)
    } else {
      for offset in 0..<count {
        let byte = bytes[offset]
        seen |= UInt64(byte)
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        target.storeBytes(of: lower, toByteOffset: offset, as: UInt8.self)
      }
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Lowercases the eight bytes at `offset` and returns their former value.
  @inline(__always)
  private static func lowerWord(
    _ from: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ offset: Int
  ) -> UInt64 {
    let word = from.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    // The top bits mark the bytes that are at least "A", and those that are above "Z".
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let aboveZ = low &+ 0x2525_2525_2525_2525
    let upper = (fromA ^ aboveZ) & 0x8080_8080_8080_8080
    target.storeBytes(of: word | upper >> 2, toByteOffset: offset, as: UInt64.self)
    return word
  }
}
