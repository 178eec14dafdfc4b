import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The rules of i18next 1.x.
///
/// Source: i18next 1.11.1. Look-ups for context, plural and the indefinite form are translations of
/// their own, with a marker as their default value that tells "not found"; texts are interpolated at
/// each level on the way back. Both shape the results, so they are kept.
struct V1Rules {
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>

  var options: TranslatorOptions { snapshot.options }

  /// Options of a call that look-ups change as they go, as in the reference.
  final class Call {
    var options: Members
    init(_ options: Members) { self.options = options }

    var copy: Call { Call(options) }
  }

  /// Default values of inner look-ups; no catalog text has a control character first.
  enum Marker {
    static let context: Text = "\u{1}context not found"
    static let plural: Text = "\u{1}plural not found"
    static let indefinite: Text = "\u{1}indefinite not found"

    /// Whether a value is one of these, which no caller may see.
    static func isIn(_ value: Value?) -> Bool { value?.text?.hasPrefix("\u{1}") ?? false }
  }

  func translate(_ keys: [Text], _ callOptions: Members) -> Translation {
    let call = Call(options.defaultVariables.merging(callOptions))
    guard let key = choose(keys, call), !key.isEmpty else { return Translation(value: .text("")) }
    var translation = answerWithoutMarkers(key, call)
    translation.usedParams = callOptions
    return translation
  }

  /// As `answer`. A marker that a look-up in the last language left means that nothing was found;
  /// 1.11 shows it.
  func answerWithoutMarkers(_ key: Text, _ call: Call) -> Translation {
    let given = call.copy
    if Marker.isIn(given.options["defaultValue"]) { given.options.remove("defaultValue") }
    let translation = answer(key, call)
    guard Marker.isIn(translation.value) else { return translation }
    // The form of a context may be what is missing.
    let plain = given.copy
    plain.options.remove("context")
    let second = answer(key, plain)
    return Marker.isIn(second.value) ? missing(key, given) : second
  }

  /// The first key that exists, or the last one.
  private func choose(_ keys: [Text], _ call: Call) -> Text? {
    guard keys.count > 1 else { return keys.first }
    let given = call.options
    let found = keys.first { key in
      guard let found = find(key, call) else { return false }
      guard Marker.isIn(found) else { return true }
      call.options = given
      return false
    }
    return found ?? keys.last
  }

  func exists(_ key: Text, _ call: Call) -> Bool { find(key, call) != nil }

  // MARK: Translating

  /// One look-up, with its default: the reference's `_translate`.
  func answer(_ key: Text, _ call: Call) -> Translation {
    guard let found = find(key, call) else { return missing(key, call) }
    let (ns, bare) = split(key, call)
    var translation = Translation(value: postProcess(found, bare, call))
    translation.resolution.usedKey = bare
    translation.resolution.usedNS = ns
    return translation
  }

  private func missing(_ key: Text, _ call: Call) -> Translation {
    let standard = defaultValue(key, call)
    let (ns, bare) = split(key, call)
    report(ns, bare, standard, call)
    var translation = Translation(value: notFound(standard, bare, call))
    translation.isMissing = true
    translation.resolution.usedKey = bare
    translation.resolution.usedNS = ns
    return translation
  }

  private func notFound(_ standard: Text, _ bare: Text, _ call: Call) -> Value {
    var shown = standard
    if isKey(standard, bare, call), let parse = snapshot.host.parseMissingKey {
      shown = parse(standard, nil) ?? standard
    }
    let text = reuse(replace(shown, call.options), call)
    guard !postProcessors(call).isEmpty else { return .text(text) }
    return postProcess(.text(standard), bare, call)
  }

  private func isKey(_ standard: Text, _ bare: Text, _ call: Call) -> Bool {
    let parts = standard.split(nsSeparator(call))
    return (parts.count > 1 ? parts[1] : standard) == bare
  }

  func defaultValue(_ key: Text, _ call: Call) -> Text {
    call.options["defaultValue"].map { ValueText.of($0) } ?? key
  }

  func nsSeparator(_ call: Call) -> Text {
    call.options["nsseparator"]?.text ?? options.nsSeparator ?? "\u{0}"
  }

