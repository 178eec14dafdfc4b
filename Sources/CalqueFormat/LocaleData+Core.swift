import CalqueBase
import Synchronization

/// The block that is part of the library.
extension LocaleData {
  /// Where it was unpacked to; 0 before that.
  private static let unpacked = Atomic<UInt>(0)

  /// Unpacked when it is first asked for, and kept.
  static var core: LocaleData? {
    let known = UnsafePointer<UInt8>(bitPattern: unpacked.load(ordering: .acquiring))
    return LocaleData(known ?? unpack(), CoreLocaleData.size)
  }

  @inline(never)
  private static func unpack() -> UnsafePointer<UInt8> {
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: CoreLocaleData.size)
    CoreLocaleData.squeezed.withUnsafeBufferPointer { words in
      if let words = words.baseAddress {
        SqueezedReader(words).unpack(to: made, CoreLocaleData.size)
      }
    }
    let (isFirst, known) = unpacked.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if isFirst { return UnsafePointer(made) }
    made.deallocate()
    // Another thread was faster.
    return UnsafePointer(bitPattern: known) ?? unpack()
  }
}

/// Reads what tools/locales/locale_squeeze.py wrote, and describes.
private final class SqueezedReader {
  private static let shortest = 3
  /// Bits of a code.
  private static let longest = 15

  private let words: UnsafePointer<UInt64>
  private var place = 0

  init(_ words: UnsafePointer<UInt64>) { self.words = words }

  func unpack(to start: UnsafeMutablePointer<UInt8>, _ size: Int) {
    let (first, second) = (code(), code())
    var to = start
    while to < start + size {
      let symbol = symbol(first)
      if symbol < 256 {
        to.pointee = UInt8(truncatingIfNeeded: symbol)
        to += 1
        continue
      }
      let count = number(symbol &- 256) &+ Self.shortest
      let from = to - number(self.symbol(second)) - 1
      for place in 0..<count { to[place] = from[place] }
      to += count
    }
  }

  /// Reads a code: for each number of bits how many symbols have so many, and the symbols.
  @inline(never)
  private func code() -> Numbers {
    let code = Numbers()
    for _ in 0..<Self.longest {
      let count = bits(9)
      code.append(count)
      for _ in 0..<count { code.append(bits(9)) }
    }
    return code
  }

  @inline(never)
  private func symbol(_ code: Numbers) -> Int {
    var (bits, first, place) = (0, 0, 0)
    while place < code.count {
      bits = bits << 1 | bit()
      let count = code[place]
      if bits &- first < count { return code[place &+ 1 &+ bits &- first] }
      place &+= 1 &+ count
      first = (first &+ count) << 1
    }
    return 0
  }

  /// A symbol under four is the number; another one has its highest two bits.
  @inline(never)
  private func number(_ symbol: Int) -> Int {
    if symbol < 4 { return symbol }
    let more = symbol >> 1 &- 1
    return (2 | symbol & 1) << more | bits(more)
  }

  private func bits(_ count: Int) -> Int {
    var value = 0
    for at in 0..<count { value |= bit() << at }
    return value
  }

  @inline(never)
  private func bit() -> Int {
    let bit = words[place >> 6] &>> UInt64(place & 63) & 1
    place &+= 1
    return Int(truncatingIfNeeded: bit)
  }
}
