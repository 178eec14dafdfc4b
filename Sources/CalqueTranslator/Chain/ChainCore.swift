import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The part of a chain that calls read. It has no counted references, so reading it costs nothing.
package struct ChainCore {
  /// All layers under one another; empty where keys are not found by their hashes alone.
  var table: CatalogTable
  var layers: UnsafePointer<Layer>
  var layerCount: UInt32 = 0
  let skips: CatalogSkips
  /// Some layer has changes in front of it.
  var hasChanges = false
  var codeCount = 0
  /// The plural rules of each language; there is one at least.
  var plurals: UnsafePointer<PluralRules>
  /// `table` is over all layers.
  var isMerged = false
  /// Keys are found by their hashes, and options of the translator ask for nothing more.
  var isDirect: Bool
  let isModern: Bool
  package let asksForEscape: Bool
  let asksForMissing: Bool
  let asksForFormat: Bool
  /// Variables for all calls: `defaultVariables`.
  let variables: UnsafeBufferPointer<Argument>
  let hasFormatters: Bool
  /// Keys are found by their hash alone: all catalogs are compiled for these options.
  var isCompiled = false
  /// First bytes of delimiters that a raw value may not contain unless the text is scanned.
  let delimiters: ByteProbe
  /// False when a reference may be looked up in other languages than the text it stands in.
  var followsReferences = false
  /// A missing key is shown unchanged and not reported.
  var showsMissing: Bool
  /// Bytes that make a key more than a plain one: of separators and delimiters.
  let telling: ByteProbe
  /// Bytes that make a text more than a plain one.
  let specialInTexts: ByteProbe
  let separators: KeySeparators
  /// Recognises usual keys.
  let marks: KeyMarks
  /// The current language; empty when there is none.
  let language: Bytes
  /// The namespace of the chain if it has exactly one; otherwise empty.
  var ownNamespace = Bytes.none
  /// Some key in a catalog has the first byte of the namespace separator, so that a key that is found
  /// as it stands may have to be split.
  var hasSplitKeys = false
  package unowned(unsafe) let options: TranslatorOptions
  package let limits: TranslatorLimits
  /// The suffix of each plural category, separator included, those of ordinals, and none.
  let categories: UnsafePointer<KeySuffix>
  /// The suffix of the plural where forms are numbered, and those of the numbers.
  let plural: UnsafePointer<KeySuffix>
  let contextSeparator: KeySuffix
  /// Options of a call that choose where a key is looked up, and those that say how a text is rendered.
  let choosing: UInt64
  let rendering: UInt64
  /// References are looked up here by their hashes, and no function of the host takes part: all that
  /// forbids that are options of calls.
  var refersByHash = false
  /// The languages are a list that `lng` of a call does not change.
  var hasList = false
  /// A function of the host takes part in rendering texts.
  let asksHost: Bool
  /// Where calls of formats v1 and ios without a namespace look.
  let standardNS: Bytes
  /// Bytes of texts that a call may read.
  let mostCost: Int
  /// Options that every call has: those of a view; nil for none.
  var fixed: UnsafePointer<Frame>?
  /// Not there only while they are being made.
  var owners: (chain: Unmanaged<Chain>?, snapshot: Unmanaged<Snapshot>?)

  /// No call is made before they are there, and whoever keeps the chain keeps its snapshot.
  var chain: Unmanaged<Chain> { owners.chain.unsafelyUnwrapped }
  var snapshot: Unmanaged<Snapshot> { owners.snapshot.unsafelyUnwrapped }

  /// Whether a catalog is passed over because it is damaged.
  var isDamaged: Bool { chain._withUnsafeGuaranteedRef { $0.damaged != nil } }
  var hasDefaults: Bool { !variables.isEmpty }
}

