import CalqueBase
import CalqueCatalog
import CalqueLocale

/// A catalog in the order of look-up, with the plural rule of its language. Trivial.
struct Layer {
  let image: CatalogImage
  /// nil where a language is unknown or the format has older plural rules.
  let cardinal: PluralRule?
  let ordinal: PluralRule?
}

/// What a hot call reads: no references, so that reading it costs no counting.
struct ScopeCore {
  /// All layers under one another.
  let table: CatalogTable
  let skips: CatalogSkips
  let layers: UnsafePointer<Layer>
  let layerCount: UInt32
  /// Distinguishes the keys resolved here from those of other scopes; a layer is added to it.
  let tag: UInt32
  let isModern: Bool
  /// The format's categories are CLDR's, and the suffixes are short.
  let hasCategories: Bool
  let pluralFallback: Bool
  let asksForEscape: Bool
  let asksForMissing: Bool
  let hasDefaults: Bool
  /// The suffix of each plural category, separator included.
  let pluralSuffixes: UnsafePointer<ShortText>
  let contextSeparator: ShortText
  /// First bytes of delimiters that a value may not contain without the full rules.
  let prefixByte: UInt8
  let suffixByte: UInt8
  let nestingPrefix: ShortText
  let nestingSuffixByte: UInt8
  /// False when a reference may be looked up in other languages than the text it stands in.
  let followsReferences: Bool
  /// Placeholders and references that hot calls replace.
  let mostReplaces: Int
  /// A missing key shows as it is, and nobody wants to know.
  let showsMissing: Bool
  /// Bytes that make a key more than a plain one: of separators and delimiters.
  let telling: ByteProbe
  /// References inside one another that hot calls follow.
  let deepest: Int
  /// Bytes of a result that hot calls follow references up to.
  let maxOutput: Int
}

/// Up to eight bytes of text, in registers.
struct ShortText {
  let bytes: UInt64
  let count: Int

  init(bytes: UInt64, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// nil when the text is longer.
  init?(_ text: [UInt8]) {
    guard text.count <= 8 else { return nil }
    var bytes: UInt64 = 0
    for (position, byte) in text.enumerated() { bytes |= UInt64(byte) << (8 * UInt64(position)) }
    self.bytes = bytes
    count = text.count
  }

  /// Whether the bytes at a place are these; eight of them may be read.
  @inline(__always)
  func stands(at place: UnsafePointer<UInt8>) -> Bool {
    // What is shifted out does not count.
    count == 0 || (Word.at(place, 0) ^ bytes) &<< UInt64(64 &- 8 &* count) == 0
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    var rest = bytes
    for _ in 0..<count {
      if UInt8(truncatingIfNeeded: rest) == byte { return true }
      rest >>= 8
    }
    return false
  }
}
