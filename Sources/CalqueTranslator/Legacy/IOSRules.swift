import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The rules of i18next-ios.
///
/// Source: i18next-ios 1.0.1. Each form of a key (context, plural, bare) is looked for in all
/// languages and fallback namespaces before the next form. Its known defects are mended:
/// `docs/formats.md` lists them.
struct IOSRules {
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>

  var options: TranslatorOptions { snapshot.options }

  /// A key with everything that chooses its form.
  struct Request {
    var key: Text
    var namespace: Text
    var lang: Text?
    var context: Text?
    var count: UInt64?
    var isIndefinite = false
    var variables: Members
  }

  func translate(_ keys: [Text], _ callOptions: Members) -> Translation {
    guard let last = keys.last else { return Translation(value: .text("")) }
    var translation = Translation(value: nil)
    for key in keys {
      let request = request(key, callOptions)
      translation.resolution.usedKey = key
      if let found = find(request, &translation.resolution) {
        translation.value = finish(found, request, callOptions, keys)
        translation.usedParams = request.variables
        return translation
      }
    }
    let request = request(last, callOptions)
    let standard = callOptions["defaultValue"].flatMap { $0.isNull ? nil : ValueText.of($0) }
    report(last, standard, request, callOptions)
    var shown = standard ?? last
    if let parse = snapshot.host.parseMissingKey { shown = parse(last, standard) ?? shown }
    translation.value = finish(.text(render(shown, request)), request, callOptions, keys)
    translation.usedParams = request.variables
    translation.isMissing = true
    return translation
  }

  func exists(_ key: Text, _ callOptions: Members) -> Bool {
    var resolution = Resolution()
    return find(request(key, callOptions), &resolution) != nil
  }

