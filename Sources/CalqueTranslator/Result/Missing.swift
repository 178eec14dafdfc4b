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
    if frame.has(.defaultValueForm), let plural = PluralRequest(frame.pointee.count) {
      for suffix in suffixes(of: plural) {
        if let own = defaultValue(of: suffix.pointee.all) { return own }
      }
    }
    return frame.value(.defaultValue)
  }

  /// The default of a form, if it says anything.
  private func defaultValue(of suffix: Bytes) -> Value? {
    let name = Name(call.joined(Name("defaultValue").bytes, suffix))
    guard let given = frame.named(name)?.pointee, given.isTruthy else { return nil }
    return given.value
  }

  private var forms: PluralForms { core.pointee.chain._withUnsafeGuaranteedRef { $0.traits.forms } }

  private func suffixes(of plural: PluralRequest) -> [UnsafePointer<KeySuffix>] {
    let rules = forms.rules(frame.lng.map { Text($0) } ?? snapshot.language ?? "dev")
    if let numbers = rules.numbers { return [core.suffix(of: numbers.form(of: plural.number))] }
    let own = core.suffix(rules.category(of: plural, isOrdinal: false))
    guard frame.pointee.isOrdinal else { return plural.isZero ? [core.suffix(.zero), own] : [own] }
    return [core.suffix(rules.category(of: plural, isOrdinal: true), isOrdinal: true), own]
  }

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
      shown = .text(namespace + (options.format.hasCategories ? separator : ":") + key)
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
    for lng in lngs {
      for suffix in savedSuffixes(lng, plural) {
        let own = defaultValue(of: call.evaluation.pointee.copy(suffix))
        send([lng], key + suffix, own ?? standard)
      }
    }
  }

  private func savedSuffixes(_ lng: Text, _ plural: PluralRequest) -> [Text] {
    let suffixes = forms.suffixes(lng, isOrdinal: frame.pointee.isOrdinal)
    let zero = options.pluralSeparator + "zero"
    let addsZero =
      options.format.hasCategories && !frame.pointee.isOrdinal && plural.isZero
      && defaultValue(of: call.evaluation.pointee.copy(zero)) != nil && !suffixes.contains(zero)
    return addsZero ? suffixes + [zero] : suffixes
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
    resolution.isValid = true
    (resolution.usedKey, resolution.exactUsedKey) = (key, key)
    (resolution.usedLng, resolution.usedNS) = (language, namespace)
    observe(match(resolution, last))
    return .text
  }
}
