import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// The second attempt: all rules of i18next 2 and later, formats v2, v3 and v4.
///
/// Source: i18next 26.3.6 (v4) and 23.16.8 (v2 and v3, with `compatibilityJSON`).
extension Call {
  /// - Parameters:
  ///   - outer: the key whose text refers to these.
  ///   - isSettled: the chain is the one that the options choose.
  ///   - observer: takes how the keys are resolved, if somebody wants to know.
  func answer(
    _ keys: UnsafeBufferPointer<Bytes>, _ outer: UnsafePointer<CallKey>?, isSettled: Bool = false,
    _ observer: UnsafeMutablePointer<Translation>? = nil, into output: inout Output
  ) -> Answered {
    guard keys.count > 0 else { return Answered() }
    guard !isSettled else { return settledAnswer(keys, outer, observer, &output) }
    return settled { $0.settledAnswer(keys, outer, observer, &output) }
  }

  private func settledAnswer(
    _ keys: UnsafeBufferPointer<Bytes>, _ outer: UnsafePointer<CallKey>?,
    _ observer: UnsafeMutablePointer<Translation>?, _ output: inout Output
  ) -> Answered {
    if let language = cimode {
      let match = answerCIMode(keys, language, &output)
      if let observer { observe(match, observer) }
      return Answered()
    }
    let match = resolve(keys)
    if let observer { observe(match, observer) }
    let first = keys[0]
    let key = CallKey(
      first.baseAddress ?? Argument.nowhere, first.count, match.core, from: outer)
    return withUnsafePointer(to: key) { key in
      Question(call: self, keys: keys, key: key, match: match).answer(&output)
    }
  }

  private func observe(_ match: Match, _ observer: UnsafeMutablePointer<Translation>) {
    observer.pointee.resolution = match.resolution
    observer.pointee.usedParams = usedParams
  }

  /// Whether details are wanted instead of a text.
  var isDetailed: Bool {
    arguments.has(.returnDetails)
      ? arguments.isTruthy(.returnDetails, "returnDetails")
      : core.pointee.returnsDetails
  }

  // MARK: cimode

  /// `lng` of the call or the current language, if it is `cimode`.
  private var cimode: Text? {
    let language = arguments.lng ?? core.pointee.language
    guard language.count == 6 else { return nil }
    let text = Text(language)
    return text.lowercasedASCII().equals("cimode") ? text : nil
  }

  private func answerCIMode(
    _ keys: UnsafeBufferPointer<Bytes>, _ language: Text, _ output: inout Output
  ) -> Match {
    let last = bare(Text(keys[keys.count - 1]))
    let namespaces = last.namespaces ?? core.pointee.chain._withUnsafeGuaranteedRef { $0.own }
    let (key, namespace) = (last.key, namespaces.last ?? "")
    let appends =
      snapshot.options.appendNamespaceToCIMode
      || arguments.named("appendNamespaceToCIMode")?.pointee.isTruthy ?? false
    output.append(appends ? namespace + (nsSeparator ?? ":") + key : key)
    var resolution = Resolution()
    resolution.usedKey = key
    resolution.exactUsedKey = key
    resolution.usedLng = language
    resolution.usedNS = namespace
    return match(resolution, last.namespaces, isValid: true)
  }
}

/// A call whose key was looked up, to be answered.
struct Question {
  let call: Call
  let keys: UnsafeBufferPointer<Bytes>
  /// The first of the keys as given.
  let key: UnsafePointer<CallKey>
  let match: Match

  var arguments: UnsafeMutablePointer<CallArguments> { call.arguments }
  var core: UnsafePointer<ChainCore> { call.core }
  var snapshot: Snapshot { call.snapshot }

  /// The last key without its namespace: the one that shows when none is found.
  var lastKey: Text {
    guard keys.count > 1, let last = keys.last else { return Text(match.key) }
    return call.bare(Text(last)).key
  }

  /// The namespaces of the last key.
  var namespaces: [Text] {
    guard keys.count > 1, let last = keys.last else { return match.namespaces }
    let own = call.bare(Text(last)).namespaces
    return own ?? core.pointee.chain._withUnsafeGuaranteedRef { $0.own }
  }