  /// sprintf and post processors; a null that may be returned is "" at the top.
  private func finish(
    _ value: Value, _ request: Request, _ callOptions: Members, _ keys: [Text]
  ) -> Value {
    let shown = value.isNull ? .text("") : value
    var names = options.postProcess + (callOptions["postProcess"]?.texts ?? [])
    if callOptions["sprintf"] != nil, !names.contains("sprintf") { names.append("sprintf") }
    guard !names.isEmpty else { return shown }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: shown, keys: keys, options: callOptions
    ) {
      key, options in translate([key], options).value
    }
  }

  private func report(
    _ key: Text, _ standard: Text?, _ request: Request, _ callOptions: Members
  ) {
    guard options.saveMissing else { return }
    let lngs: [Text]
    switch options.saveMissingTo {
    case .fallback:
      // Without a fallback language the current one is where a key is missing.
      let fallbacks = snapshot.chain.fallbacks(nil, for: snapshot.language)
      lngs = fallbacks.isEmpty ? [request.lang ?? snapshot.language].compactMap { $0 } : fallbacks
    case .all: lngs = languages(request)
    case .current: lngs = [request.lang ?? snapshot.language].compactMap { $0 }
    }
    snapshot.tell(lngs, request.namespace, request.key, standard.map { .text($0) }) { callOptions }
    snapshot.events.emit(
      "missingKey",
      [
        .array(lngs.map { .text($0) }), .text(request.namespace), .text(request.key),
        .text(standard ?? key),
      ])
  }

  // MARK: Requests

  func request(_ key: Text, _ callOptions: Members) -> Request {
    var variables = callOptions["variables"]?.object ?? Members()
    let count = Self.count(callOptions["count"])
    if let count { variables["count"] = .text(Decimal.text(of: Int64(clamping: count))) }
    let given = callOptions["namespace"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    return Request(
      key: key, namespace: given ?? options.defaultNS.first ?? "",
      lang: callOptions["lang"]?.text.flatMap { $0.isEmpty ? nil : $0 },
      context: callOptions["context"]?.text.flatMap { $0.isEmpty ? nil : $0 }, count: count,
      isIndefinite: callOptions["indefinite_article"]?.isTruthy ?? false, variables: variables)
  }

  /// Counts are unsigned integers: fractions are cut off, negative ones count by their magnitude.
  private static func count(_ value: Value?) -> UInt64? {
    switch value {
    case .int(let int)?: int.magnitude
    case .text(let text)?: PluralOperands(decimal: text)?.i
    case .bool(let bool)?: bool ? 1 : 0
    case let value?: value.number.flatMap { $0.magnitude.truncated.unsigned }
    case nil: nil
    }
  }

  // MARK: Forms

  /// The reference's `translateKey`: with context, then plural, then indefinite, then bare.
  func find(_ whole: Request, _ resolution: inout Resolution) -> Value? {
    let request = split(whole)
    if let context = request.context {
      var specific = request
      specific.key = request.key + "_" + context
      specific.context = nil
      if let found = find(specific, &resolution) { return found }
    }
    if let count = request.count, count != 1 {
      var plural = request
      plural.key = request.key + suffix(request, count)
      plural.count = nil
      if plural.key != request.key, let found = find(plural, &resolution) { return found }
    }
    if request.isIndefinite {
      var indefinite = request
      indefinite.key = request.key + options.indefiniteSuffix
      indefinite.isIndefinite = false
      indefinite.count = nil
      if let found = findInAll(indefinite, &resolution) { return found }
    }
    return findInAll(request, &resolution) ?? dotted(request, &resolution)
  }

  private func suffix(_ request: Request, _ count: UInt64) -> Text {
    let forms = PluralForms(options)
    let numbers = forms.numbers(request.lang ?? snapshot.language ?? "")
    return numbers.map { forms.suffix($0.form(ofInteger: count)) } ?? ""
  }

  /// Takes the namespace off the key, once.
  private func split(_ request: Request) -> Request {
    guard let separator = options.nsSeparator, let at = request.key.firstIndex(of: separator) else {
      return request
    }
    var bare = request
    bare.namespace = request.key.part(0, at)
    bare.key = request.key.part(at + separator.count)
    return bare
  }

  /// `ns.key` for `ns:key`, as the documentation promises.
  private func dotted(_ request: Request, _ resolution: inout Resolution) -> Value? {
    guard options.dottedNamespaces, let separator = options.keySeparator,
      let at = request.key.firstIndex(of: separator), options.ns.contains(request.key.part(0, at))
    else { return nil }
    var spelled = request
    spelled.namespace = request.key.part(0, at)
    spelled.key = request.key.part(at + separator.count)
    return findInAll(spelled, &resolution)
  }

  // MARK: Languages and namespaces

  private func languages(_ request: Request) -> [Text] {
    request.lang.map { snapshot.chain.hierarchy($0, fallback: nil) } ?? snapshot.languages
  }

  /// One key in all languages of its namespace, then in those of each fallback namespace.
  private func findInAll(_ request: Request, _ resolution: inout Resolution) -> Value? {
    var namespaces = [request.namespace]
    if !options.fallbackNS.isEmpty {
      namespaces += options.fallbackNS
    } else if options.fallbackToDefaultNS {
      namespaces += options.defaultNS
    }
    for ns in namespaces {
      for lng in languages(request) {
        if let found = find(request, ns, lng, &resolution) { return found }
      }
    }
    return nil
  }

  private func find(
    _ request: Request, _ ns: Text, _ lng: Text, _ resolution: inout Resolution
  ) -> Value? {
    guard let node = snapshot.catalog(lng, ns).flatMap({ look(request.key, in: $0) }),
      !node.isNull || options.returnNull
    else {
      trace(request, ns, lng, "missing")
      return nil
    }
    if let text = node.text, !options.returnEmptyString, text.trimmed().isEmpty {
      trace(request, ns, lng, "empty")
      return nil
    }
    resolution.found = node
    resolution.exactUsedKey = request.key
    resolution.usedLng = lng
    resolution.usedNS = ns
    trace(request, ns, lng, "found")
    return value(of: node, request, ns, lng)
  }

  /// A dot always separates, whatever the key separator is.
  private func look(_ key: Text, in catalog: Catalog) -> CatalogNode? {
    guard let separator = options.keySeparator, separator != "." else { return catalog.find(key) }
    return catalog.find(key.replacing(separator, with: "."), separator: ".", flat: false)
  }

  private func trace(_ request: Request, _ ns: Text, _ lng: Text, _ outcome: Text) {
    work.pointee.trace?.append(
      TracedCandidate(lng: lng, ns: ns, key: request.key, outcome: outcome))
  }
}
