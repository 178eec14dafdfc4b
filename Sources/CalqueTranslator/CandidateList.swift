import CalqueBase

/// The keys that are tried for one key in one language, most specific first.
///
/// With C for `key + contextSeparator + context` and S for the plural suffix of the language:
/// `C_zero`, `C S`, `C` with the cardinal suffix of an ordinal, `C`, then the same for the bare key.
struct CandidateList {
  private let options: TranslatorOptions
  private let context: Text?
  private let plural: PluralRequest?
  /// Several counts at once, in the order in which the call names them.
  private let counts: [PluralRequest]

  init(_ options: TranslatorOptions, _ callOptions: Members, plural: PluralRequest?) {
    self.options = options
    self.plural = plural
    context = Self.context(callOptions)
    if options.multipleCounts, case .object(let counts)? = callOptions["counts"] {
      self.counts = counts.values.compactMap {
        PluralRequest($0, isOrdinal: false, format: options.format)
      }
    } else {
      counts = []
    }
  }

  /// A text that is not empty, or a number.
  static func context(_ callOptions: Members) -> Text? {
    switch callOptions["context"] {
    case .text(let text)?: text.isEmpty ? nil : text
    case .int(let int)?: Decimal.text(of: int)
    case .double(let double)?: Decimal.text(of: double)
    default: nil
    }
  }

  func keys(for key: Text, in code: Text) -> [Text] {
    var keys: [Text] = []
    let suffixes = suffixes(in: code)
    if let context {
      let specific = key + options.contextSeparator + context
      for suffix in suffixes { keys.append(specific + suffix) }
      keys.append(specific)
    }
    for suffix in suffixes { keys.append(key + suffix) }
    keys.append(key)
    return keys
  }

  private func suffixes(in code: Text) -> [Text] {
    let forms = PluralForms(options)
    var suffixes = combined(in: code, forms)
    guard let plural else { return suffixes }
    if plural.wantsZero { suffixes.append(options.pluralSeparator + "zero") }
    suffixes.append(forms.suffix(code, plural) ?? "")
    if plural.isOrdinal, options.format == .v4 {
      suffixes.append(ordinalAsCardinal(forms.suffix(code, plural) ?? ""))
    }
    if options.pluralFallback, options.format == .v4 {
      suffixes.append(options.pluralSeparator + "other")
    }
    return suffixes
  }

  /// `_ordinal_two` as `_two`: how i18next 21 and 22 spelled ordinals.
  private func ordinalAsCardinal(_ suffix: Text) -> Text {
    let mark = options.pluralSeparator + "ordinal"
    return suffix.hasPrefix(mark) ? suffix.part(mark.count) : suffix
  }

  /// The suffixes of several counts joined, then with `other` for one after another from the end.
  private func combined(in code: Text, _ forms: PluralForms) -> [Text] {
    guard !counts.isEmpty else { return [] }
    var parts = counts.map { forms.suffix(code, $0) ?? "" }
    var combined = [Text.joined(parts, by: "")]
    for position in parts.indices.reversed() {
      parts[position] = options.pluralSeparator + "other"
      combined.append(Text.joined(parts, by: ""))
    }
    return combined
  }
}
