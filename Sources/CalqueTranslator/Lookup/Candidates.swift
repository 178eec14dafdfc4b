import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The forms of a key that are looked for in one language, most specific first, in formats v2 to v4: for
/// look-up by hash, for walking trees, and for `explain`.
///
/// With C for the key, the context separator and the context, and S for the plural suffix of the
/// language: `C_zero`, `C S`, `C` with the cardinal suffix of an ordinal, `C`, then the same for the
/// bare key. With several counts their suffixes come before.
struct Candidates {
  private let call: Call
  private let key: FormedKey
  /// The key with its context.
  private let specific: FormedKey?
  private let plural: PluralRequest?
  /// Several counts at once, in the order in which the call names them.
  private let counts: UnsafeBufferPointer<PluralRequest>

  private var core: UnsafePointer<ChainCore> { call.core }

  init(_ call: Call, _ key: FormedKey) {
    self.call = call
    self.key = key
    plural = call.frame.pointee.count == nil ? nil : PluralRequest(call.frame.pointee.count)
    counts =
      call.core.pointee.options.pointee.multipleCounts
      ? Self.counts(call) : .init(start: nil, count: 0)
    guard let context = call.frame.pointee.context else {
      specific = nil
      return
    }
    // Numbers are contexts too; nothing else is.
    let text: Bytes =
      switch context.pointee.kind {
      case .text: context.pointee.bytes
      case .int, .double: call.evaluation.pointee.copy(ValueText.of(context.pointee.value ?? .null))
      default: .none
      }
    specific =
      text.isEmpty ? nil : key.adding(call.core.pointee.contextSeparator, text, in: call.arena)
  }

  @inline(never)
  private static func counts(_ call: Call) -> UnsafeBufferPointer<PluralRequest> {
    guard case .object(let counts)? = call.frame.value(.counts) else {
      return .init(start: nil, count: 0)
    }
    let given = call.evaluation.pointee.arguments(of: counts)
    let memory = call.arena.pointee.take(PluralRequest.self, max(given.count, 1))
    var end = memory
    for position in given.indices {
      guard let request = PluralRequest(given.baseAddress.map { $0 + position }) else { continue }
      end.initialize(to: request)
      end += 1
    }
    return UnsafeBufferPointer(start: memory, count: end - memory)
  }

  /// The first record that is found for the candidates of a language.
  func first(
    _ rules: UnsafePointer<PluralRules>, in place: some CandidatePlace
  ) -> CatalogRecord? {
    if let specific, let found = forms(of: specific, rules, in: place) { return found }
    return forms(of: key, rules, in: place)
  }

  @inline(never)
  private func forms(
    of key: FormedKey, _ rules: UnsafePointer<PluralRules>, in place: some CandidatePlace
  ) -> CatalogRecord? {
    if counts.count > 0, let found = combined(key, rules, in: place) { return found }
    guard let plural else { return place.record(key, .empty) }
    func found(_ category: PluralCategory, of key: FormedKey) -> CatalogRecord? {
      let form = key.adding(core.pointee.categories + Int(category.rawValue), in: call.arena)
      return place.record(form.key, form.suffix)
    }
    if let numbers = rules.pointee.numbers {
      let form = key.form(numbers.form(of: plural.number), core, in: call.arena)
      if let found = place.record(form.key, form.suffix) { return found }
    } else {
      let isOrdinal = call.frame.pointee.isOrdinal
      let rule = isOrdinal ? rules.pointee.ordinal : rules.pointee.cardinal
      let own = rule?.category(of: plural.operands) ?? .other
      if isOrdinal {
        // `key_ordinal_two`, and `key_two` as i18next 21 and 22 spelled it.
        let ordinal = key.adding(core.pointee.ordinal, .none, in: call.arena)
        if let found = found(own, of: ordinal) { return found }
      } else if plural.isZero, let found = found(.zero, of: key) {
        return found
      }
      if let found = found(own, of: key) { return found }
      if core.pointee.options.pointee.pluralFallback, let found = found(.other, of: key) {
        return found
      }
    }
    return place.record(key, .empty)
  }

  /// The suffixes of several counts joined, then with `other` for one after another from the end.
  @inline(never)
  private func combined(
    _ key: FormedKey, _ rules: UnsafePointer<PluralRules>, in place: some CandidatePlace
  ) -> CatalogRecord? {
    var length = 0
    for others in 0...counts.count {
      // Long lists make long candidates, of which no catalog has any.
      var form = Output(in: call.arena)
      form.append(key.bytes)
      for (position, count) in counts.enumerated() {
        let isOther = position >= counts.count - others
        append(isOther ? nil : count, rules, to: &form)
      }
      call.read(form.length)
      length &+= form.length
      guard length <= call.limits.maxFormBytes else { return nil }
      let bytes = form.bytes
      let key = FormedKey(bytes.baseAddress ?? Argument.nowhere, bytes.count)
      if let found = place.record(key, .empty) { return found }
    }
    return nil
  }

  /// Puts out the suffix of a count; nil for that of `other`.
  private func append(
    _ count: PluralRequest?, _ rules: UnsafePointer<PluralRules>, to form: inout Output
  ) {
    if let count, let numbers = rules.pointee.numbers {
      return form.append(call.suffix(of: numbers.form(of: count.number)))
    }
    let category = count.flatMap { rules.pointee.cardinal?.category(of: $0.operands) } ?? .other
    form.append((core.pointee.categories + Int(category.rawValue)).pointee.all)
  }
}

/// Where candidates are looked for.
protocol CandidatePlace {
  /// The record of a key with a suffix behind it.
  func record(_ key: FormedKey, _ suffix: ShortText) -> CatalogRecord?
}

extension Call {
  /// The suffix of a numbered form, until the call ends.
  func suffix(of form: NumberedPlurals.Form) -> Bytes {
    let form = FormedKey(Argument.nowhere, 0).form(form, core, in: arena)
    return form.key.bytes(form.suffix, in: arena)
  }
}
