import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next 1.x: forms, languages and namespaces of a key.
extension V1Rules {
  /// The reference's `_find`: context, plural, indefinite, then the key itself.
  @inline(never)
  func find(_ whole: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output) -> Found
  {
    guard work.pointee.canNest(times: 8), work.pointee.step() else { return .nothing }
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    let (ns, key) = split(whole, scope)
    let place = Place(ns: ns, key: key, languages: languages(scope, ns))
    guard !place.languages.range.isEmpty, !isCIMode(place.languages) else { return .nothing }
    var found = findContext(place, scope, &output)
    if found.isNothing { found = findPlural(place, scope, &output) }
    if found.isNothing { found = findIndefinite(place, scope, &output) }
    return found.isNothing ? findPlain(place, scope, &output) : found
  }

  /// Where a key is looked for.
  struct Place {
    let ns: Bytes
    let key: Bytes
    let languages: V1Scope.Languages
  }

  private func isCIMode(_ languages: V1Scope.Languages) -> Bool {
    let count = snapshot.languages.first?.count ?? languages.first.count
    guard count == 6 else { return false }
    let first = snapshot.languages.first ?? Text(languages.first)
    return first.lowercasedASCII().equals("cimode")
  }

  private func languages(_ scope: UnsafeMutablePointer<V1Scope>, _ ns: Bytes) -> V1Scope.Languages {
    guard let lng = scope.pointee.lng, !lng.isEmpty else {
      let list = scope.pointee.list
      return V1Scope.Languages(chain(.none, ns, from: list?.core), list?.range)
    }
    if let fallback = scope.pointee.arguments.value(.fallbackLng, "fallbackLng"), fallback.isTruthy
    {
      return V1Scope.Languages(
        work.pointee.keep(
          snapshot.scope.kept(
            lng: Text(lng), own: [Text(ns)], fallback: FallbackLanguages(fallback))))
    }
    return V1Scope.Languages(chain(lng, ns))
  }

  /// As `olderChain`, as long as the call lasts: options that outlive a look-up point to it.
  private func chain(
    _ lng: Bytes, _ ns: Bytes, from core: UnsafePointer<ChainCore>? = nil
  ) -> UnsafePointer<ChainCore> {
    let home = core?.pointee.chain ?? Unmanaged.passUnretained(snapshot.scope)
    return home._withUnsafeGuaranteedRef { home in
      if !ns.isEmpty, let known = home.known(lng, ns) { return known }
      return work.pointee.keep(call.olderChain(lng, ns, from: home))
    }
  }

  /// What `look` finds, with one option of a call inserted in its text and nothing else.
  @inline(never)
  private func inserting(
    _ option: OptionName, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output,
    _ look: (inout Output) -> Found
  ) -> Found {
    let (start, before) = (output.length, work.pointee.now)
    let found = look(&output)
    guard case .text = found else { return found }
    if let text = output.appended(since: start) {
      withReplaced(text, scope, only: option) { replaced in
        // Most texts have nothing to insert.
        guard replaced.baseAddress != text.baseAddress else { return }
        output.rewind(to: start)
        output.append(replaced)
      }
      return .text
    }
    output.rewind(to: start)
    work.pointee.goBack(to: before)
    return call.withCaptured {
      let found = look(&$0)
      if case .text = found { return nil }
      return found
    } _: { text in
      withReplaced(text, scope, only: option) { output.append($0) }
      return .text
    } ?? .nothing
  }

  private func findContext(
    _ place: Place, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    guard scope.pointee.has(.context), let argument = scope.pointee.arguments.pointee.context,
      argument.pointee.isTruthy
    else { return .nothing }
    if let text = argument.pointee.filledText { return find(place, context: text, scope, &output) }
    let context = Candidates.context(argument.pointee.value)
    return context?.bytes.withUnsafeBufferPointer {
      find(place, context: $0, scope, &output)
    } ?? .nothing
  }

  private func find(
    _ place: Place, context: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    var inner = scope.pointee
    inner.remove(.context)
    inner.marker = .context
    let found = inserting(.context, scope, &output) { output in
      var again = inner
      let mark = call.core.pointee.contextSeparator
      return call.withForm(place.key, mark, context, in: place.ns, scope.pointee.nsSeparator) {
        answer($0, &again, &output).found
      }
    }
    if case .marker(.context) = found { return .nothing }
    return found
  }

  private func findPlural(
    _ place: Place, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    let languages = place.languages
    guard scope.pointee.has(.count),
      let request = PluralRequest(scope.pointee.arguments.pointee.count),
      let numbers = languages.core.pointee.numbers
    else { return .nothing }
    let origin = scope.pointee.origin ?? scope.pointee.lng ?? languages.first
    var inner = scope.pointee
    inner.list = scope.pointee.list ?? (scope.pointee.has(.lngs) ? nil : languages.part(0..<1))
    inner.remove(.count)
    inner.origin = origin
    inner.choose(nil)
    inner.marker = .plural
    let form = numbers[languages.range.lowerBound].form(of: request.number)
    let found = counted(place, form, scope, &inner, &output)
    guard case .marker(.plural) = found else { return found }
    guard languages.range.count > 1 else {
      inner.choose(origin)
      inner.origin = nil
      return counted(place, .bare, scope, &inner, &output)
    }
    scope.pointee.list = languages.part(1..<languages.range.count)
    scope.pointee.origin = origin
    scope.pointee.choose(nil)
    let retried = call.withForm(place.key, .bare, in: place.ns, scope.pointee.nsSeparator) {
      answer($0, scope, &output).found
    }
    if case .marker(.plural) = retried { return .nothing }
    return retried
  }