  private func keySeparator(_ call: Call) -> Text {
    call.options["keyseparator"]?.text ?? options.keySeparator ?? "\u{0}"
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  private func split(_ key: Text, _ call: Call) -> (ns: Text, key: Text) {
    let parts = key.split(nsSeparator(call))
    guard parts.count > 1 else {
      return (call.options["ns"]?.text ?? options.defaultNS.first ?? "", key)
    }
    return (parts[0], parts[1])
  }

  private func report(_ ns: Text, _ key: Text, _ standard: Text, _ call: Call) {
    guard options.saveMissing, !standard.hasPrefix("\u{1}") else { return }
    let lngs: [Text]
    switch options.saveMissingTo {
    case .fallback: lngs = snapshot.chain.fallbacks(nil, for: snapshot.language)
    case .all: lngs = snapshot.languages
    case .current: lngs = [snapshot.language].compactMap { $0 }
    }
    snapshot.tell(lngs, ns, key, .text(standard)) { call.options }
    snapshot.events.emit(
      "missingKey", [.array(lngs.map { .text($0) }), .text(ns), .text(key), .text(standard)])
  }

  // MARK: Post processors

  private func postProcessors(_ call: Call) -> [Text] {
    options.postProcess + (call.options["postProcess"]?.texts ?? [])
  }

  private func postProcess(_ value: Value, _ key: Text, _ call: Call) -> Value {
    let names = postProcessors(call)
    guard !names.isEmpty else { return value }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: value, keys: [key], options: call.options
    ) {
      key, options in translate([key], options).value
    }
  }

  // MARK: Finding

  /// The reference's `_find`: context, plural, indefinite, then the key itself.
  func find(_ key: Text, _ call: Call) -> Value? {
    guard work.pointee.canNest(times: 8), work.pointee.step() else { return nil }
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    let lngs = languages(call)
    guard let first = lngs.first, !isCIMode(first) else { return nil }
    let (ns, bare) = split(key, call)
    if let value = findContext(bare, ns, call) { return value }
    switch findPlural(bare, ns, call, lngs) {
    case .answer(let value): return value
    case .none: break
    }
    if let value = findIndefinite(bare, ns, call, first) { return value }
    return findPlain(bare, ns, call, lngs)
  }

  private func isCIMode(_ lng: Text) -> Bool {
    (snapshot.languages.first ?? lng).lowercasedASCII().equals("cimode")
  }

  private func languages(_ call: Call) -> [Text] {
    if let lng = call.options["lng"]?.text, !lng.isEmpty {
      let own = call.options["fallbackLng"].flatMap { $0.isTruthy ? FallbackLanguages($0) : nil }
      return snapshot.chain.hierarchy(lng, fallback: own)
    }
    if let lngs = call.options["lngs"], lngs.isTruthy { return lngs.texts }
    return snapshot.languages
  }

  private func findContext(_ key: Text, _ ns: Text, _ call: Call) -> Value? {
    guard let context = Candidates.context(call.options["context"]),
      call.options["context"]?.isTruthy ?? false
    else { return nil }
    let inner = call.copy
    inner.options.remove("context")
    inner.options["defaultValue"] = .text(Marker.context)
    let specific = ns + nsSeparator(call) + key + "_" + context
    guard let found = answer(specific, inner).value, found != .text(Marker.context) else {
      return nil
    }
    return replaceOnly(found, ["context"], call)
  }

  private enum PluralOutcome {
    case none
    case answer(Value?)
  }

  private func findPlural(
    _ key: Text, _ ns: Text, _ call: Call, _ lngs: [Text]
  ) -> PluralOutcome {
    guard let request = PluralRequest(call.options["count"]), let first = lngs.first else {
      return .none
    }
    let whole = ns + nsSeparator(call) + key
    let inner = Call(Members([("lngs", .array([.text(first)]))]).merging(call.options))
    inner.options.remove("count")
    let origin = inner.options["_origLng"] ?? inner.options["lng"] ?? .text(first)
    inner.options["_origLng"] = origin
    inner.options.remove("lng")
    inner.options["defaultValue"] = .text(Marker.plural)
    let suffix = PluralForms(options).suffix(first, request, isOrdinal: false)
    let found = answer(whole + suffix, inner).value
    if let found, found != .text(Marker.plural) {
      return .answer(replaceOnly(found, Self.countNames, call))
    }
    guard lngs.count > 1 else {
      inner.options["lng"] = origin
      inner.options.remove("_origLng")
      let bare = answer(whole, inner).value
      return .answer(bare.map { replaceOnly($0, Self.countNames, call) })
    }
    call.options["lngs"] = .array(lngs.dropFirst().map { .text($0) })
    call.options["_origLng"] = origin
    call.options.remove("lng")
    let retried = answer(whole, call).value
    if let retried, retried != .text(Marker.plural) { return .answer(retried) }
    return .none
  }

  private static let countNames: [Text] = ["count", "interpolationPrefix", "interpolationSuffix"]

  /// Interpolates with some of the call's options only.
  private func replaceOnly(_ value: Value, _ names: [Text], _ call: Call) -> Value {
    guard case .text(let text) = value else { return value }
    var some = Members()
    for name in names { some[name] = call.options[name] }
    return .text(replace(text, some))
  }

