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
    let languages: Languages
  }

  /// The form of a context, the plural, the indefinite form, then the key itself.
  @inline(never)
  mutating func find(_ whole: Bytes) -> Found? {
    guard call.canNest(times: 8), call.charge() else { return nil }
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let (ns, key) = split(whole)
    let place = Place(ns: ns, key: key, languages: languages(ns))
    // A chain that is looked in by hash has languages alone.
    guard !place.languages.range.isEmpty,
      call.atHome.core.pointee.isDirect
        || !(snapshot.languages.first ?? Text(place.languages.first)).isCIMode
    else { return nil }
    return findContext(place) ?? findPlural(place) ?? findIndefinite(place) ?? findKey(place)
  }

  // MARK: Forms

  /// - Returns: as the other forms, nil where the look-up goes on with the next.
  private mutating func findContext(_ place: Place) -> Found? {
    guard given(.context)?.pointee.isTruthy ?? false else { return nil }
    let context = Candidates.context(call)
    guard !context.isEmpty else { return nil }
    var inner = self.inner(without: .context)
    let separator = core.pointee.contextSeparator.all
    let key = call.joined(place.ns, nsSeparator, place.key, separator, context)
    return inserting(.context, inner.look(key))
  }

  private mutating func findPlural(_ place: Place) -> Found? {
    let languages = place.languages
    guard let count = given(.count), let request = PluralRequest(count),
      let numbers = languages.core.pointee.plurals[languages.range.lowerBound].numbers
    else { return nil }
    let origin = self.origin ?? language ?? languages.first
    var inner = self.inner(without: .count)
    inner.list =
      list ?? (frame.has(.lngs) ? nil : .init(languages.core, languages.range.prefix(1)))
    inner.lookInList(from: origin)
    let suffix = core.suffix(of: numbers.form(of: request.number)).pointee.all
    if let found = inner.look(call.joined(place.ns, nsSeparator, place.key, suffix)) {
      return inserting(.count, found)
    }
    let key = call.joined(place.ns, nsSeparator, place.key)
    guard languages.range.count > 1 else {
      inner.look(in: origin)
      return inserting(.count, inner.look(key)) ?? .exhausted
    }
    // The same in the other languages. i18next 1.11 takes a default for a translation here.
    list = .init(languages.core, languages.range.dropFirst())
    lookInList(from: origin)
    let others = isInner ? look(key) : answerOnce(key).found
    if case .exhausted? = others { return nil }
    return others
  }

  private mutating func findIndefinite(_ place: Place) -> Found? {
    guard let article = given(.indefiniteArticle)?.pointee, article.isTruthy, article.kind != .text
    else { return nil }
    var inner = self.inner(without: .indefiniteArticle)
    let count = given(.count)
    let isCounted = count?.pointee.isTruthy ?? false && PluralRequest(count) != nil
    let suffix = evaluation.pointee.copy(isCounted ? "" : options.indefiniteSuffix)
    return inner.look(call.joined(place.ns, nsSeparator, place.key, suffix))
  }

  /// A text with the option that chose its form inserted, and nothing else.
  @inline(never)
  private mutating func inserting(_ option: OptionName, _ found: Found?) -> Found? {
    guard case .found(.text(let text))? = found else { return found }
    return .text(filled(text, only: option))
  }

  // MARK: Namespaces and languages

  private mutating func findKey(_ place: Place) -> Found? {
    if let found = findInCatalogs(place) { return found }
    let fallbacks = options.fallbackNS
    guard !isFallback, options.fallbackToDefaultNS || !fallbacks.isEmpty else { return nil }
    isFallback = true
    defer { isFallback = false }
    if fallbacks.isEmpty {
      ns = core.pointee.standardNS
      return find(place.key)
    }
    var last: Found?
    for fallback in fallbacks {
      let ns = evaluation.pointee.copy(fallback)
      last = find(call.joined(ns, nsSeparator, place.key))
      if isTranslation(last, place) { break }
    }
    return last
  }

  /// Whether no other namespace to fall back to is looked in: a text is not the default.
  private mutating func isTranslation(_ found: Found?, _ place: Place) -> Bool {
    switch found {
    case nil: return false
    case .exhausted?: return true
    case .found(.value(let value))?: return value.isTruthy
    case .found(.text(let text))?:
      guard !text.isEmpty || options.returnEmptyString else { return false }
      guard !isInner else { return true }
      let standard = self.standard(place.key)
      return !split(text).key.isSame(split(standard).key)
    }
  }

  private mutating func languages(_ ns: Bytes) -> Languages {
    var home = call.atHome
    guard let lng = language else {
      if let list { home = Call(list.core, frame) }
      return Languages(home.chain(inNamespace: ns), list?.range)
    }
    guard frame.isTruthy(.fallbackLng), let fallback = frame.named(.fallbackLng) else {
      return Languages(home.chain(lng, inNamespace: ns))
    }
    let chosen = home.chain(choosing: Argument("lng", .text, 0, lng), fallback.pointee)
    return Languages(Call(chosen, frame).chain(inNamespace: ns))
  }

  /// The value of a key in the first of the languages that has one.
  private mutating func findInCatalogs(_ place: Place) -> Found? {
    let core = place.languages.core
    let isHashed =
      core.pointee.isCompiled
      && core.pointee.separators.key?.isSame(keySeparator) ?? false
    // A key leads to where its first empty part is.
    let cut = place.key.beforeEmptyPart(keySeparator)
    return core.firstLayer { layer in
      // Fallback namespaces have their turn later.
      guard layer.pointee.namespace == 0, place.languages.range.contains(layer.pointee.code),
        let record = (isHashed ? layer.pointee.record(place.key) : nil)
          ?? (isHashed && cut == nil ? nil : walk(to: cut ?? place.key, in: layer))
      else { return nil }
      return rendered(record, place, layer)
    }
  }

  private mutating func walk(to key: Bytes, in layer: UnsafePointer<Layer>) -> CatalogRecord? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      guard !key.isEmpty else { return catalog.root.record }
      return TreePath.walk(catalog.root, Text(key), by: Text(keySeparator), dot: nil)?.record
    }
  }
}

extension Bytes {
  /// The bytes before the first empty part between separators; nil when no part is empty.
  fileprivate func beforeEmptyPart(_ separator: Bytes) -> Bytes? {
    var start = 0
    while let end = firstIndex(of: separator, from: start), end > start {
      start = end + separator.count
    }
    let isEmpty = start == count || matches(separator, at: start)
    return isEmpty ? part(0, start - separator.count) : nil
  }
}
