import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Values, placeholders and references of i18next 1.x.
extension V1Rules {
  /// The value of a key in the first of the languages that has one.
  func value(at place: Place, _ scope: inout V1Scope) -> Value? {
    let core = place.languages.chain.reader.core
    for position in 0..<Int(core.pointee.layerCount) {
      let layer = core.pointee.layers + position
      // Fallback namespaces have their turn later.
      guard layer.pointee.namespace == 0, place.languages.range.contains(layer.pointee.code),
        let node = look(place.key, in: layer, core, scope),
        let value = value(of: node, place, layer.pointee.code, &scope)
      else { continue }
      return value
    }
    return nil
  }

  /// Walks the key up to its first empty part.
  private func look(
    _ key: Bytes, in layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>,
    _ scope: V1Scope
  ) -> CatalogNode? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      if core.pointee.isCompiled, let start = key.baseAddress,
        core.pointee.separators.key?.isSame(scope.keySeparator) ?? false
      {
        let record = layer.pointee.record(start, key.count, .empty, KeyHash(start, key.count).value)
        if let record { return catalog.node(of: record) }
        if !hasEmptyPart(key, scope.keySeparator) { return nil }
      }
      let (key, separator) = (Text(key), Text(scope.keySeparator))
      if catalog.schema.keySeparator == separator, let node = catalog.find(key) { return node }
      var node = catalog.root
      for part in key.split(separator) {
        if part.isEmpty { break }
        guard let child = node.child(part) else { return nil }
        node = child
      }
      return node
    }
  }

  private func hasEmptyPart(_ key: Bytes, _ separator: Bytes) -> Bool {
    var start = 0
    while let end = key.firstIndex(of: separator, from: start) {
      if end == start { return true }
      start = end + separator.count
    }
    return start == key.count
  }

  private func value(
    of node: CatalogNode, _ place: Place, _ code: Int, _ scope: inout V1Scope
  ) -> Value? {
    if node.isNull { return snapshot.options.returnNull ? .null : nil }
    let value = node.value
    let wantsTrees =
      snapshot.options.returnObjects
      || scope.arguments.isTruthy(.returnObjectTrees, "returnObjectTrees")
    switch value {
    case .text(let text):
      if snapshot.options.showKeyIfEmpty, text.isEmpty { return nil }
      return valid(scan(text, scope))
    case .array(let elements) where !wantsTrees:
      return valid(scan(ValueText.joined(elements, by: "\n"), scope))
    case .int, .double:
      if wantsTrees { return value }
    default:
      if wantsTrees { return tree(value, place, &scope) }
    }
    let key = Text(place.key)
    return valid(
      snapshot.host.returnedObject?(key, value, scope.members)
        ?? "key '" + Text(place.ns) + ":" + key + " ("
        + place.languages.chain.codes[code]
        + ")' returned an object instead of string.")
  }

  private func valid(_ text: Text) -> Value? {
    snapshot.options.returnEmptyString || !text.trimmed().isEmpty ? .text(text) : nil
  }

  /// Objects and arrays with each child translated; booleans have no children.
  private func tree(_ value: Value, _ place: Place, _ scope: inout V1Scope) -> Value {
    let names: [Text]
    switch value {
    case .array(let elements): names = elements.indices.map { Decimal.text(of: Int64($0)) }
    case .object(let members): names = members.keys
    default: return .object(Members())
    }
    let base =
      Text(place.ns) + Text(scope.nsSeparator) + Text(place.key) + Text(scope.keySeparator)
    let values = names.map { name in
      (base + name).bytes.withUnsafeBufferPointer { answer($0, &scope).value }
    }
    if case .array = value { return .array(values) }
    return .object(Members(zip(names, values).map { ($0, $1) }))
  }

  // MARK: Texts

  /// A text with its placeholders replaced, then its references.
  func scan(_ text: Text, _ scope: V1Scope) -> Text { reuse(replace(text, scope), scope) }

  /// A text with one option of a call inserted and nothing else.
  func replaceOnly(_ found: Value, _ option: OptionName, _ scope: V1Scope) -> Value {
    guard case .text(let text) = found else { return found }
    return .text(replace(text, scope, only: option))
  }

  /// Replaces `__name__` and `__nameHTML__`; what is not among the variables stays.
  ///
  /// - Parameter only: the one option that is inserted, which is that of a context or a count. What
  ///   else the call says counts for the latter alone, and of that the delimiters.
  private func replace(_ text: Text, _ scope: V1Scope, only: OptionName? = nil) -> Text {
    let (syntax, arguments) = (snapshot.options.interpolation, scope.arguments)
    func delimiter(_ option: OptionName, _ name: StaticString) -> Text? {
      only == .context ? nil : arguments.text(option, name).map { Text($0) }
    }
    let prefix = delimiter(.interpolationPrefix, "interpolationPrefix") ?? syntax.prefix
    let suffix = delimiter(.interpolationSuffix, "interpolationSuffix") ?? syntax.suffix
    guard !prefix.isEmpty, !suffix.isEmpty, text.contains(prefix) else { return text }
    let escapes =
      syntax.escapeValue
      || only == nil && arguments.isTruthy(.escapeInterpolation, "escapeInterpolation")
    let separator =
      only == nil ? Text(scope.keySeparator) : snapshot.options.keySeparator ?? "\0"
    let scanner = UnderscoreScanner(dialect: .v1, prefix: prefix, suffix: suffix)
    work.pointee.read(text.count)
    return call.replaced(text, scanner) { match in
      let value = lookUp(match.name, separator) { name in
        guard let only else { return scope.variable(name) }
        return OptionName.of(name) == only ? arguments.named(name)?.pointee.value : nil
      }
      return value.map { value in
        let shown = value.isNull ? "null" : ValueText.of(value)
        return value.text != nil && escapes && !match.isHTML ? HTMLEscape.escape(shown) : shown
      }
    }
  }

  private func lookUp(
    _ path: Text, _ separator: Text, _ named: (Name) -> Value?
  ) -> Value? {
    func variable(_ name: Text) -> Value? {
      name.bytes.withUnsafeBufferPointer { named(Name($0)) }
    }
    guard let end = path.firstIndex(of: separator) else { return variable(path) }
    guard var value = variable(path.part(0, end)) else { return nil }
    var leaf = path.part(end + separator.count)
    while let found = leaf.firstIndex(of: separator), value.isContainer {
      guard let child = value.child(leaf.part(0, found)) else { return nil }
      value = child
      leaf = leaf.part(found + separator.count)
    }
    return value.child(leaf)
  }

  /// Resolves `$t(key, {…})`, the last one first. The text of a reference is scanned again, so
  /// that all ends with one that is nested too deep.
  private func reuse(_ source: Text, _ scope: V1Scope) -> Text {
    let prefix = snapshot.options.interpolation.nestingPrefix
    let suffix = snapshot.options.interpolation.nestingSuffix
    guard source.contains(prefix) else { return source }
    work.pointee.read(source.count)
    var text = SplicedText(source)
    text.move(to: source.count)
    // Options of one reference hold for those before it.
    var own = Members()
    var inner = scope.inReferences
    var lists: [ArgumentList] = []
    defer { withExtendedLifetime(lists) {} }
    while let start = text.withFront({ $0.lastIndex(of: prefix) }),
      !work.pointee.reached.contains(.nesting), work.pointee.canNest(), work.pointee.step(),
      work.pointee.mayGrow(text.count)
    {
      text.move(to: start)
      guard let close = text.withBack({ $0.firstIndex(of: suffix, from: prefix.count) }) else {
        snapshot.host.log?(("a reference is not closed: " + text.text).onOneLine)
        return ""
      }
      let body = text.withBack { Text($0.part(prefix.count, close)) }
      let (key, given) = Self.parts(of: body)
      if let given {
        own.merge(given)
        // The scope may point into it from now on.
        lists.append(ArgumentList(given))
      }
      let shown = key.bytes.withUnsafeBufferPointer {
        self.shown($0, own, given == nil ? nil : lists.last, &inner)
      }
      // Beyond a limit the key was not looked up, so it is not missing, and the text is not inserted.
      guard work.pointee.mayGrow(shown.count), !work.pointee.isSpent else { break }
      text.replace(close + suffix.count, with: shown)
      // The text behind it may complete a prefix that it begins.
      text.move(to: text.place + prefix.count - 1)
    }
    return text.text
  }

  /// The text of a reference.
  ///
  /// - Parameters:
  ///   - own: its options and those of the references behind it.
  ///   - given: its options.
  private func shown(
    _ key: Bytes, _ own: Members, _ given: ArgumentList?, _ scope: inout V1Scope
  ) -> Text {
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    guard !own.isEmpty else { return text(of: answerWithoutMarkers(key, &scope)) }
    let (list, outer) = (ArgumentList(own), scope.arguments)
    defer { scope.arguments = outer }
    return withExtendedLifetime(list) {
      Call.with(list.all, call.core, work, outer: outer) { nested in
        scope.arguments = nested.arguments
        if let given { take(given.all, into: &scope) }
        return text(of: answerWithoutMarkers(key, &scope))
      }
    }
  }

  private func text(of answer: Answer) -> Text {
    answer.value.isNull ? "null" : ValueText.of(answer.value)
  }

  /// The key of a reference, and its options: they are in braces behind a comma.
  private static func parts(of body: Text) -> (key: Text, options: Members?) {
    guard let comma = body.firstIndex(of: ","), let open = body.firstIndex(of: "{", from: comma),
      let close = body.firstIndex(of: "}", from: open),
      case .object(let given)? = try? JSON.parse(body.part(open, close + 1))
    else { return (body, nil) }
    return (body.part(0, comma), given)
  }
}