  private func findIndefinite(_ key: Text, _ ns: Text, _ call: Call, _ lng: Text) -> Value? {
    guard call.options["indefinite_article"]?.isTruthy ?? false,
      call.options["indefinite_article"]?.text == nil
    else { return nil }
    let inner = call.copy
    inner.options.remove("indefinite_article")
    inner.options["defaultValue"] = .text(Marker.indefinite)
    let hasCount = call.options["count"]?.isTruthy ?? false
    let isPlural = PluralRequest(call.options["count"]) != nil
    let suffix = !hasCount || !isPlural ? options.indefiniteSuffix : ""
    let found = answer(ns + nsSeparator(call) + key + suffix, inner).value
    return found == .text(Marker.indefinite) ? nil : found
  }

  // MARK: The key itself

  private func findPlain(_ key: Text, _ ns: Text, _ call: Call, _ lngs: [Text]) -> Value? {
    for lng in lngs {
      guard let node = look(key, ns, lng, call), let value = value(of: node, key, ns, lng, call)
      else { continue }
      return value
    }
    guard !(call.options["isFallbackLookup"]?.isTruthy ?? false) else { return nil }
    guard options.fallbackToDefaultNS || !options.fallbackNS.isEmpty else { return nil }
    call.options["isFallbackLookup"] = .bool(true)
    let found = findInFallbacks(key, ns, call)
    call.options["isFallbackLookup"] = .bool(false)
    return found
  }

  private func findInFallbacks(_ key: Text, _ ns: Text, _ call: Call) -> Value? {
    guard !options.fallbackNS.isEmpty else {
      call.options["ns"] = options.defaultNS.first.map { .text($0) }
      return find(key, call)
    }
    var found: Value?
    for fallback in options.fallbackNS {
      found = find(fallback + nsSeparator(call) + key, call)
      guard let value = found, value.isTruthy || (value == .text("") && options.returnEmptyString)
      else { continue }
      let standard = defaultValue(key, call)
      if value.text.map({ afterNamespace($0, call) }) != afterNamespace(standard, call) { break }
    }
    return found
  }

  private func afterNamespace(_ text: Text, _ call: Call) -> Text {
    let parts = text.split(nsSeparator(call))
    return parts.count > 1 ? parts[1] : text
  }

  /// Walks the key up to its first empty part.
  private func look(_ key: Text, _ ns: Text, _ lng: Text, _ call: Call) -> CatalogNode? {
    guard let catalog = snapshot.catalog(lng, ns) else { return nil }
    let separator = keySeparator(call)
    if catalog.schema.keySeparator == separator, let node = catalog.find(key) { return node }
    var node = catalog.root
    for part in key.split(separator) {
      if part.isEmpty { break }
      guard let child = node.child(part) else { return nil }
      node = child
    }
    return node
  }

  private func value(
    of node: CatalogNode, _ key: Text, _ ns: Text, _ lng: Text, _ call: Call
  ) -> Value? {
    if node.isNull { return options.returnNull ? .null : nil }
    let wantsTrees = options.returnObjects || call.options["returnObjectTrees"]?.isTruthy ?? false
    var value = node.value
    switch value {
    case .text(let text):
      if options.showKeyIfEmpty, text.isEmpty { return nil }
      value = .text(reuse(replace(text, call.options), call))
    case .array(let elements) where !wantsTrees:
      value = .text(reuse(replace(ValueText.joined(elements, by: "\n"), call.options), call))
    case .int, .double:
      if !wantsTrees { value = .text(message(value, key, ns, lng, call)) }
    default:
      value = wantsTrees ? tree(value, key, ns, call) : .text(message(value, key, ns, lng, call))
    }
    if case .text(let text) = value, !options.returnEmptyString, text.trimmed().isEmpty {
      return nil
    }
    return value
  }

  private func message(
    _ value: Value, _ key: Text, _ ns: Text, _ lng: Text, _ call: Call
  ) -> Text {
    snapshot.host.returnedObject?(key, value, call.options)
      ?? "key '" + ns + ":" + key + " (" + lng + ")' returned an object instead of string."
  }

  /// Objects and arrays with each child translated; booleans have no children.
  private func tree(_ value: Value, _ key: Text, _ ns: Text, _ call: Call) -> Value {
    let base = ns + nsSeparator(call) + key + keySeparator(call)
    switch value {
    case .array(let elements):
      return .array(
        elements.indices.map { position in
          answer(base + Decimal.text(of: Int64(position)), call).value ?? .null
        })
    case .object(let members):
      return .object(Members(members.keys.map { ($0, answer(base + $0, call).value ?? .null) }))
    default: return .object(Members())
    }
  }
}
