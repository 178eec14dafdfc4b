import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next 1.x: forms, languages and namespaces of a key.
extension V1 {
  /// Where a key is looked for.
  struct Place {
    let ns: Bytes
    let key: Bytes
    let languages: V1Scope.Languages
  }

  /// The form of a context, the plural, the indefinite form, then the key itself.
  @inline(never)
  func find(_ whole: Bytes, _ scope: inout V1Scope) -> Found? {
    guard call.canNest(times: 8), call.charge() else { return nil }
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let (ns, key) = split(whole, &scope)
    let place = Place(ns: ns, key: key, languages: languages(&scope, ns))
    guard !place.languages.range.isEmpty,
      !(snapshot.languages.first ?? Text(place.languages.first)).isCIMode
    else { return nil }
    return findContext(place, &scope) ?? findPlural(place, &scope) ?? findIndefinite(place, &scope)
      ?? findKey(place, &scope)
  }

  // MARK: Forms

  /// A form of a key, behind its namespace.
  private func form(
    _ place: Place, _ scope: inout V1Scope, _ mark: Bytes = .none, _ suffix: Bytes = .none
  ) -> Bytes {
    call.joined(place.ns, scope.nsSeparator, place.key, mark, suffix)
  }

  /// - Returns: as the other forms, nil where the look-up goes on with the next.
  private func findContext(_ place: Place, _ scope: inout V1Scope) -> Found? {
    guard scope.has(.context), scope.frame.pointee.context?.pointee.isTruthy ?? false else {
      return nil
    }
    let context = Candidates.context(Call(core, scope.frame))
    guard !context.isEmpty else { return nil }
    var inner = scope.inner(without: .context)
    let key = form(place, &scope, core.pointee.contextSeparator.all, context)
    return inserting(.context, look(key, &inner), &scope)
  }

  private func findPlural(_ place: Place, _ scope: inout V1Scope) -> Found? {
    let languages = place.languages
    guard scope.has(.count), let request = PluralRequest(scope.frame.pointee.count),
      let numbers = languages.core.pointee.plurals[languages.range.lowerBound].numbers
    else { return nil }
    let origin = scope.origin ?? scope.language ?? languages.first
    var inner = scope.inner(without: .count)
    inner.list =
      scope.list
      ?? (scope.frame.has(.lngs) ? nil : .init(languages.core, languages.range.prefix(1)))
    inner.lookInList(from: origin)
    let suffix = core.suffix(of: numbers.form(of: request.number)).pointee.all
    if let found = look(form(place, &scope, suffix), &inner) {
      return inserting(.count, found, &scope)
    }
    let key = form(place, &scope)
    guard languages.range.count > 1 else {
      inner.look(in: origin)
      return inserting(.count, look(key, &inner), &scope) ?? .exhausted
    }
    // The same in the other languages. i18next 1.11 takes a default for a translation here.
    scope.list = .init(languages.core, languages.range.dropFirst())
    scope.lookInList(from: origin)
    let others = scope.isInner ? look(key, &scope) : answerOnce(key, &scope).found
    if case .exhausted? = others { return nil }
    return others
  }

  private func findIndefinite(_ place: Place, _ scope: inout V1Scope) -> Found? {
    guard scope.has(.indefiniteArticle), scope.frame.isTruthy(.indefiniteArticle),
      scope.frame.text(.indefiniteArticle) == nil
    else { return nil }
    var inner = scope.inner(without: .indefiniteArticle)
    let count = scope.has(.count) ? scope.frame.pointee.count : nil
    let isCounted = count?.pointee.isTruthy ?? false && PluralRequest(count) != nil
    let suffix = isCounted ? "" : options.indefiniteSuffix
    return look(form(place, &scope, evaluation.pointee.copy(suffix)), &inner)
  }

