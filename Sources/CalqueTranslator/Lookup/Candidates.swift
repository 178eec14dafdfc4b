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
  /// The key with its context, if it has one, and the key.
  private let keys: UnsafeBufferPointer<Bytes>
  private let plural: PluralRequest?
  /// Several counts at once, in the order in which the call names them.
  private let counts: UnsafeBufferPointer<PluralRequest>

  private var core: UnsafePointer<ChainCore> { call.core }

  init(_ call: Call, _ key: Bytes) {
    self.call = call
    plural = PluralRequest(call.frame.pointee.count)
    counts = call.options.multipleCounts ? Self.counts(call) : .none
    let keys = call.arena.pointee.take(Bytes.self, 2)
    let context = Self.context(call)
    if !context.isEmpty {
      keys.initialize(to: call.joined(key, call.core.pointee.contextSeparator.all, context))
    }
    let count = context.isEmpty ? 0 : 1
    (keys + count).initialize(to: key)
    self.keys = UnsafeBufferPointer(start: keys, count: count + 1)
  }

  /// The context of a call. Numbers are contexts too; nothing else is.
  static func context(_ call: Call) -> Bytes {
    guard let context = call.frame.pointee.context else { return .none }
    switch context.pointee.kind {
    case .text: return context.pointee.bytes
    case .int, .double:
      return call.arena.pointee.copy(ValueText.of(context.pointee.value ?? .null))
    default: return .none
    }
  }

  @inline(never)
  private static func counts(_ call: Call) -> UnsafeBufferPointer<PluralRequest> {
    guard case .object(let counts)? = call.frame.value(.counts) else { return .none }
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
  @inline(never)
  func first(
    _ rules: UnsafePointer<PluralRules>, in place: some CandidatePlace
  ) -> CatalogRecord? {
    let suffixes = suffixes(rules)
    for key in keys {
      let key = FormedKey(key)
      if counts.count > 0, let found = combined(key, rules, { place.record($0, core.none) }) {
        return found
      }
      for suffix in suffixes {
        if let found = place.record(key, suffix) { return found }
      }
    }
    return nil
  }

  /// The suffixes of the count in a language, the last of which is none.
  private func suffixes(
    _ rules: UnsafePointer<PluralRules>
  ) -> UnsafeBufferPointer<UnsafePointer<KeySuffix>> {
    let all = call.arena.pointee.take(UnsafePointer<KeySuffix>.self, 4)
    var count = 0
    func add(_ suffix: UnsafePointer<KeySuffix>) {
      (all + count).initialize(to: suffix)
      count &+= 1
    }
    if let plural {
      if let numbers = rules.pointee.numbers {
        add(core.suffix(of: numbers.form(of: plural.number)))
      } else {
        let isOrdinal = call.frame.pointee.isOrdinal
        let own = rules.pointee.category(of: plural, isOrdinal: isOrdinal)
        // `key_ordinal_two`, and `key_two` as i18next 21 and 22 spelled it.
        if isOrdinal {
          add(core.suffix(own, isOrdinal: true))
        } else if plural.isZero {
          add(core.suffix(.zero))
        }
        add(core.suffix(own))
        if call.options.pluralFallback { add(core.suffix(.other)) }
      }
    }
    add(core.none)
    return UnsafeBufferPointer(start: all, count: count)
  }

  /// The suffixes of several counts joined, then with `other` for one after another from the end.
  @inline(never)
  private func combined(
    _ key: FormedKey, _ rules: UnsafePointer<PluralRules>, _ find: (FormedKey) -> CatalogRecord?
  ) -> CatalogRecord? {
    var length = 0
    for others in 0...counts.count {
      // Long lists make long candidates, of which no catalog has any.
      var form = Output(in: call.arena)
      form.append(key.bytes)
      for (position, count) in counts.enumerated() {
        let isOther = position >= counts.count - others
        let suffix = isOther ? core.suffix(.other) : core.suffix(of: count, rules)
        form.append(suffix.pointee.all)
      }
      call.read(form.length)
      length &+= form.length
      guard length <= call.limits.maxFormBytes else { return nil }
      if let found = find(FormedKey(form.bytes)) { return found }
    }
    return nil
  }
}

/// Where candidates are looked for.
protocol CandidatePlace {
  /// The record of a key with a suffix behind it.
  func record(_ key: FormedKey, _ suffix: UnsafePointer<KeySuffix>) -> CatalogRecord?
}
