import CalqueBase
import CalqueLocale
import CalqueTemplate

/// The rules of i18next 1.x.
///
/// Source: i18next 1.11.1. Look-ups for context, plural and the indefinite form are translations of
/// their own, with a marker as their default value that tells "not found"; texts are interpolated at
/// each level on the way back. Both shape the results, so they are kept.
struct V1Rules {
  let call: Call
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>
  /// Where a call without a namespace looks.
  private let standardNS: Bytes

  /// Calls `body` with the rules of a call and its options.
  static func with<Result>(
    _ call: Call, _ work: UnsafeMutablePointer<CallWork>, _ body: (V1Rules, inout V1Scope) -> Result
  ) -> Result {
    let standardNS = call.snapshot.options.defaultNS.first ?? ""
    return standardNS.bytes.withUnsafeBufferPointer {
      let rules = V1Rules(call: call, snapshot: call.snapshot, work: work, standardNS: $0)
      var scope = V1Scope(call.arguments, call.core.pointee.separators)
      rules.take(call.arguments.all, into: &scope)
      return body(rules, &scope)
    }
  }

  /// Default values of inner look-ups; no catalog text has a control character first.
  enum Marker {
    static let context: Text = "\u{1}context not found"
    static let plural: Text = "\u{1}plural not found"
    static let indefinite: Text = "\u{1}indefinite not found"

    /// Whether a value is one of these, which no caller may see.
    static func isIn(_ value: Value) -> Bool {
      if case .text(let text) = value { text.hasPrefix("\u{1}") } else { false }
    }
  }

  func translate(
    _ keys: UnsafeBufferPointer<Bytes>, _ scope: inout V1Scope, isObserved: Bool
  ) -> Translation {
    guard let key = choose(keys, &scope), !key.isEmpty else { return Translation(value: .text("")) }
    let answer = answerWithoutMarkers(key, &scope)
    var translation = Translation(value: answer.value)
    translation.isMissing = answer.isMissing
    if isObserved {
      translation.resolution.usedKey = Text(split(key, scope).key)
      translation.resolution.usedNS = Text(answer.ns)
      // Variables for all calls come first.
      for argument in call.arguments.all.dropFirst(call.core.pointee.variables.count) {
        translation.usedParams[Text(argument.name.bytes)] = argument.value
      }
    }
    return translation
  }

  /// Follows options that were given.
  func take(_ given: UnsafeBufferPointer<Argument>, into scope: inout V1Scope) {
    guard let list = scope.take(given) else { return }
    let chain = call.core.pointee.chain.takeUnretainedValue()
    guard list.isTruthy else {
      scope.list = nil
      return
    }
    // The list of a view has a chain already.
    scope.list = V1Scope.Languages(
      chain.hasList && chain.codes == list.texts
        ? chain : snapshot.scope.derived(lng: nil, own: nil, list: list.texts))
  }

  /// The first key that exists, or the last one.
  private func choose(_ keys: UnsafeBufferPointer<Bytes>, _ scope: inout V1Scope) -> Bytes? {
    guard keys.count > 1 else { return keys.first }
    let given = scope
    for key in keys {
      guard let found = find(key, &scope) else { continue }
      guard Marker.isIn(found) else { return key }
      scope = given
    }
    return keys.last
  }

  // MARK: Translating

  typealias Answer = (value: Value, isMissing: Bool, ns: Bytes)

  /// As `answer`. A marker that a look-up in the last language left means that nothing was found;
  /// 1.11 shows it.
  func answerWithoutMarkers(_ key: Bytes, _ scope: inout V1Scope) -> Answer {
    var given = scope
    given.dropMarker()
    let first = answer(key, &scope)
    guard Marker.isIn(first.value) else { return first }
    // The form of a context may be what is missing.
    var plain = given
    plain.remove(.context)
    let second = answer(key, &plain)
    return Marker.isIn(second.value) ? missing(key, given) : second
  }