extension ChainReader {
  /// The chain of another language or namespace, if it is kept.
  ///
  /// - Parameters:
  ///   - lng: empty for the languages of this chain.
  ///   - ns: empty for its namespaces.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    if lng.isEmpty, ns.isEmpty || ns.isSame(pointee.ownNamespace) { return self }
    return pointee.chain._withUnsafeGuaranteedRef { $0.others.known(lng, ns) }
  }

  /// The record of a key as it is.
  ///
  /// - Parameter mark: of the key.
  @inline(__always)
  func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: @autoclosure () -> KeyMark
  ) -> CatalogRecord? {
    pointee.isMerged ? taken(pointee.table.record(key, count, mark())) : layered(key, count)
  }

  /// A record, unless the options skip such ones.
  @inline(__always)
  func taken(_ record: CatalogRecord?) -> CatalogRecord? {
    guard let record, !pointee.skips.skips(record) else { return nil }
    return record
  }

  /// As `record`, where each layer has to be asked.
  @inline(never)
  func layered(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    let mark = KeyHash(key, count).mark
    return firstLayer { taken($0.pointee.record(key, count, mark)) }
  }

  /// Whether a key has the begin of a separator where some key in a catalog has it: it may not mean
  /// what it is in a catalog.
  @inline(__always)
  func mayBeSplit(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    pointee.hasSplitKeys && hasSeparator(key, count)
  }

  @inline(never)
  private func hasSeparator(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    pointee.separators.ns?.first.map {
      Bytes16.contains($0, in: Bytes(start: key, count: count))
    } ?? false
  }

  /// As `mayBeSplit`, of the key of a record, behind which there are other bytes to read.
  @inline(__always)
  func mayBeSplit(_ record: CatalogRecord) -> Bool {
    pointee.hasSplitKeys && !pointee.marks.hasNone(record.key, record.keyLength)
      && hasSeparator(record.key, record.keyLength)
  }

  /// The plural rules of the language of a layer.
  @inline(__always)
  func plurals(of layer: UnsafePointer<Layer>) -> UnsafePointer<PluralRules> {
    pointee.plurals + layer.pointee.code
  }

  /// The first result of `body` for the layers, in the order of look-up.
  @inline(__always)
  func firstLayer<Result>(from: Int = 0, _ body: (UnsafePointer<Layer>) -> Result?) -> Result? {
    for position in from..<max(from, Int(pointee.layerCount)) {
      if let result = body(pointee.layers + position) { return result }
    }
    return nil
  }

  /// The layer whose catalog an address is in.
  func layer(at address: UnsafeRawPointer) -> UnsafePointer<Layer>? {
    firstLayer { $0.pointee.holds(address) == nil ? nil : $0 }
  }

  /// The language of the catalog that an address is in.
  func language(at address: UnsafeRawPointer) -> Text? {
    layer(at: address).map { place(of: $0).lng }
  }

  func place(of layer: UnsafePointer<Layer>) -> (lng: Text, ns: Text) {
    pointee.chain._withUnsafeGuaranteedRef {
      ($0.codes[layer.pointee.code], $0.namespaces[layer.pointee.namespace])
    }
  }

  /// Namespaces of the call itself.
  var own: [Text] { pointee.chain._withUnsafeGuaranteedRef { $0.own } }

  /// The catalog that an address is in.
  func catalog(at address: UnsafeRawPointer) -> Unmanaged<Catalog>? {
    firstLayer { $0.pointee.holds(address) }
  }
}

/// A suffix of any length, such as `_ordinal_two`.
struct KeySuffix {
  let all: Bytes
  /// The same in registers, if it is short.
  let short: ShortText?

  init(_ all: Bytes) { (self.all, short) = (all, ShortText(all)) }
}

extension ChainReader {
  /// The suffix of a category.
  @inline(__always)
  func suffix(_ category: PluralCategory, isOrdinal: Bool = false) -> UnsafePointer<KeySuffix> {
    pointee.categories + Int(category.rawValue)
      + (isOrdinal ? PluralCategory.allCases.count : 0)
  }

  /// The suffix of the key as it stands.
  var none: UnsafePointer<KeySuffix> { pointee.categories + 2 * PluralCategory.allCases.count }

  /// The suffix of a count, by the rules of a language.
  func suffix(
    of count: PluralRequest, _ rules: UnsafePointer<PluralRules>, isOrdinal: Bool = false
  ) -> UnsafePointer<KeySuffix> {
    rules.pointee.numbers.map { suffix(of: $0.form(of: count.number)) }
      ?? suffix(rules.pointee.category(of: count, isOrdinal: isOrdinal), isOrdinal: isOrdinal)
  }

  /// The suffix of a numbered form.
  func suffix(of form: NumberedPlurals.Form) -> UnsafePointer<KeySuffix> {
    switch form {
    case .bare: none
    case .plural: pointee.plural
    case .numbered(let number): pointee.plural + 1 + min(Int(number), NumberedPlurals.largest)
    }
  }
}
