import CalqueBase
import CalqueTemplate

/// The keys that are tried for one key in one language, most specific first: all of them, as texts,
/// for calls that are observed or that split keys in their own way.
///
/// With C for `key + contextSeparator + context` and S for the plural suffix of the language:
/// `C_zero`, `C S`, `C` with the cardinal suffix of an ordinal, `C`, then the same for the bare key.
struct Candidates {
  private let format: TranslatorFormat
  private let forms: PluralForms
  private let pluralSeparator: Text
  private let contextSeparator: Text
  private let pluralFallback: Bool
  private let context: Text?
  private let plural: PluralRequest?
  private let isOrdinal: Bool
  /// Several counts at once, in the order in which the call names them.
  private let counts: [PluralRequest]

  init(_ options: TranslatorOptions, _ arguments: UnsafeMutablePointer<CallArguments>) {
    format = options.format
    forms = PluralForms(options)
    pluralSeparator = options.pluralSeparator
    contextSeparator = options.contextSeparator
    pluralFallback = options.pluralFallback
    context = Self.context(arguments.pointee.context?.pointee.value)
    plural = PluralRequest(arguments.pointee.count)
    isOrdinal = arguments.pointee.isOrdinal
    if options.multipleCounts,
      case .object(let counts)? = arguments.value(.counts, "counts")
    {
      self.counts = counts.values.compactMap { PluralRequest($0) }
    } else {
      counts = []
    }
  }

  /// A text that is not empty, or a number.
  static func context(_ value: Value?) -> Text? {
    switch value {
    case .text(let text): text.isEmpty ? nil : text
    case .int(let int): Decimal.text(of: int)
    case .double(let double): Decimal.text(of: double)
    default: nil
    }
  }

  func keys(for key: Text, in code: Text) -> [Text] {
    var keys: [Text] = []
    let suffixes = suffixes(in: code)
    if let context {
      let specific = key + contextSeparator + context
      for suffix in suffixes { keys.append(specific + suffix) }
      keys.append(specific)
    }
    for suffix in suffixes { keys.append(key + suffix) }
    keys.append(key)
    return keys
  }

  private func suffixes(in code: Text) -> [Text] {
    var suffixes = combined(in: code)
    guard let plural else { return suffixes }
    if format == .v4, !isOrdinal, plural.isZero { suffixes.append(pluralSeparator + "zero") }
    let suffix = forms.suffix(code, plural, isOrdinal: isOrdinal)
    suffixes.append(suffix)
    if isOrdinal, format == .v4 { suffixes.append(ordinalAsCardinal(suffix)) }
    if pluralFallback, format == .v4 { suffixes.append(pluralSeparator + "other") }
    return suffixes
  }

  /// `_ordinal_two` as `_two`: how i18next 21 and 22 spelled ordinals.
  private func ordinalAsCardinal(_ suffix: Text) -> Text {
    let mark = pluralSeparator + "ordinal"
    return suffix.hasPrefix(mark) ? suffix.part(mark.count) : suffix
  }

  /// The suffixes of several counts joined, then with `other` for one after another from the end.
  private func combined(in code: Text) -> [Text] {
    guard !counts.isEmpty else { return [] }
    var parts = counts.map { forms.suffix(code, $0, isOrdinal: false) }
    var combined = [Text.joined(parts, by: "")]
    for position in parts.indices.reversed() {
      parts[position] = pluralSeparator + "other"
      combined.append(Text.joined(parts, by: ""))
    }
    return combined
  }
}