  /// A form of a key, with the count of `scope` inserted.
  private func counted(
    _ place: Place, _ form: NumberedPlurals.Form, _ scope: UnsafeMutablePointer<V1Scope>,
    _ inner: UnsafeMutablePointer<V1Scope>,
    _ output: inout Output
  ) -> Found {
    let given = inner.pointee
    return inserting(.count, scope, &output) { output in
      inner.pointee = given
      return call.withForm(place.key, form, in: place.ns, scope.pointee.nsSeparator) {
        answer($0, inner, &output).found
      }
    }
  }

  private func findIndefinite(
    _ place: Place, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    guard scope.pointee.has(.indefiniteArticle),
      let article = scope.pointee.arguments.named("indefinite_article"), article.pointee.isTruthy,
      article.pointee.kind != .text
    else { return .nothing }
    var inner = scope.pointee
    inner.remove(.indefiniteArticle)
    inner.marker = .indefinite
    let count = scope.pointee.has(.count) ? scope.pointee.arguments.pointee.count : nil
    let isCounted = count?.pointee.isTruthy ?? false && PluralRequest(count) != nil
    let suffix = isCounted ? "" : snapshot.options.indefiniteSuffix
    let found = suffix.bytes.withUnsafeBufferPointer { suffix in
      call.withForm(place.key, .empty, suffix, in: place.ns, scope.pointee.nsSeparator) {
        answer($0, &inner, &output).found
      }
    }
    if case .marker(.indefinite) = found { return .nothing }
    return found
  }

  private func findPlain(
    _ place: Place, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    let found = find(at: place, scope, &output)
    guard found.isNothing else { return found }
    let fallbacks = snapshot.options.fallbackNS
    guard !scope.pointee.isFallback, snapshot.options.fallbackToDefaultNS || !fallbacks.isEmpty
    else {
      return .nothing
    }
    scope.pointee.isFallback = true
    defer { scope.pointee.isFallback = false }
    guard !fallbacks.isEmpty else {
      scope.pointee.ns = standardNS
      return find(place.key, scope, &output)
    }
    guard fallbacks.count > 1 else { return find(place, in: fallbacks[0], scope, &output) }
    var last: Value?
    for fallback in fallbacks {
      last = value(scope) { find(place, in: fallback, scope, &$0) }
      guard let value = last,
        value.isTruthy || value == .text("") && snapshot.options.returnEmptyString
      else { continue }
      let standard = afterNamespace(standard(place.key, scope), scope)
      if value.text.map({ afterNamespace($0, scope) }) != standard { break }
    }
    return last.map { put($0, &output) } ?? .nothing
  }

  private func find(
    _ place: Place, in namespace: Text, _ scope: UnsafeMutablePointer<V1Scope>,
    _ output: inout Output
  ) -> Found {
    namespace.bytes.withUnsafeBufferPointer { ns in
      call.withForm(place.key, .bare, in: ns, scope.pointee.nsSeparator) {
        find($0, scope, &output)
      }
    }
  }

  // MARK: Catalogs

  /// The value of a key in the first of the languages that has one.
  private func find(at place: Place, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output)
    -> Found
  {
    let core = place.languages.core
    // Most keys are found by their hash or not at all.
    let isHashed = isHashed(core, scope) && !place.key.hasEmptyPart(scope.pointee.keySeparator)
    for position in 0..<Int(core.pointee.layerCount) {
      let layer = core.pointee.layers + position
      // Fallback namespaces have their turn later.
      guard layer.pointee.namespace == 0, place.languages.range.contains(layer.pointee.code),
        let record = isHashed
          ? layer.record(place.key) : look(place.key, in: layer, core, scope)
      else { continue }
      let found = put(record, place, layer, scope, &output)
      if !found.isNothing { return found }
    }
    return .nothing
  }

  /// Whether catalogs were compiled for the separators of a look-up.
  private func isHashed(
    _ core: UnsafePointer<ChainCore>, _ scope: UnsafeMutablePointer<V1Scope>
  ) -> Bool {
    core.pointee.isCompiled
      && core.pointee.separators.key?.isSame(scope.pointee.keySeparator) ?? false
  }

  /// Walks the key up to its first empty part.
  private func look(
    _ key: Bytes, in layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>,
    _ scope: UnsafeMutablePointer<V1Scope>
  ) -> CatalogRecord? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      if isHashed(core, scope), let record = layer.record(key) { return record }
      let (key, separator) = (Text(key), Text(scope.pointee.keySeparator))
      if catalog.schema.keySeparator == separator, let node = catalog.find(key) {
        return node.record
      }
      var node = catalog.root
      for part in key.split(separator) {
        if part.isEmpty { break }
        guard let child = node.child(part) else { return nil }
        node = child
      }
      return node.record
    }
  }
}
