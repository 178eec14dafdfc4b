import CalqueBase
import CalqueTemplate
import CalqueCatalog

/// The rules of i18next 2 and later: formats v2, v3 and v4.
///
/// Source: i18next 26.3.6 (v4) and 23.16.8 (v2 and v3, with `compatibilityJSON`).
struct ModernEngine {
  let snapshot: Snapshot
  let state: CallState

  var options: TranslatorOptions { snapshot.options }

  /// Options of a call, and what follows from them.
  struct Call {
    var options: Members
    let keys: [Text]
    /// Last key without its namespace.
    let key: Text
    let namespaces: [Text]
    /// The keys of the call that this one is nested in.
    let outerKeys: [Text]?
    let plural: PluralRequest?

    var namespace: Text { namespaces.last ?? "" }
  }

  func translate(_ keys: [Text], _ callOptions: Members, outerKeys: [Text]? = nil) -> Translation {
    guard let last = keys.last else { return Translation(value: .text("")) }
    let (key, namespaces) = extract(last, callOptions)
    let call = Call(
      options: callOptions, keys: keys, key: key, namespaces: namespaces, outerKeys: outerKeys,
      plural: PluralRequest(callOptions, format: options.format))
    var translation = answer(call)
    translation.usedParams = usedParams(callOptions)
    return translation
  }

  private func answer(_ call: Call) -> Translation {
    if let language = language(of: call), language.lowercasedASCII().equals("cimode") {
      return answerCIMode(call, language)
    }
    let resolution = resolve(call.keys, call.options)
    let found = resolution.found?.value
    let standard = defaultValue(call)
    let isObjectDefault = !(found?.isTruthy ?? false) && hasDefaultValue(call.options)
    let object = isObjectDefault ? standard : found
    let joins = joinArrays(call.options)
    var translation: Translation
    if let object, object.isContainer, joins == nil || object.array == nil {
      translation = answerObject(call, object, resolution, isDefault: isObjectDefault)
    } else if let joins, let elements = found?.array {
      let joined = Value.text(ValueText.joined(elements, by: joins))
      translation = Translation(value: extend(joined, call, resolution))
    } else {
      translation = answerScalar(call, found, standard, resolution)
    }
    translation.resolution = resolution
    return translation
  }

  private func language(of call: Call) -> Text? {
    if let lng = call.options["lng"]?.text, !lng.isEmpty { return lng }
    return snapshot.language
  }

  private func answerCIMode(_ call: Call, _ language: Text) -> Translation {
    let appends =
      call.options["appendNamespaceToCIMode"]?.isTruthy ?? options.appendNamespaceToCIMode
    var text = call.key
    if appends { text = call.namespace + (nsSeparator(call.options) ?? ":") + call.key }
    var translation = Translation(value: .text(text))
    translation.resolution.usedKey = call.key
    translation.resolution.exactUsedKey = call.key
    translation.resolution.usedLng = language
    translation.resolution.usedNS = call.namespace
    return translation
  }

  private func joinArrays(_ callOptions: Members) -> Text? {
    callOptions["joinArrays"].map { $0.text } ?? options.joinArrays
  }

  // MARK: Texts, numbers, booleans, null

  private func answerScalar(
    _ call: Call, _ found: Value?, _ standard: Value?, _ resolution: Resolution
  ) -> Translation {
    var value = found
    var usedDefault = false
    if !isValid(value), hasDefaultValue(call.options) {
      usedDefault = true
      value = standard
    }
    let usedKey = !isValid(value)
    if usedKey { value = .text(call.key) }
    reportMissing(call, value, standard, usedKey: usedKey, usedDefault: usedDefault)
    var result = extend(value ?? .null, call, resolution)
    if usedKey, options.appendNamespaceToMissingKey, result == .text(call.key) {
      // i18next 23 and before wrote a colon, whatever the separator was.
      let separator = options.format == .v4 ? nsSeparator(call.options) : nil
      result = .text(call.namespace + (separator ?? ":") + call.key)
    }
    if usedKey || usedDefault { result = parseMissing(call, result, usedDefault) }
    var translation = Translation(value: result)
    translation.isMissing = usedKey || usedDefault
    return translation
  }

  private func parseMissing(_ call: Call, _ result: Value, _ usedDefault: Bool) -> Value {
    guard let parse = snapshot.host.parseMissingKey else { return result }
    let separator = nsSeparator(call.options) ?? ":"
    let shown =
      options.appendNamespaceToMissingKey ? call.namespace + separator + call.key : call.key
    return parse(shown, usedDefault ? ValueText.of(result) : nil).map { .text($0) } ?? result
  }

  /// Not undefined; not null or "" unless they may be returned.
  func isValid(_ value: Value?) -> Bool {
    switch value {
    case nil: false
    case .null?: options.returnNull
    case .text(let text)?: !text.isEmpty || options.returnEmptyString
    default: true
    }
  }

  // MARK: Defaults

  func hasDefaultValue(_ callOptions: Members) -> Bool {
    callOptions.keys.contains { $0.hasPrefix("defaultValue") }
  }

  /// The first default that says anything: for zero, for the plural form, for the cardinal form of
  /// an ordinal, for all.
  private func defaultValue(_ call: Call) -> Value? {
    guard hasDefaultValue(call.options) else { return nil }
    if let plural = call.plural {
      let forms = PluralForms(options)
      let lng = language(of: call) ?? "dev"
      var suffixes: [Text] = []
      if plural.wantsZero { suffixes.append(options.pluralSeparator + "zero") }
      suffixes.append(forms.suffix(lng, plural) ?? "")
      if plural.isOrdinal { suffixes.append(forms.suffix(lng, plural.cardinal) ?? "") }
      for suffix in suffixes {
        if let value = call.options["defaultValue" + suffix], value.isTruthy { return value }
      }
    }
    return call.options["defaultValue"]
  }

  // MARK: Details

  private static let reserved: [Text] = [
    "defaultValue", "ordinal", "context", "replace", "lng", "lngs", "fallbackLng", "ns",
    "keySeparator", "nsSeparator", "returnObjects", "returnDetails", "joinArrays", "postProcess",
    "interpolation",
  ]

  func usedParams(_ callOptions: Members) -> Members {
    var params = options.defaultVariables
    if case .object(let replace)? = callOptions["replace"] {
      params.merge(replace)
      if let count = callOptions["count"] { params["count"] = count }
      return params
    }
    params.merge(callOptions)
    for name in Self.reserved { params.remove(name) }
    return params
  }
}
