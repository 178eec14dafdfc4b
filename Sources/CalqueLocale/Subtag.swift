import CalqueBase

/// A subtag of a language tag in lower case: up to eight letters and digits as a number, the first one
/// highest, so that subtags compare as their texts do. Trivial.
struct Subtag: Equatable {
  /// Takes the place of a subtag that is not there.
  static let none = Subtag(word: 0)
  /// `und`
  static let anyLanguage = Subtag(word: 0x756E_6400_0000_0000)

  let word: UInt64

  private init(word: UInt64) { self.word = word }

  /// Nil for anything but one to eight letters and digits.
  @inline(never)
  init?(_ bytes: Bytes) {
    guard bytes.count > 0, bytes.count <= 8 else { return nil }
    var word: UInt64 = 0
    for byte in bytes {
      guard byte.isASCIILetter || byte.isASCIIDigit else { return nil }
      word = word << 8 | UInt64(byte.isASCIILetter ? byte | 0x20 : byte)
    }
    self.word = word << UInt64(64 &- 8 &* bytes.count)
  }

  /// As the initializer for bytes.
  init?(_ text: Text) {
    let subtag = text.bytes.withUnsafeBufferPointer { Subtag($0) }
    guard let subtag else { return nil }
    self = subtag
  }

  /// - Parameter literal: Up to eight lower-case letters and digits.
  init(literal: StaticString) {
    var word: UInt64 = 0
    for place in 0..<8 {
      let isThere = place < literal.utf8CodeUnitCount
      word = word << 8 | UInt64(isThere ? literal.utf8Start[place] : 0)
    }
    self.word = word
  }

  /// 0 for `none`.
  var count: Int { 8 &- word.trailingZeroBitCount / 8 }

  var isThere: Bool { word != 0 }

  /// The letter or digit of an extension's first subtag; 0 for a longer one.
  var singleton: UInt8 { count == 1 ? byte(0) : 0 }

  // MARK: Shapes, of BCP 47 and UTS 35

  var isLanguage: Bool {
    let count = count
    return isAlphabetic && count > 1 && count != 4
  }

  var isScript: Bool { count == 4 && isAlphabetic }

  var isRegion: Bool {
    count == 2 && isAlphabetic || count == 3 && (0..<3).allSatisfy { byte($0).isASCIIDigit }
  }

  var isVariant: Bool { count > 4 || count == 4 && byte(0).isASCIIDigit }

  /// A key of the extension `u`: a letter or digit, then a letter.
  var isKeywordKey: Bool { count == 2 && byte(1).isASCIILetter }

  /// A key of the extension `t`: a letter, then a digit.
  var isFieldKey: Bool { count == 2 && byte(0).isASCIILetter && byte(1).isASCIIDigit }

  private var isAlphabetic: Bool { (0..<count).allSatisfy { byte($0).isASCIILetter } }

  private func byte(_ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> UInt64(56 &- 8 &* place))
  }

  // MARK: Writing

  /// Appends the subtag with so many of its first letters in upper case, behind a hyphen unless it is
  /// the first; nothing for `none`.
  @inline(never)
  func append(to output: inout Output, upper: Int = 0) {
    if !isThere { return }
    if output.length > 0 { output.append(0x2D) }
    for place in 0..<count {
      let byte = byte(place)
      output.append(place < upper && byte.isASCIILetter ? byte & 0xDF : byte)
    }
  }
}

/// The replacements of deprecated and overlong subtags, from CLDR.
enum LanguageAliases {
  /// The successor of a language, or of a language and one or two more subtags.
  @inline(never)
  static func language(
    _ language: Subtag, _ second: Subtag = .none, _ third: Subtag = .none
  ) -> Bytes? {
    withKey(language, second, third) { key in
      PackedTable(plain, keyWidth: 3, valueWidth: 3).value(of: key)
        ?? PackedTable(compound, keyWidth: 19, valueWidth: 11).value(of: key)
    }
  }

  static func script(_ script: Subtag) -> Subtag? {
    subtag(PackedTable(scripts, keyWidth: 4, valueWidth: 4), script)
  }

  static func variant(_ variant: Subtag) -> Subtag? {
    subtag(PackedTable(variants, keyWidth: 8, valueWidth: 8), variant)
  }

  /// The successor of a region; of several the one where the language is most spoken, else the
  /// first.
  static func region(_ region: Subtag, _ language: Subtag, _ script: Subtag) -> Subtag? {
    let found = withKey(region, isUpper: true) { key in
      PackedTable(regions, keyWidth: 3, valueWidth: 3).value(of: key)
        ?? PackedTable(divided, keyWidth: 3, valueWidth: 32).value(of: key)
    }
    guard let found else { return nil }
    if found.count <= 3 { return Subtag(found) }
    let likely = script.isThere ? likelyRegion(language, script) : nil
    let wanted = likely ?? likelyRegion(language, .none)
    for place in stride(from: 0, to: found.count, by: 2) {
      let region = Subtag(found.part(place, place &+ 2))
      if region == wanted { return region }
    }
    return Subtag(found.part(0, 2))
  }

  private static func likelyRegion(_ language: Subtag, _ script: Subtag) -> Subtag? {
    subtag(PackedTable(likelyRegions, keyWidth: 8, valueWidth: 2), language, script)
  }

  private static func subtag(
    _ table: PackedTable, _ first: Subtag, _ second: Subtag = .none
  ) -> Subtag? {
    withKey(first, second) { table.value(of: $0) }.flatMap { Subtag($0) }
  }

  /// Calls `body` with subtags as the key of a table.
  @inline(never)
  static func withKey(
    _ first: Subtag, _ second: Subtag = .none, _ third: Subtag = .none, isUpper: Bool = false,
    body: (Bytes) -> Bytes?
  ) -> Bytes? {
    Output.onStack(32) { key in
      first.append(to: &key, upper: isUpper ? 8 : 0)
      second.append(to: &key)
      third.append(to: &key)
      return body(key.bytes)
    }
  }
}
