import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Traits of a chain that follow from options, host and language.
final class ChainTraits: Sendable {
  let schema: CatalogSchema
  /// Variables for all calls.
  let variables: ArgumentList
  let suffixes: ChainSuffixes
  let forms: PluralForms
  let isModern: Bool
  let hasForms: Bool
  let contextSeparator: ShortText
  let nestingPrefix: ShortText
  let prefixByte: UInt8
  let suffixByte: UInt8
  let nestingSuffixByte: UInt8
  let telling: ByteProbe
  let rendered: ByteProbe
  /// Begins a separator of namespaces.
  private let splittingByte: UInt8?
  let showsMissing: Bool
  let showsOlderMissing: Bool
  let showsObjects: Bool
  let unusual: UInt64

  init(_ options: TranslatorOptions, _ host: HostCallbacks, _ language: Text?) {
    let syntax = options.interpolation
    schema = options.schema
    variables = ArgumentList(options.defaultVariables)
    forms = PluralForms(options)
    suffixes = ChainSuffixes(options, forms, language)
    isModern = options.format.isModern
    let context = ShortText(isModern ? options.contextSeparator.bytes : [0x5F])
    let nesting = ShortText(syntax.nestingPrefix.bytes)
    // Longer separators are left to the second attempt, and suffixes that a separator divides.
    hasForms =
      (options.format != .v4 || options.pluralSeparator.count <= 3) && context != nil
      && (isModern || !Self.dividesForms(options, forms))
    contextSeparator = context ?? .empty
    nestingPrefix = nesting ?? .empty
    prefixByte = syntax.prefix.bytes.first ?? 0
    suffixByte = syntax.suffix.bytes.first ?? 0
    nestingSuffixByte = syntax.nestingSuffix.bytes.first ?? 0
    let texts = [options.nsSeparator ?? "", syntax.prefix, syntax.nestingPrefix, "###"]
    telling = ByteProbe(texts.compactMap { $0.bytes.first })
    rendered = syntax.probe
    splittingByte = options.nsSeparator?.bytes.first
    let isTold =
      options.saveMissing || host.parseMissingKey != nil || Mistakes.areTold(options, host)
    showsMissing = isModern && !isTold && !options.dottedNamespaces
    showsOlderMissing = !isModern && !isTold
    showsObjects = isModern && !options.returnObjects && host.returnedObject == nil
    unusual = Self.unusual(options)
  }

  /// Whether a separator shares a byte with the suffixes of plural forms: formats v1 and ios split a
  /// key with its suffix as they split any key.
  private static func dividesForms(_ options: TranslatorOptions, _ forms: PluralForms) -> Bool {
    let suffix = forms.numbered.bytes + Array("0123456789".utf8)
    let separators = [options.nsSeparator ?? "", options.keySeparator ?? ""]
    return separators.contains { $0.bytes.contains { suffix.contains($0) } }
  }

  /// Whether a key in a catalog has the byte that begins a separator of namespaces.
  func hasSplitKeys(_ catalogs: [Catalog]) -> Bool {
    guard let splittingByte else { return false }
    return catalogs.contains { $0.keyBytes.contains(splittingByte) }
  }

  private static func unusual(_ options: TranslatorOptions) -> UInt64 {
    switch options.format {
    case .ios: return OptionName.ios
    case .v1: return OptionName.versionOne
    default:
      let modern = OptionName.modern & ~OptionName.joinArrays.bit
      // A default that differs from the text is reported.
      return options.updateMissing
        ? modern | OptionName.defaultValue.bit | OptionName.defaultValueForm.bit : modern
    }
  }
}

/// Texts of the options that calls read: what separates and ends keys, the current language.
final class ChainSuffixes: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  let separators: KeySeparators
  let delimiters: Delimiters
  /// Plural suffixes in the order of the categories; empty where one is too long.
  let cardinal: UnsafeMutablePointer<ShortText>
  let ordinal: UnsafeMutablePointer<KeySuffix>
  let plural: KeySuffix
  let numbered: KeySuffix
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Empty when there is none.
  let language: Bytes
  let joinArrays: Bytes?
  /// Between the namespace and the key of a missing text.
  let missing: Bytes
  let marks: KeyMarks

  init(_ options: TranslatorOptions, _ forms: PluralForms, _ language: Text?) {
    let separator = options.pluralSeparator
    let categories = PluralCategory.allCases
    cardinal = .allocate(capacity: categories.count)
    ordinal = .allocate(capacity: categories.count)
    let names = categories.map { Text(stringLiteral: $0.name) }
    let ordinals = names.map { separator + "ordinal" + separator + $0 }
    let syntax = options.interpolation
    let nesting = syntax.nestingPrefix
    let others = [
      options.nsSeparator ?? "", options.keySeparator ?? "", nesting, language ?? "", forms.plural,
      forms.numbered, options.joinArrays ?? "", ":", syntax.prefix, syntax.suffix,
      syntax.nestingSuffix,
    ]
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
    delimiters = Delimiters(
      prefix: copy(syntax.prefix), suffix: copy(syntax.suffix),
      nestingSuffix: copy(syntax.nestingSuffix))
    self.language = language.map { copy($0) } ?? .none
    joinArrays = options.joinArrays.map { copy($0) }
    // i18next 23 and before wrote a colon, whatever the separator was.
    missing = options.format == .v4 ? separators.ns ?? copy(":") : copy(":")
    let telling = [options.interpolation.prefix, nesting].compactMap { $0.bytes.first }
    marks = KeyMarks(separators, telling: telling + [0x23])
    func suffix(_ text: Text) -> KeySuffix { KeySuffix(copy(text)) }
    plural = suffix(forms.plural)
    numbered = suffix(forms.numbered)
    for position in categories.indices {
      (cardinal + position).initialize(
        to: ShortText((separator + names[position]).bytes) ?? .empty)
      (ordinal + position).initialize(to: suffix(ordinals[position]))
    }
  }

  deinit {
    cardinal.deallocate()
    ordinal.deallocate()
    bytes.deallocate()
  }
}
