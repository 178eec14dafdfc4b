import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Values, placeholders and references of i18next 1.x.
extension V1Rules {
  func put(
    _ record: CatalogRecord, _ place: Place, _ layer: UnsafePointer<Layer>,
    _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Found {
    if let text = record.textBytes {
      if snapshot.options.showKeyIfEmpty, text.isEmpty { return .nothing }
      return valid(&output) { scan(text, scope, &$0) }
    }
    let value = {
      layer.pointee.holder(of: record.key)._withUnsafeGuaranteedRef { $0.node(of: record).value }
    }
    let wantsTrees =
      snapshot.options.returnObjects
      || scope.pointee.arguments.isTruthy(.returnObjectTrees, "returnObjectTrees")
    switch NodeKind(rawValue: record.kind) {
    case .null: return snapshot.options.returnNull ? .value(.null) : .nothing
    case .int where wantsTrees, .double where wantsTrees: return .value(value())
    case _ where wantsTrees: return .value(tree(value(), place, scope))
    case .array:
      guard case .array(let elements) = value() else { break }
      let joined = ValueText.joined(elements, by: "\n")
      return valid(&output) { output in
        joined.bytes.withUnsafeBufferPointer { scan($0, scope, &output) }
      }
    default: break
    }
    let key = Text(place.key)
    return valid(&output) { output in
      let lng = place.languages.core.pointee.chain._withUnsafeGuaranteedRef {
        $0.codes[layer.pointee.code]
      }
      output.append(
        snapshot.host.returnedObject?(key, value(), scope.pointee.members)
          ?? "key '" + Text(place.ns) + ":" + key + " (" + lng
          + ")' returned an object instead of string.")
    }
  }

  /// What `make` puts out, unless it is empty and may not be.
  @inline(never)
  private func valid(_ output: inout Output, _ make: (inout Output) -> Void) -> Found {
    guard !snapshot.options.returnEmptyString else {
      make(&output)
      return .text
    }
    return call.withCaptured {
      make(&$0)
      return nil
    } _: { text in
      guard !text.trimmed.isEmpty else { return .nothing }
      output.append(text)
      return .text
    } ?? .nothing
  }

  /// Objects and arrays with each child translated; booleans have no children.
  private func tree(_ value: Value, _ place: Place, _ scope: UnsafeMutablePointer<V1Scope>) -> Value
  {
    let names: [Text]
    switch value {
    case .array(let elements): names = elements.indices.map { Decimal.text(of: Int64($0)) }
    case .object(let members): names = members.keys
    default: return .object(Members())
    }
    let base =
      Text(place.ns) + Text(scope.pointee.nsSeparator) + Text(place.key)
      + Text(scope.pointee.keySeparator)
    let values = names.map { name in
      (base + name).bytes.withUnsafeBufferPointer { key in
        self.value(scope) { answer(key, scope, &$0).found } ?? .null
      }
    }
    if case .array = value { return .array(values) }
    return .object(Members(zip(names, values).map { ($0, $1) }))
  }

  // MARK: Texts

  /// Puts out a text with its placeholders replaced, then its references.
  @inline(never)
  func scan(_ text: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output) {
    withReplaced(text, scope) { reuse($0, scope, &output) }
  }

  /// Calls `body` with a text whose `__name__` and `__nameHTML__` are replaced; what is not among the
  /// variables stays.
  ///
  /// - Parameter only: the one option that is inserted, which is that of a context or a count. What
  ///   else the call says counts for the latter alone, and of that the delimiters.
  @inline(never)
  func withReplaced(
    _ text: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, only: OptionName? = nil,
    _ body: (Bytes) -> Void
  ) {
    let (delimiters, arguments) = (call.core.pointee.delimiters, scope.pointee.arguments)
    func own(_ option: OptionName, _ name: StaticString) -> Bytes? {
      only == .context ? nil : arguments.text(option, name)
    }
    let prefix = own(.interpolationPrefix, "interpolationPrefix")
    let suffix = own(.interpolationSuffix, "interpolationSuffix")
    guard text.firstIndex(of: prefix ?? delimiters.prefix) != nil,
      !(suffix ?? delimiters.suffix).isEmpty
    else {
      return body(text)
    }
    let escapes =
      snapshot.options.interpolation.escapeValue
      || only == nil && arguments.isTruthy(.escapeInterpolation, "escapeInterpolation")
    let separator =
      only == nil ? scope.pointee.keySeparator : call.core.pointee.separators.key ?? V1Scope.nothing
    let scanner =
      prefix == nil && suffix == nil
      ? snapshot.underscores
      : UnderscoreScanner(
        dialect: .v1, prefix: Text(prefix ?? delimiters.prefix),
        suffix: Text(suffix ?? delimiters.suffix))
    work.pointee.read(text.count)
    call.withReplaced(text, scanner) { name, isHTML, output in
      if only == nil, let lng = scope.pointee.language(name) {
        call.append(lng, escapes: escapes && !isHTML, &output)
        return true
      }
      return show(name, separator, escapes: escapes && !isHTML, &output) { name in
        guard let only else { return scope.pointee.variable(name) }
        return OptionName.of(name) == only ? arguments.named(name) : nil
      }
    } _: {
      body($0)
    }
  }

  /// Puts out a variable.
  ///
  /// - Returns: false when there is none.
  @inline(never)
  private func show(
    _ path: Bytes, _ separator: Bytes, escapes: Bool, _ output: inout Output,
    _ variable: (Name) -> UnsafePointer<Argument>?
  ) -> Bool {
    let end = path.firstIndex(of: separator)
    guard let argument = variable(Name(path.part(0, end ?? path.count))) else { return false }
    guard let end else {
      call.show(argument, null: "null", escapes: escapes, &output)
      return true
    }
    let leaf = path.part(end + separator.count, path.count)
    if argument.pointee.kind == .json, separator.equals("."),
      let item = JSONScan.find(leaf, in: argument.pointee.bytes)
    {
      withUnsafePointer(to: Argument(Name(path), item)) {
        call.show($0, null: "null", escapes: escapes, &output)
      }
      return true
    }
    let value = argument.pointee.value.flatMap { lookUp(Text(leaf), Text(separator), in: $0) }
    guard let value else { return false }
    let shown = value.isNull ? "null" : ValueText.of(value)
    output.append(value.text != nil && escapes ? HTMLEscape.escape(shown) : shown)
    return true
  }

  @inline(never)
  private func lookUp(_ path: Text, _ separator: Text, in variable: Value) -> Value? {
    var (value, leaf) = (variable, path)
    while let found = leaf.firstIndex(of: separator), value.isContainer {
      guard let child = value.child(leaf.part(0, found)) else { return nil }
      value = child
      leaf = leaf.part(found + separator.count)
    }
    return value.child(leaf)
  }

  /// Resolves `$t(key, {…})`, the last one first. The text of a reference is scanned again, so
  /// that all ends with one that is nested too deep.
  private func reuse(
    _ source: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) {
    guard source.firstIndex(of: call.core.pointee.separators.nesting) != nil else {
      return output.append(source)
    }
    let prefix = snapshot.options.interpolation.nestingPrefix
    let suffix = snapshot.options.interpolation.nestingSuffix
    work.pointee.read(source.count)
    var text = SplicedText(Text(source))
    text.move(to: source.count)
    // Options of one reference hold for those before it.
    var own = Members()
    var inner = scope.pointee.inReferences
    var lists: [ArgumentList] = []
    defer { withExtendedLifetime(lists) {} }
    while let start = text.withFront({ $0.lastIndex(of: prefix) }),
      !work.pointee.reached.contains(.nesting), work.pointee.canNest(), work.pointee.step(),
      work.pointee.mayGrow(text.count)
    {
      text.move(to: start)
      guard let close = text.withBack({ $0.firstIndex(of: suffix, from: prefix.count) }) else {
        snapshot.host.log?(("a reference is not closed: " + text.text).onOneLine)
        return
      }
      let body = text.withBack { Text($0.part(prefix.count, close)) }
      let (key, given) = Self.parts(of: body)
      if let given {
        own.merge(given)
        // The scope may point into it from now on.
        lists.append(ArgumentList(given))
      }
      let isInserted = key.bytes.withUnsafeBufferPointer { key in
        withShown(key, own, given == nil ? nil : lists.last, &inner) { shown in
          // Beyond a limit the key was not looked up, so it is not missing, and the text is not
          // inserted.
          guard work.pointee.mayGrow(shown.count), !work.pointee.isSpent else { return false }
          text.replace(close + suffix.count, with: shown)
          return true
        }
      }
      guard isInserted else { break }
      // The text behind it may complete a prefix that it begins.
      text.move(to: text.place + prefix.count - 1)
    }
    text.withFront { output.append($0) }
    text.withBack { output.append($0) }
  }

  /// Calls `body` with the text of a reference.
  ///
  /// - Parameters:
  ///   - own: its options and those of the references behind it.
  ///   - given: its options.
  private func withShown(
    _ key: Bytes, _ own: Members, _ given: ArgumentList?, _ scope: UnsafeMutablePointer<V1Scope>,
    _ body: (Bytes) -> Bool
  ) -> Bool {
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    guard !own.isEmpty else { return withText(key, scope, body) }
    let (list, outer) = (ArgumentList(own), scope.pointee.arguments)
    defer { scope.pointee.arguments = outer }
    return withExtendedLifetime(list) {
      Call.with(list.all, call.core, work, outer: outer) { nested in
        scope.pointee.arguments = nested.arguments
        if let given { take(given.all, into: scope) }
        return withText(key, scope, body)
      }
    }
  }

  @inline(never)
  private func withText(
    _ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ body: (Bytes) -> Bool
  ) -> Bool {
    let given = scope.pointee
    return call.withCaptured {
      scope.pointee = given
      switch answerWithoutMarkers(key, scope, &$0).found {
      case .value(let value): $0.append(value.isNull ? "null" : ValueText.of(value))
      case .nothing, .text, .marker: break
      }
      return nil
    } _: {
      body($0)
    } ?? false
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
