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
    switch context.pointee.kind {
    case .text where context.pointee.textCount > 0:
      specific = key.adding(
        call.core.pointee.contextSeparator, context.pointee.bytes, in: call.arena)
    case .int, .double:
      let text = ValueText.of(context.pointee.value ?? .null)
      specific = key.adding(
        call.core.pointee.contextSeparator, call.evaluation.pointee.copy(text), in: call.arena)
    default: specific = nil
    }
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

  /// The first result of `body` for the candidates: a key, and a suffix behind it.
  @inline(__always)
  func first(
    _ rules: PluralRules, _ body: (FormedKey, ShortText) -> CatalogRecord?
  ) -> CatalogRecord? {
    if let specific, let found = forms(of: specific, rules, body) { return found }
    return forms(of: key, rules, body)
  }

  private func forms(
    of key: FormedKey, _ rules: PluralRules, _ body: (FormedKey, ShortText) -> CatalogRecord?
  ) -> CatalogRecord? {
    if counts.count > 0, let found = combined(key, rules, body) { return found }
    guard let plural else { return body(key, .empty) }
    func suffixed(
      _ suffixes: UnsafePointer<KeySuffix>, _ category: PluralCategory
    ) -> CatalogRecord? {
      let form = key.adding(suffixes + Int(category.rawValue), in: call.arena)
      return body(form.key, form.suffix)
    }
    func category(_ category: PluralCategory) -> CatalogRecord? {
      suffixed(core.pointee.cardinal, category)
    }
    if let numbers = rules.numbers {
      let form = key.form(numbers.form(of: plural.number), core, in: call.arena)
      if let found = body(form.key, form.suffix) { return found }
    } else {
      if call.frame.pointee.isOrdinal {
        // `key_ordinal_two`, and `key_two` as i18next 21 and 22 spelled it.
        let own = rules.ordinal?.category(of: plural.operands) ?? .other
        if let found = suffixed(core.pointee.ordinal, own) ?? category(own) { return found }
      } else {
        if plural.isZero, let found = category(.zero) { return found }
        let own = rules.cardinal?.category(of: plural.operands) ?? .other
        if let found = category(own) { return found }
      }
      if core.pointee.options.pointee.pluralFallback, let found = category(.other) { return found }
    }
    return body(key, .empty)
  }

  /// The suffixes of several counts joined, then with `other` for one after another from the end.
  @inline(never)
  private func combined(
    _ key: FormedKey, _ rules: PluralRules, _ body: (FormedKey, ShortText) -> CatalogRecord?
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
      if let found = body(FormedKey(bytes.baseAddress ?? Argument.nowhere, bytes.count), .empty) {
        return found
      }
    }
    return nil
  }

  /// Puts out the suffix of a count; nil for that of `other`.
  private func append(_ count: PluralRequest?, _ rules: PluralRules, to form: inout Output) {
    if let count, let numbers = rules.numbers {
      return form.append(call.suffix(of: numbers.form(of: count.number)))
    }
    let category = count.flatMap { rules.cardinal?.category(of: $0.operands) } ?? .other
    form.append((core.pointee.cardinal + Int(category.rawValue)).pointee.all)
  }
}

extension Call {
  /// The suffix of a numbered form, until the call ends.
  func suffix(of form: NumberedPlurals.Form) -> Bytes {
    let form = FormedKey(Argument.nowhere, 0).form(form, core, in: arena)
    return form.key.bytes(form.suffix, in: arena)
  }
}
