import CalqueBase
import CalqueCatalog
import CalqueLocale

/// A catalog in the order of look-up, with the plural rule of its language. Trivial.
struct Layer {
  let table: CatalogTable
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