  /// One look-up, with its default: the reference's `_translate`.
  func answer(_ key: Bytes, _ scope: inout V1Scope) -> Answer {
    guard let found = find(key, &scope) else { return missing(key, scope) }
    // The namespace may have become that to fall back to.
    let (ns, bare) = split(key, scope)
    return (postProcess(found, bare, scope), false, ns)
  }

  @inline(never)
  private func missing(_ key: Bytes, _ scope: V1Scope) -> Answer {
    let (ns, bare) = split(key, scope)
    let standard = standard(key, scope)
    guard scope.marker == nil else { return (postProcess(.text(standard), bare, scope), true, ns) }
    call.tellMissing(
      ns, Text(bare), standard, lng: snapshot.language, all: snapshot.languages
    ) { scope.members }
    var shown = standard
    if let parse = snapshot.host.parseMissingKey, afterNamespace(standard, scope) == Text(bare) {
      shown = parse(standard, nil) ?? standard
    }
    shown = scan(shown, scope)
    guard postProcessors(scope).isEmpty else {
      return (postProcess(.text(standard), bare, scope), true, ns)
    }
    return (.text(shown), true, ns)
  }

  /// The default value, or the key.
  private func standard(_ key: Bytes, _ scope: V1Scope) -> Text {
    if let marker = scope.marker { return marker }
    let given = scope.has(.defaultValue) ? scope.arguments.named("defaultValue") : nil
    return given?.pointee.value.map { ValueText.of($0) } ?? Text(key)
  }

  private func afterNamespace(_ text: Text, _ scope: V1Scope) -> Text {
    let parts = text.split(Text(scope.nsSeparator))
    return parts.count > 1 ? parts[1] : text
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  private func split(_ key: Bytes, _ scope: V1Scope) -> (ns: Bytes, key: Bytes) {
    let separator = scope.nsSeparator
    guard let at = key.firstIndex(of: separator) else { return (scope.ns ?? standardNS, key) }
    let rest = key.part(at + separator.count, key.count)
    return (key.part(0, at), rest.part(0, rest.firstIndex(of: separator) ?? rest.count))
  }

  // MARK: Post processors

  private func postProcessors(_ scope: V1Scope) -> [Text] {
    let own = scope.has(.postProcess) ? scope.arguments.named("postProcess") : nil
    return snapshot.options.postProcess + (own?.pointee.value?.texts ?? [])
  }

  private func postProcess(_ value: Value, _ key: Bytes, _ scope: V1Scope) -> Value {
    let names = postProcessors(scope)
    guard !names.isEmpty else { return value }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: value, keys: [Text(key)], options: scope.members
    ) {
      key, options in snapshot.translate([key], options, on: snapshot.scope).value
    }
  }

  // MARK: Finding

  /// The reference's `_find`: context, plural, indefinite, then the key itself.
  func find(_ whole: Bytes, _ scope: inout V1Scope) -> Value? {
    guard work.pointee.canNest(times: 8), work.pointee.step() else { return nil }
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    let (ns, key) = split(whole, scope)
    let place = Place(ns: ns, key: key, languages: languages(scope, ns))
    guard !place.languages.range.isEmpty, !isCIMode(place.languages.first) else { return nil }
    return findContext(place, scope) ?? findPlural(place, &scope) ?? findIndefinite(place, scope)
      ?? findPlain(place, &scope)
  }

  /// Where a key is looked for.
  struct Place {
    let ns: Bytes
    let key: Bytes
    let languages: V1Scope.Languages
  }

  private func isCIMode(_ lng: Text) -> Bool {
    let first = snapshot.languages.first ?? lng
    return first.count == 6 && first.lowercasedASCII().equals("cimode")
  }

  private func languages(_ scope: V1Scope, _ ns: Bytes) -> V1Scope.Languages {
    guard let lng = scope.lng, !lng.isEmpty else {
      let list = scope.list
      return V1Scope.Languages(call.olderChain(.none, ns, from: list?.chain), list?.range)
    }
    if let fallback = scope.arguments.value(.fallbackLng, "fallbackLng"), fallback.isTruthy {
      return V1Scope.Languages(
        snapshot.scope.kept(lng: lng, own: [Text(ns)], fallback: FallbackLanguages(fallback)))
    }
    return V1Scope.Languages(lng.bytes.withUnsafeBufferPointer { call.olderChain($0, ns) })
  }

