import CalqueBase
import CalqueLocale
import CalqueTemplate

/// Finding in i18next 1.x: forms, languages and namespaces of a key.
extension V1Rules {
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
