import CPlatform
import CalqueBase

/// Reading CLDR's patterns and lists. An empty text stands for a fact that is not stated.
extension Bytes {
  /// Another text for an empty one.
  @inline(never)
  func or(_ other: StaticString) -> Bytes { isEmpty ? Bytes(other) : self }

  /// As `isSame`, by a call.
  @inline(never)
  func isText(_ other: Bytes) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let place = other.baseAddress else { return true }
    return memcmp(start, place, count) == 0
  }

  /// The offset of `{0}` or another placeholder, or of another ASCII text.
  @inline(never)
  func firstIndex(of needle: StaticString) -> Int? { firstIndex(of: Bytes(needle)) }

  func firstIndex(of byte: UInt8) -> Int? { firstIndex(of: byte, from: 0) }

  /// A word of a list; empty when there are fewer.
  @inline(never)
  func word(_ number: Int, by separator: UInt8 = 0x20) -> Bytes {
    var place = 0
    for _ in 0..<number { _ = next(&place, by: separator) }
    return next(&place, by: separator) ?? .none
  }

  /// The number of a word among those of a list.
  @inline(never)
  func number(of word: Bytes, by separator: UInt8 = 0x20) -> Int? {
    var (place, number) = (0, 0)
    while let found = next(&place, by: separator) {
      if found.isText(word) { return number }
      number &+= 1
    }
    return nil
  }

  /// The number that a text begins with; -1 for none.
  @inline(never)
  var leadingNumber: Int {
    let (value, end) = digits()
    return end == 0 ? -1 : Int(Swift.min(value ?? .max, 999_999_999))
  }

  /// The value of `name:value` in a list of words; empty when the name is not there.
  @inline(never)
  func value(of name: Bytes) -> Bytes {
    var place = 0
    while let word = next(&place, by: 0x20) {
      if word.count > name.count, word.part(0, name.count).isText(name), word[name.count] == 0x3A {
        return word.part(name.count &+ 1, word.count)
      }
    }
    return .none
  }

  /// The number of the record that begins with a key, among records of equal width.
  @inline(never)
  func record(_ key: Bytes, width: Int) -> Int? {
    var place = 0
    while place &+ width <= count {
      if part(place, place &+ key.count).isText(key) { return place / width }
      place &+= width
    }
    return nil
  }

  /// The record that begins with a letter; empty for none.
  @inline(never)
  func record(_ letter: UInt8, width: Int) -> Bytes {
    var place = 0
    while place < count, self[place] != letter { place &+= width }
    return part(place, place &+ width)
  }
}