  /// The answer of a form of a key, which is split again.
  private func answer(_ place: Place, _ suffix: Text, _ scope: inout V1Scope) -> Value {
    let separator = scope.nsSeparator
    return call.withForm(place.key, suffix, in: place.ns, separator) { answer($0, &scope).value }
  }

  private func findContext(_ place: Place, _ scope: V1Scope) -> Value? {
    guard scope.has(.context), let argument = scope.arguments.pointee.context,
      argument.pointee.isTruthy, let context = Candidates.context(argument.pointee.value)
    else { return nil }
    var inner = scope
    inner.remove(.context)
    inner.marker = Marker.context
    let found = answer(place, "_" + context, &inner)
    return found == .text(Marker.context) ? nil : replaceOnly(found, .context, scope)
  }

  private func findPlural(_ place: Place, _ scope: inout V1Scope) -> Value? {
    let languages = place.languages
    guard scope.has(.count), let request = PluralRequest(scope.arguments.pointee.count),
      let numbers = languages.chain.reader.core.pointee.numbers
    else { return nil }
    let origin = scope.origin ?? scope.lng ?? languages.first
    var inner = scope
    inner.list = scope.list ?? (scope.has(.lngs) ? nil : languages.part(0..<1))
    inner.remove(.count)
    inner.origin = origin
    inner.choose(nil)
    inner.marker = Marker.plural
    let form = numbers[languages.range.lowerBound].form(of: request.number)
    let found = answer(place, call.suffix(form), &inner)
    guard found == .text(Marker.plural) else { return replaceOnly(found, .count, scope) }
    guard languages.range.count > 1 else {
      inner.choose(origin)
      inner.origin = nil
      return replaceOnly(answer(place, "", &inner), .count, scope)
    }
    scope.list = languages.part(1..<languages.range.count)
    scope.origin = origin
    scope.choose(nil)
    let retried = answer(place, "", &scope)
    return retried == .text(Marker.plural) ? nil : retried
  }

  private func findIndefinite(_ place: Place, _ scope: V1Scope) -> Value? {
    guard scope.has(.indefiniteArticle),
      let article = scope.arguments.named("indefinite_article"), article.pointee.isTruthy,
      article.pointee.kind != .text
    else { return nil }
    var inner = scope
    inner.remove(.indefiniteArticle)
    inner.marker = Marker.indefinite
    let count = scope.has(.count) ? scope.arguments.pointee.count : nil
    let isCounted = count?.pointee.isTruthy ?? false && PluralRequest(count) != nil
    let suffix = isCounted ? "" : snapshot.options.indefiniteSuffix
    let found = answer(place, suffix, &inner)
    return found == .text(Marker.indefinite) ? nil : found
  }

  private func findPlain(_ place: Place, _ scope: inout V1Scope) -> Value? {
    if let value = value(at: place, &scope) { return value }
    let fallbacks = snapshot.options.fallbackNS
    guard !scope.isFallback, snapshot.options.fallbackToDefaultNS || !fallbacks.isEmpty else {
      return nil
    }
    scope.isFallback = true
    defer { scope.isFallback = false }
    guard !fallbacks.isEmpty else {
      scope.ns = standardNS
      return find(place.key, &scope)
    }
    var found: Value?
    for fallback in fallbacks {
      found = fallback.bytes.withUnsafeBufferPointer { ns in
        let separator = scope.nsSeparator
        return call.withForm(place.key, "", in: ns, separator) { find($0, &scope) }
      }
      guard let value = found,
        value.isTruthy || value == .text("") && snapshot.options.returnEmptyString
      else { continue }
      let standard = afterNamespace(standard(place.key, scope), scope)
      if value.text.map({ afterNamespace($0, scope) }) != standard { break }
    }
    return found
  }
}