  func answer(_ output: inout Output) -> Answered {
    // Most results are texts and need nothing else.
    if let record = match.record, record.kind >= NodeKind.plain.rawValue, record.textLength > 0,
      !hasDefault || !snapshot.options.updateMissing
    {
      return Answered(value: extend(.record(record), &output))
    }
    let found = match.node
    let isDefaultNeeded = !(found?.isTruthy ?? false) || snapshot.options.saveMissing
    let standard = isDefaultNeeded ? defaultValue : nil
    let isObjectDefault = !(found?.isTruthy ?? false) && hasDefault
    let isContainer = isObjectDefault ? standard?.isContainer : found?.isContainer
    guard isContainer ?? false else { return answerScalar(found, standard, &output) }
    let object = { (isObjectDefault ? standard : found?.value) ?? .null }
    guard let joinArrays, case .array(let elements) = object() else {
      return answerObject(object, isDefault: isObjectDefault, &output)
    }
    guard !isObjectDefault else { return answerScalar(found, standard, &output) }
    let joined = ValueText.joined(elements, by: joinArrays)
    return Answered(value: extend(.text(joined), &output))
  }

  // MARK: Arrays as text

  /// Between the elements of an array; nil and false are no separator, but an option of the call that is
  /// no text leaves that of the translator out.
  private var joinArrays: Text? {
    guard arguments.has(.joinArrays), let given = arguments.named("joinArrays") else {
      return snapshot.options.joinArrays
    }
    return given.pointee.value?.text
  }

  // MARK: Texts, numbers, booleans, null

  /// - Parameter standard: the default, where nothing true was found or missing keys are saved.
  private func answerScalar(
    _ found: CatalogNode?, _ standard: Value?, _ output: inout Output
  ) -> Answered {
    var value = match.isFound ? found?.value : nil
    var usedDefault = false
    if !isValid(value), hasDefault {
      usedDefault = true
      value = standard
    }
    let usedKey = !isValid(value)
    if usedKey { value = .text(lastKey) }
    if usedKey || usedDefault { tellMistake() }
    reportMissing(value, standard, usedKey: usedKey, usedDefault: usedDefault)
    guard usedKey || usedDefault else {
      return Answered(value: extend(Source(value ?? .null), &output))
    }
    return Answered(
      value: missing(value ?? .null, usedKey, usedDefault, &output), isMissing: true)
  }

  private func missing(
    _ value: Value, _ usedKey: Bool, _ usedDefault: Bool, _ output: inout Output
  ) -> Value? {
    let parse = snapshot.host.parseMissingKey
    guard parse != nil || snapshot.options.appendNamespaceToMissingKey else {
      return extend(Source(value), &output)
    }
    var result = call.captured { extend(Source(value), &$0) }
    let key = lastKey
    let namespace = namespaces.last ?? ""
    let separator = call.nsSeparator ?? ":"
    if usedKey, snapshot.options.appendNamespaceToMissingKey, result == .text(key) {
      // i18next 23 and before wrote a colon, whatever the separator was.
      result = .text(namespace + (snapshot.options.format == .v4 ? separator : ":") + key)
    }
    if let parse {
      let shown = snapshot.options.appendNamespaceToMissingKey ? namespace + separator + key : key
      if let text = parse(shown, usedDefault ? ValueText.of(result) : nil) { result = .text(text) }
    }
    guard case .text(let text) = result else { return result }
    output.append(text)
    return nil
  }

  /// Not undefined; not null or "" unless they may be returned.
  private func isValid(_ value: Value?) -> Bool {
    switch value {
    case nil: false
    case .null?: snapshot.options.returnNull
    case .text(let text)?: !text.isEmpty || snapshot.options.returnEmptyString
    default: true
    }
  }

  // MARK: Defaults

  var hasDefault: Bool { arguments.has(.defaultValue) || arguments.has(.defaultValueForm) }

  /// The first default that says anything: for zero, for the plural form, for the cardinal form of
  /// an ordinal, for all.
  private var defaultValue: Value? {
    guard hasDefault else { return nil }
    if arguments.has(.defaultValueForm), let plural = PluralRequest(arguments.pointee.count) {
      let forms = PluralForms(snapshot.options)
      let lng = arguments.lng.map { Text($0) } ?? snapshot.language ?? "dev"
      var suffixes: [Text] = []
      if snapshot.options.format == .v4, !arguments.pointee.isOrdinal, plural.isZero {
        suffixes.append(snapshot.options.pluralSeparator + "zero")
      }
      suffixes.append(forms.suffix(lng, plural, isOrdinal: arguments.pointee.isOrdinal))
      if arguments.pointee.isOrdinal {
        suffixes.append(forms.suffix(lng, plural, isOrdinal: false))
      }
      for suffix in suffixes {
        if let value = option("defaultValue" + suffix), value.isTruthy { return value }
      }
    }
    return option("defaultValue")
  }

  func option(_ name: Text) -> Value? { arguments.named(text: name)?.pointee.value }
}
