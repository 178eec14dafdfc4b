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
    /// The key has no empty part, and nothing changes when it is joined and split again, also with a
    /// suffix without separators.
    let isPlain: Bool
  }

  /// The form of a context, the plural, the indefinite form, then the key itself.
  ///
  /// - Parameter processes: whether what is found goes through post-processors.
  @inline(never)
  mutating func find(_ place: Place, processes: Bool = true) -> Found? {
    guard mayLookUp else { return nil }
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    guard !place.languages.range.isEmpty else { return nil }
    let found =
      findContext(place) ?? findPlural(place) ?? findIndefinite(place) ?? findKey(place)
    guard processes, call.isProcessed, case .found(let result)? = found else { return found }
    return .found(processed(result, place.key) ?? result)
  }

  /// Counts a look-up, which may be within others.
  private var mayLookUp: Bool { call.canNest(times: 8) && call.charge() }

  @inline(never)
  mutating func place(of whole: Bytes) -> Place {
    let (ns, key) = split(whole)
    let isPlain =
      nsSeparator.count == 1 && keySeparator.count == 1
      && !Bytes16.contains(nsSeparator[0], in: ns) && key.beforeEmptyPart(keySeparator) == nil
    return Place(ns: ns, key: key, languages: languages(ns), isPlain: isPlain)
  }

  /// The place of the key with a suffix: mostly what joining and splitting again would give.
  ///
  /// - Parameter languages: where the look-up has those of a place.
  @inline(never)
  private mutating func place(
    _ place: Place, _ suffix: Bytes = .none, in languages: Languages? = nil
  ) -> Place {
    guard place.isPlain,
      !suffix.contains(where: { $0 == nsSeparator[0] || $0 == keySeparator[0] })
    else { return self.place(of: call.joined(place.ns, nsSeparator, place.key, suffix)) }
    return Place(
      ns: place.ns, key: suffix.isEmpty ? place.key : call.joined(place.key, suffix),
      languages: languages ?? self.languages(place.ns), isPlain: true)
  }

  // MARK: Forms

  /// - Returns: as the other forms, nil where the look-up goes on with the next.
  private mutating func findContext(_ place: Place) -> Found? {
    guard given(.context)?.pointee.isTruthy ?? false else { return nil }
    let context = Candidates.context(call)
    guard !context.isEmpty else { return nil }
    var inner = self.inner(without: .context)
    let suffix = call.joined(core.pointee.contextSeparator.all, context)
    return inserting(.context, inner.find(inner.place(place, suffix, in: place.languages)))
  }

  private mutating func findPlural(_ place: Place) -> Found? {
    let (core, range) = (place.languages.core, place.languages.range)
    guard let count = given(.count), let request = PluralRequest(count),
      let numbers = core.pointee.plurals[range.lowerBound].numbers
    else { return nil }
    let origin = self.origin ?? (lng?.pointee.filledText == nil ? lng(place.languages.first) : lng)
    let first =
      list == nil && !frame.has(.lngs) ? Languages(core: core, range: range.prefix(1)) : nil
    var inner = self.inner(without: .count)
    if let first { inner.list = first }
    (inner.lng, inner.origin) = (nil, origin)
    let suffix = core.suffix(of: numbers.form(of: request.number)).pointee.all
    // Without `lng`, the form is looked for in the languages of the place.
    let form = inner.place(place, suffix, in: first ?? (lng == nil ? place.languages : nil))
    if let found = inner.find(form) { return inserting(.count, found) }
    guard range.count > 1 else {
      (inner.lng, inner.origin) = (origin, nil)
      return inserting(.count, inner.find(inner.place(place))) ?? .exhausted
    }
    // The same in the other languages. i18next 1.11 takes a default for a translation here.
    list = Languages(core: core, range: range.dropFirst())
    (lng, self.origin) = (nil, origin)
    guard let found = find(self.place(place, in: list)) else {
      return isInner ? nil : .found(missing(call.joined(place.ns, nsSeparator, place.key)).found)
    }
    if case .exhausted = found { return nil }
    return found
  }

  private mutating func findIndefinite(_ place: Place) -> Found? {
    guard let article = given(.indefiniteArticle)?.pointee, article.isTruthy, article.kind != .text
    else { return nil }
    var inner = self.inner(without: .indefiniteArticle)
    let count = given(.count)
    let isCounted = count?.pointee.isTruthy ?? false && PluralRequest(count) != nil
    let suffix = isCounted ? .none : call.arena.pointee.copy(options.indefiniteSuffix)
    // A plural has chosen other languages.
    let languages = list == nil ? place.languages : nil
    return inner.find(inner.place(place, suffix, in: languages))
  }

  /// A text with the option that chose its form inserted, and nothing else.
  @inline(never)
  private mutating func inserting(_ option: OptionName, _ found: Found?) -> Found? {
    guard case .found(.text(let text))? = found else { return found }
    return .found(.text(filled(text, only: option)))
  }

  // MARK: Namespaces and languages

  private mutating func findKey(_ place: Place) -> Found? {
    let (key, core) = (place.key, place.languages.core)
    let isHashed =
      core.pointee.isCompiled
      && core.pointee.separators.key?.isSame(keySeparator) ?? false
    let form = FormedKey(key)
    // The key up to its first empty part, which is where it leads; nil without one.
    let cut = place.isPlain ? nil : key.beforeEmptyPart(keySeparator)
    let isAbsent =
      isHashed && core.pointee.isMerged && cut == nil && form.record(in: core.pointee.table) == nil
    func look(in layer: UnsafePointer<Layer>) -> Found? {
      // Fallback namespaces have their turn later.
      guard layer.pointee.namespace == 0, place.languages.range.contains(layer.pointee.code),
        let record = (isHashed ? form.record(in: layer) : nil)
          ?? (isHashed && cut == nil ? nil : walk(to: cut ?? key, in: layer))
      else { return nil }
      return rendered(record, place, layer)
    }
    if !isAbsent, let found = core.firstLayer(look) { return found }
    let isOther = !options.fallbackNS.isEmpty
    guard fallbacks == 0, isOther || options.fallbackToDefaultNS else { return nil }
    if !isOther { ns = core.pointee.standardNS }
    // The table has the namespace to fall back to, too: a look-up there counts, but finds nothing.
    if isAbsent, core == call.atHome.core,
      (given(.context) ?? given(.count) ?? given(.indefiniteArticle)) == nil
    {
      _ = mayLookUp
      return nil
    }
    fallbacks = 1
    defer { fallbacks = 0 }
    guard isOther else { return find(self.place(of: key), processes: false) }
    var last: Found?
    for fallback in options.fallbackNS {
      let ns = call.arena.pointee.copy(fallback)
      last = find(self.place(of: call.joined(ns, nsSeparator, key)), processes: false)
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
      return isInner || !split(text).key.isSame(split(standard(place.key)).key)
    }
  }

  /// - Returns: none where keys are shown instead of texts.
  @inline(never)
  private mutating func languages(_ ns: Bytes) -> Languages {
    var home = call.atHome
    let isDirect = home.core.pointee.isDirect
    var lng = self.lng?.pointee.filledText
    let list = lng == nil ? self.list : nil
    if let list { home = Call(list.core, frame) }
    if lng != nil, frame.isTruthy(.fallbackLng), let fallback = frame.named(.fallbackLng) {
      (home, lng) = (Call(home.chain(choosing: fallback.pointee, self.lng?.pointee), frame), nil)
    }
    let core = home.chain(lng ?? .none, inNamespace: ns)
    let all = Languages(core: core, range: list?.range ?? 0..<core.pointee.codeCount)
    // A chain that is looked in by hash has languages alone.
    guard !isDirect, !all.range.isEmpty, (snapshot.languages.first ?? Text(all.first)).isCIMode
    else { return all }
    return Languages(core: core, range: 0..<0)
  }

  private mutating func walk(to key: Bytes, in layer: UnsafePointer<Layer>) -> CatalogRecord? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      key.isEmpty
        ? catalog.root.record
        : TreePath.walk(catalog.root, Text(key), by: Text(keySeparator), dot: nil)?.record
    }
  }
}

extension Bytes {
  /// The bytes before the first empty part between separators; nil when no part is empty.
  @inline(never)
  fileprivate func beforeEmptyPart(_ separator: Bytes) -> Bytes? {
    var start = 0
    while let end = firstIndex(of: separator, from: start), end > start {
      start = end + separator.count
    }
    let isEmpty = start == count || matches(separator, at: start)
    return isEmpty ? part(0, start - separator.count) : nil
  }
}
