import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Traits of a chain that follow from options, host and language.
final class ChainTraits: Sendable {
  let schema: CatalogSchema
  nonisolated(unsafe) let rules: UnsafeMutablePointer<FormatRules>
  /// Variables for all calls.
  let variables: ArgumentList
  let suffixes: ChainSuffixes
  let forms: PluralForms
  let isModern: Bool
  let delimiters: ByteProbe
  let telling: ByteProbe
  let rendered: ByteProbe
  /// Begins a separator of namespaces.
  private let splittingByte: UInt8?
  let showsMissing: Bool

  init(_ options: TranslatorOptions, _ host: HostCallbacks, _ language: Text?) {
    let syntax = options.interpolation
    schema = options.schema
    rules = .allocate(capacity: 1)
    rules.initialize(to: FormatRules(options.format, options.code))
    variables = ArgumentList(options.defaultVariables)
    forms = PluralForms(options)
    suffixes = ChainSuffixes(options, forms, language)
    isModern = options.format.isModern
    delimiters = ByteProbe(
      [syntax.prefix, syntax.suffix, syntax.nestingPrefix].compactMap { $0.bytes.first })
    let texts = [options.nsSeparator ?? "", syntax.prefix, syntax.nestingPrefix, "###"]
    telling = ByteProbe(texts.compactMap { $0.bytes.first })
    rendered = syntax.probe
    splittingByte = options.nsSeparator?.bytes.first
    let isTold =
      options.saveMissing || host.parseMissingKey != nil || Mistakes.areTold(options, host)
    showsMissing =
      isModern && !isTold && !options.dottedNamespaces && !options.appendNamespaceToMissingKey
  }

  deinit {
    rules.deinitialize(count: 1)
    rules.deallocate()
  }

  /// Whether a key in a catalog has the byte that begins a separator of namespaces.
  func hasSplitKeys(_ catalogs: [Catalog]) -> Bool {
    guard let splittingByte else { return false }
    return catalogs.contains { $0.keyBytes.contains(splittingByte) }
  }
}

/// Texts of the options that calls read: what separates and ends keys, the current language.
final class ChainSuffixes: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  let separators: KeySeparators
  /// Plural suffixes in the order of the categories.
  let cardinal: UnsafeMutablePointer<KeySuffix>
  let ordinal: UnsafeMutablePointer<KeySuffix>
  let plural: UnsafeMutablePointer<KeySuffix>
  let numbered: UnsafeMutablePointer<KeySuffix>
  let contextSeparator: KeySuffix
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Empty when there is none.
  let language: Bytes
  let joinArrays: Bytes?
  let marks: KeyMarks

  init(_ options: TranslatorOptions, _ forms: PluralForms, _ language: Text?) {
    let separator = options.pluralSeparator
    let categories = PluralCategory.allCases
    cardinal = .allocate(capacity: 2 * categories.count + 2)
    ordinal = cardinal + categories.count
    plural = ordinal + categories.count
    numbered = plural + 1
    let names = categories.map { Text(stringLiteral: $0.name) }
    let ordinals = names.map { separator + "ordinal" + separator + $0 }
    let syntax = options.interpolation
    let nesting = syntax.nestingPrefix
    let others =
      [
        options.nsSeparator ?? "", options.keySeparator ?? "", nesting, language ?? "",
        forms.plural,
        forms.numbered, options.contextSeparator, options.joinArrays ?? "",
      ] + ordinals
    bytes = .allocate(capacity: (ordinals + others).reduce(8) { $0 + $1.count })
    var place = bytes
    func copy(_ text: Text) -> Bytes {
      for (offset, byte) in text.bytes.enumerated() { place[offset] = byte }
      place += text.count
      return Bytes(start: place - text.count, count: text.count)
    }
    separators = KeySeparators(
      ns: options.nsSeparator.map { copy($0) }, key: options.keySeparator.map { copy($0) },
      // Formats v1 and ios take no key for a sentence.
      areGiven: options.isSeparatorGiven || !options.format.isModern, nesting: copy(nesting))
    self.language = language.map { copy($0) } ?? .none
    joinArrays = options.joinArrays.map { copy($0) }
    let telling = [options.interpolation.prefix, nesting].compactMap { $0.bytes.first }
    marks = KeyMarks(separators, telling: telling + [0x23])
    func suffix(_ text: Text) -> KeySuffix { KeySuffix(copy(text)) }
    plural.initialize(to: suffix(forms.plural))
    numbered.initialize(to: suffix(forms.numbered))
    contextSeparator = suffix(options.format.isModern ? options.contextSeparator : "_")
    for position in categories.indices {
      (ordinal + position).initialize(to: suffix(ordinals[position]))
      (cardinal + position).initialize(to: suffix(separator + names[position]))
    }
  }

  deinit {
    cardinal.deallocate()
    bytes.deallocate()
  }
}
