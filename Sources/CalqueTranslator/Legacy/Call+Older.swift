import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Second attempts of formats v1 and ios.
extension Call {
  /// - Parameter isObserved: somebody wants to know how the keys were resolved.
  func older(_ keys: UnsafeBufferPointer<Bytes>, isObserved: Bool) -> Translation {
    guard let work = arguments.pointee.work else { return Translation(value: nil) }
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      if let damaged = chain.damaged { _ = snapshot.catalog(damaged.lng, damaged.ns) }
    }
    guard core.pointee.order != .byForm else {
      return IOSRules.with(self, work) { $0.translate(keys, isObserved) }
    }
    return V1Rules.with(self, work) { $0.translate(keys, &$1, isObserved: isObserved) }
  }

  /// Whether any of the keys is found.
  func olderExists(_ keys: UnsafeBufferPointer<Bytes>) -> Bool {
    guard let work = arguments.pointee.work else { return false }
    return keys.contains { key in
      core.pointee.order == .byForm
        ? IOSRules.with(self, work) { $0.exists(key) }
        : V1Rules.with(self, work) { $0.find(key, &$1) != nil }
    }
  }

  // MARK: Keys and chains

  /// Calls `body` with a form of a key, behind its namespace where there is one.
  func withForm<Result>(
    _ key: Bytes, _ suffix: Text, in ns: Bytes = .none, _ separator: Bytes = .none,
    _ body: (Bytes) -> Result
  ) -> Result {
    let count = ns.count + separator.count + key.count + suffix.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 1) { room in
      var form = Output(room.baseAddress, capacity: room.count)
      for part in [ns, separator, key] {
        if let start = part.baseAddress { form.append(start, part.count) }
      }
      form.append(suffix)
      return body(Bytes(start: room.baseAddress, count: count))
    }
  }

  /// The suffix of a form. A function of its own: what is on its stack is not in that of references
  /// in references.
  @inline(never)
  func suffix(_ form: NumberedPlurals.Form) -> Text {
    PluralForms(snapshot.options).suffix(form)
  }

  /// The chain of a namespace and a language, which is empty for the current one.
  ///
  /// - Parameter home: the chain of the current one; nil for that of the translator.
  func olderChain(_ lng: Bytes, _ ns: Bytes, from home: Chain? = nil) -> Chain {
    let home = home ?? snapshot.scope
    guard ns.isEmpty else { return home.other(lng, ns) }
    return home.derived(lng: lng.isEmpty ? nil : Text(lng), own: [""])
  }

  // MARK: Texts

  /// A text with its placeholders replaced; those that nothing is shown for stay.
  func replaced(
    _ text: Text, _ scanner: UnderscoreScanner, _ shown: (UnderscoreScanner.Match) -> Text?
  ) -> Text {
    guard let work = arguments.pointee.work else { return text }
    var result = Text()
    var from = 0
    while let match = scanner.next(in: text, from: from), work.pointee.step(),
      work.pointee.mayGrow(result.count)
    {
      result.append(text.part(from, match.start))
      result.append(shown(match) ?? text.part(match.start, match.end))
      from = match.end
    }
    result.append(text.part(from))
    return result
  }

  /// Tells of a key that is missing.
  ///
  /// - Parameters:
  ///   - lng: where it was looked for first, `all` after that.
  ///   - options: of the call, for the host.
  func tellMissing(
    _ namespace: Bytes, _ key: Text, _ standard: Text?, lng: Text?,
    all: @autoclosure () -> [Text], options: () -> Members
  ) {
    guard snapshot.options.saveMissing else { return }
    var lngs = [lng].compactMap { $0 }
    switch snapshot.options.saveMissingTo {
    case .fallback:
      let fallbacks = snapshot.chain.fallbacks(nil, for: snapshot.language)
      // i18next-ios takes the current language where there are none.
      if core.pointee.order != .byForm || !fallbacks.isEmpty { lngs = fallbacks }
    case .all: lngs = all()
    case .current: break
    }
    let ns = Text(namespace)
    snapshot.tell(lngs, ns, key, standard.map { .text($0) }, false, options)
    snapshot.events.emit(
      "missingKey",
      [.array(lngs.map { .text($0) }), .text(ns), .text(key), .text(standard ?? key)])
  }
}