  /// A text with the option that chose its form inserted, and nothing else.
  @inline(never)
  private func inserting(
    _ option: OptionName, _ found: Found?, _ scope: inout V1Scope
  ) -> Found? {
    guard case .found(.text(let text))? = found else { return found }
    return .text(filled(text, &scope, only: option))
  }

  // MARK: Namespaces and languages

  private func findKey(_ place: Place, _ scope: inout V1Scope) -> Found? {
    if let found = findInCatalogs(place, &scope) { return found }
    let fallbacks = options.fallbackNS
    guard !scope.isFallback, options.fallbackToDefaultNS || !fallbacks.isEmpty else { return nil }
    scope.isFallback = true
    defer { scope.isFallback = false }
    if fallbacks.isEmpty {
      scope.ns = core.pointee.standardNS
      return find(place.key, &scope)
    }
    var last: Found?
    for fallback in fallbacks {
      let ns = evaluation.pointee.copy(fallback)
      last = find(call.joined(ns, scope.nsSeparator, place.key), &scope)
      if isTranslation(last, place, &scope) { break }
    }
    return last
  }

  /// Whether no other namespace to fall back to is looked in: a text is not the default.
  private func isTranslation(_ found: Found?, _ place: Place, _ scope: inout V1Scope) -> Bool {
    switch found {
    case nil: return false
    case .exhausted?: return true
    case .found(.value(let value))?: return value.isTruthy
    case .found(.text(let text))?:
      guard !text.isEmpty || options.returnEmptyString else { return false }
      guard !scope.isInner else { return true }
      let standard = standard(place.key, &scope)
      return !split(text, &scope).key.isSame(split(standard, &scope).key)
    }
  }

  private func languages(_ scope: inout V1Scope, _ ns: Bytes) -> V1Scope.Languages {
    var home = call.atHome
    guard let lng = scope.language else {
      if let list = scope.list { home = Call(list.core, call.frame) }
      return V1Scope.Languages(home.chain(inNamespace: ns), scope.list?.range)
    }
    guard scope.frame.isTruthy(.fallbackLng), let fallback = scope.frame.named(.fallbackLng) else {
      return V1Scope.Languages(home.chain(lng, inNamespace: ns))
    }
    let chosen = home.chain(choosing: Argument("lng", .text, 0, lng), fallback.pointee)
    return V1Scope.Languages(Call(chosen, call.frame).chain(inNamespace: ns))
  }

  /// The value of a key in the first of the languages that has one.
  private func findInCatalogs(_ place: Place, _ scope: inout V1Scope) -> Found? {
    let core = place.languages.core
    let isHashed =
      core.pointee.isCompiled
      && core.pointee.separators.key?.isSame(scope.keySeparator) ?? false
    // A key leads to where its first empty part is.
    let cut = place.key.beforeEmptyPart(scope.keySeparator)
    return core.firstLayer { layer in
      // Fallback namespaces have their turn later.
      guard layer.pointee.namespace == 0, place.languages.range.contains(layer.pointee.code),
        case let hashed = isHashed ? layer.record(place.key) : nil,
        let record = hashed
          ?? (isHashed && cut == nil
            ? nil : walk(to: cut ?? place.key, in: layer, scope.keySeparator))
      else { return nil }
      return rendered(record, isHashed: hashed != nil, place, layer, &scope)
    }
  }

  private func walk(
    to key: Bytes, in layer: UnsafePointer<Layer>, _ separator: Bytes
  ) -> CatalogRecord? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      guard !key.isEmpty else { return catalog.root.record }
      return TreePath.walk(catalog.root, Text(key), by: Text(separator), dot: nil)?.record
    }
  }
}

extension Bytes {
  /// What stands before the first empty part between separators; nil when no part is empty.
  fileprivate func beforeEmptyPart(_ separator: Bytes) -> Bytes? {
    var start = 0
    while let end = firstIndex(of: separator, from: start), end > start {
      start = end + separator.count
    }
    let isEmpty = start == count || matches(separator, at: start)
    return isEmpty ? part(0, start - separator.count) : nil
  }
}
