import CPlatform

/// A 128-bit identifier of a session, a message or a participant; all zero means none.
public struct Identity: Equatable, Sendable {
  public let high: UInt64
  public let low: UInt64

  package static let none = Identity(high: 0, low: 0)

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an identifier of random bits: RFC 9562, version 4.
  package init(random high: UInt64, _ low: UInt64) {
    self.init(high: high, low: low, version: 4)
  }

  /// A new identity from the system's randomness.
  public static func random() -> Identity {
    let (high, low) = Entropy.words()
    return Identity(random: high, low)
  }

  /// Derives the same identifier from the same names on every machine: RFC 9562, version 8.
  package init(naming parts: [Text]) {
    var bytes = Text()
    for part in parts {
      bytes.append(decimal: part.count)
      bytes.append(0x3A)
      bytes.append(part)
    }
    self.init(high: Hash.of("high" + bytes), low: Hash.of("low" + bytes), version: 8)
  }

  private init(high: UInt64, low: UInt64, version: UInt64) {
    self.high = high & ~0xF000 | version << 12
    self.low = low & ~(0b11 << 62) | 0b10 << 62
  }

  /// Reads 32 hexadecimal digits, with the four hyphens of a UUID or without any.
  ///
  /// - Returns: nil for any other text, and for an identifier that is all zero.
  package init?(_ text: Text) {
    guard text.count == 32 || text.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (offset, byte) in text.bytes.enumerated() {
      if text.count == 36, [8, 13, 18, 23].contains(offset) {
        guard byte == 0x2D else { return nil }
      } else {
        guard let digit = Hexadecimal.value(of: byte) else { return nil }
        (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
      }
    }
    self.init(high: high, low: low)
    if isNone { return nil }
  }

  package var isNone: Bool { self == .none }

  /// The identifier in the form of a UUID, in lowercase.
  package var text: Text {
    var text = Text()
    for offset in 0..<16 {
      if [4, 6, 8, 10].contains(offset) { text.append(0x2D) }
      let word = offset < 8 ? high : low
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - (offset & 7) * 8))
      Hexadecimal.append(byte, to: &text)
    }
    return text
  }
}

extension Identity: Comparable {
  public static func < (left: Identity, right: Identity) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

/// The system's source of randomness.
package enum Entropy {
  /// 128 random bits. Derived from the time if the system cannot provide any, so that callers never
  /// fail.
  package static func words() -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    let isRandom = withUnsafeMutableBytes(of: &words) { bytes in
      calque_platform_random(bytes.baseAddress, bytes.count) != 0
    }
    if isRandom { return words }
    let time = UInt64(bitPattern: calque_platform_milliseconds())
    return (time, time &* Hash.multiplier)
  }
}
