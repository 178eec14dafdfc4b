import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next 1.x.
extension V1 {
  /// The rendered value of a record; nothing for one that is not taken.
  mutating func rendered(
    _ record: CatalogRecord, _ place: Place, _ layer: UnsafePointer<Layer>
  ) -> Found? {
    if let text = record.textBytes {
      return options.showKeyIfEmpty && text.isEmpty ? nil : taken(render(text))
    }
    let node = layer.pointee.node(of: record)
    if node.isNull { return options.returnNull ? .found(.value(.null)) : nil }
    if options.returnObjects || frame.isTruthy(.returnObjectTrees) {
      let isNumber = node.kind == .int || node.kind == .double
      return .found(.value(isNumber ? node.value : tree(node, place)))
    }
    let name = call.joined(place.ns, Bytes(":"), place.key)
    return taken(
      call.text(
        of: node, place.key, name, place.languages.core.place(of: layer).lng, "string.",
        { members }, render: { render($0) }))
  }

  /// A text, unless it is empty and may not be.
  private mutating func taken(_ text: Bytes) -> Found? {
    options.returnEmptyString || !text.trimmed.isEmpty ? .found(.text(text)) : nil
  }

  /// Objects and arrays with each child translated; booleans have no children. Beyond a limit a child
  /// stays as it is.
  private mutating func tree(_ node: CatalogNode, _ place: Place) -> Value {
    guard node.isContainer else { return .object(Members()) }
    let base = call.joined(place.ns, nsSeparator, place.key, keySeparator)
    return node.mapping { name, child in
      guard !isSpent else { return child.value }
      let key = name.bytes.withUnsafeBufferPointer { call.joined(base, $0) }
      // A key that is missing is a part of the result.
      call.read(8 &* key.count)
      return answer(key).found.value
    }
  }

  /// Whether no more may be replaced.
  var isSpent: Bool { !evaluation.pointee.marks.isDisjoint(with: [.steps, .output]) }

  // MARK: Texts

  /// A text with its placeholders replaced, then its references.
  mutating func render(_ text: Bytes) -> Bytes { referred(filled(text)) }

  /// A text whose `__name__` and `__nameHTML__` are replaced; what is not among the variables stays.
  ///
  /// - Parameter only: the one option that is inserted, which is that of a context or a count. What
  ///   else the call says counts for the latter alone, and of that the delimiters.
  mutating func filled(_ text: Bytes, only: OptionName? = nil) -> Bytes {
    let hasDelimiters = frame.has(.interpolationPrefix) || frame.has(.interpolationSuffix)
    let scanner =
      only == .context || !hasDelimiters
      ? snapshot.underscores
      : PlaceholderScanner(
        .v1,
        prefix: frame.text(.interpolationPrefix).map { Text($0) } ?? options.interpolation.prefix,
        suffix: frame.text(.interpolationSuffix).map { Text($0) } ?? options.interpolation.suffix)
    let escapes =
      options.interpolation.escapeValue || only == nil && frame.isTruthy(.escapeInterpolation)
    let separator =
      only == nil ? keySeparator : core.pointee.separators.key ?? Self.nothing
    return call.filled(text, scanner) { path, isHTML, output in
      let end = path.firstIndex(of: separator)
      let name = Name(path.part(0, end ?? path.count))
      let variable =
        only.map { OptionName.of(name) == $0 ? frame.named(name) : nil } ?? variable(name)
      guard let variable else { return false }
      var operand = Operand.argument(variable)
      if let end {
        let leaf = Text(path.part(end + separator.count, path.count))
        guard variable.pointee.isContainer,
          let found = TreePath.walk(operand.value, leaf, by: Text(separator), dot: nil)
        else { return false }
        operand = .value(found)
      }
      call.insert(operand, escapes: escapes && !isHTML, &output)
      return true
    }
  }

  // MARK: References: `$t(key)` and `$t(key, {"count": 1})`

  /// A text with its references resolved, the last one first. The text of a reference is scanned again,
  /// so that all ends with one that is nested too deep.
  mutating func referred(_ source: Bytes) -> Bytes {
    guard source.firstIndex(of: core.pointee.separators.nesting) != nil else { return source }
    let syntax = options.interpolation
    let (prefix, suffix) = (syntax.nestingPrefix, syntax.nestingSuffix)
    call.read(source.count)
    var text = SplicedText(source, in: call.arena)
    text.move(to: source.count)
    var inner = inReferences()
    while let start = text.front.lastIndex(of: prefix),
      !evaluation.pointee.marks.contains(.nesting), call.canNest(), call.charge(),
      call.mayGrow(text.count)
    {
      text.move(to: start)
      guard let close = text.back.firstIndex(of: suffix, from: prefix.count) else {
        call.host(snapshot.host.log)?(("a reference is not closed: " + text.text).onOneLine)
        return .none
      }
      let inside = call.arena.pointee.copy(text.back.part(prefix.count, close))
      let shown = inner.resolved(inside)
      // Beyond a limit the key was not looked up, so it is not missing, and the text is not
      // inserted.
      guard call.mayGrow(shown.count), !isSpent else { break }
      text.replace(close + suffix.count, with: shown)
      // The text behind it may complete a prefix that it begins.
      text.move(to: text.place + prefix.count - 1)
    }
    return text.whole()
  }

  /// The text of a reference.
  private mutating func resolved(_ inside: Bytes) -> Bytes {
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    var key = inside
    // Options are in braces behind a comma.
    if let comma = inside.firstIndex(of: 0x2C), let open = inside[comma...].firstIndex(of: 0x7B),
      let close = inside[open...].firstIndex(of: 0x7D),
      let given = call.frame(of: Argument("", .json, 0, inside.part(open, close + 1)))
    {
      key = inside.part(0, comma)
      take(given.pointee.all)
    }
    return switch answer(key).found {
    case .text(let text): text
    case .value(let value): call.arena.pointee.copy(value.isNull ? "null" : ValueText.of(value))
    }
  }
}
