import CalqueBase
import CalqueLocale
import CalqueTemplate

/// Keys that are not found: the default or the key is shown, and the host may want to know.
extension Resolved {
  // MARK: Defaults

  var hasDefault: Bool { frame.has(.defaultValue) || frame.has(.defaultValueForm) }

  /// The first default that says anything: for zero, for the plural form, for the cardinal form of
  /// an ordinal, for all.
  var defaultValue: Value? {
    guard frame.has(.defaultValueForm), let plural = PluralRequest(frame.pointee.count) else {
      return frame.value(.defaultValue)
    }
    var rules = forms.rules(frame.lng.map { Text($0) } ?? snapshot.language ?? "dev")
    let form = core.suffix(of: plural, &rules)
    let first =
      frame.pointee.isOrdinal
      ? core.suffix(of: plural, &rules, isOrdinal: true)
      : rules.numbers == nil && plural.isZero ? core.suffix(.zero) : form
    return defaultValue(of: first) ?? defaultValue(of: form) ?? frame.value(.defaultValue)
  }

  /// The default of a form, if it says anything.
  private func defaultValue(of suffix: UnsafePointer<KeySuffix>) -> Value? {
    let name = Name(call.joined(Name("defaultValue").bytes, suffix.pointee.all))
    guard let given = frame.named(name)?.pointee, given.isTruthy else { return nil }
    return given.value
  }

  private var forms: PluralForms { core.pointee.chain._withUnsafeGuaranteedRef { $0.traits.forms } }

  // MARK: What is shown

  func show(
    missing source: Source, _ usedKey: Bool, _ usedDefault: Bool, _ output: inout Output
  ) -> Answer {
    let names = options.appendNamespaceToMissingKey
    guard snapshot.host.parseMissingKey != nil || names else {
      guard usedKey, options.verbatimMissingKeys else { return extend(source, &output) }
      output.append(lastKey)
      return .text
    }
    var shown = call.captured { extend(source, &$0) }.value
    let key = Text(lastKey)
    let namespace = namespaces.last ?? ""
    let separator = call.nsSeparator ?? ":"
    if usedKey, names, shown == .text(key) {
      // i18next 23 and before wrote a colon, whatever the separator was.
      shown = .text(namespace + (options.format == .v4 ? separator : ":") + key)
    }
    if let parse = call.host(snapshot.host.parseMissingKey) {
      let named = names ? namespace + separator + key : key
      if let text = parse(named, usedDefault ? ValueText.of(shown) : nil) { shown = .text(text) }
    }
    return call.give(shown, &output)
  }

  // MARK: Reports

  /// Tells the host of a key that was not found, or whose default changed.
  func reportMissing(_ result: Value?, _ standard: Value?, usedKey: Bool, usedDefault: Bool) {
    let isUpdate = hasDefault && standard != result && options.updateMissing
    guard usedKey || usedDefault || isUpdate else { return }
    let dropsKey =
      options.missingKeyNoValueFallbackToKey || frame.isTruthy(.missingKeyNoValueFallbackToKey)
    let shown = dropsKey && usedKey ? nil : result
    let key = Text(lastKey)
    let lngs = snapshot.targets(frame.lng.map { Text($0) })
    func send(_ lngs: [Text], _ key: Text, _ standard: Value?) {
      guard let snapshot = call.host(snapshot) else { return }
      let value = hasDefault && standard != result ? standard : shown
      snapshot.tell(
        lngs, namespaces.last ?? "", key, value, shown: result ?? .null, isUpdate: isUpdate
      ) { frame.members() }
    }
    guard options.saveMissingPlurals, let plural = PluralRequest(frame.pointee.count) else {
      return send(lngs, key, standard)
    }
    // Without a language, forms are those of "dev".
    for lngs in lngs.isEmpty ? [[]] : lngs.map({ [$0] }) {
      for suffix in savedSuffixes(lngs.first ?? "dev", plural) {
        send(lngs, key + Text(suffix.pointee.all), defaultValue(of: suffix) ?? standard)
      }
    }
  }

  /// The suffixes of all forms of a language, as missing keys are saved under.
  private func savedSuffixes(
    _ lng: Text, _ plural: PluralRequest
  ) -> [UnsafePointer<KeySuffix>] {
    let (rules, isOrdinal) = (forms.rules(lng), frame.pointee.isOrdinal)
    if let numbers = rules.numbers { return numbers.forms.map { core.suffix(of: $0) } }
    var categories = (isOrdinal ? rules.ordinal : rules.cardinal)?.categories ?? [.other]
    if !isOrdinal, plural.isZero, defaultValue(of: core.suffix(.zero)) != nil,
      !categories.contains(.zero)
    {
      categories.append(.zero)
    }
    return categories.map { core.suffix($0, isOrdinal: isOrdinal) }
  }
}

extension Text {
  /// Whether it is the language in which keys are their own texts, in any case of letters.
  var isCIMode: Bool { count == 6 && lowercasedASCII().equals("cimode") }
}

/// The language `cimode`, in which keys are their own texts.
extension Call {
  /// `lng` of the call or the current language, if it is `cimode`.
  var ciMode: Text? {
    let language = frame.lng ?? core.pointee.language
    guard language.count == 6 else { return nil }
    let text = Text(language)
    return text.isCIMode ? text : nil
  }

  func answerCIMode(
    _ keys: UnsafeBufferPointer<Bytes>, _ language: Text, _ output: inout Output
  ) -> Answer {
    let last = parts(of: keys[keys.count - 1])
    let namespaces = last.ns.map { [Text($0)] } ?? core.own
    let (key, namespace) = (Text(last.key), namespaces.last ?? "")
    let appends = options.appendNamespaceToCIMode || frame.isTruthy(.appendNamespaceToCIMode)
    output.append(appends ? namespace + (nsSeparator ?? ":") + key : key)
    let resolution = Resolution()
    (resolution.usedKey, resolution.exactUsedKey) = (key, key)
    (resolution.usedLng, resolution.usedNS) = (language, namespace)
    observe(match(resolution, last))
    return .text
  }
}
