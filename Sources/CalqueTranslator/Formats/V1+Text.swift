import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next 1.x.
extension V1 {
  /// The rendered value of a record; nothing for one that is not taken.
  func rendered(
    _ record: CatalogRecord, _ place: Place, _ layer: UnsafePointer<Layer>, _ scope: inout V1Scope
  ) -> Found {
    if let text = record.textBytes {
      if snapshot.options.showKeyIfEmpty, text.isEmpty { return .nothing }
      return taken(render(text, scope))
    }
    let value = {
      layer.pointee.holder(of: record.key)._withUnsafeGuaranteedRef { $0.node(of: record).value }
    }
    let kind = NodeKind(rawValue: record.kind)
    if kind == .null { return snapshot.options.returnNull ? .found(.value(.null)) : .nothing }
    if snapshot.options.returnObjects
      || scope.frame.isTruthy(.returnObjectTrees)
    {
      let isNumber = kind == .int || kind == .double
      return .found(.value(isNumber ? value() : tree(value(), place, &scope)))
    }
    if kind == .array, case .array(let elements) = value() {
      let joined = ValueText.joined(elements, by: "\n")
      return taken(render(evaluation.pointee.copy(joined), scope))
    }
    let key = Text(place.key)
    let told = call.host(snapshot.host.returnedObject)?(key, value(), scope.members)
    return taken(evaluation.pointee.copy(told ?? message(place, layer)))
  }

  /// A text, unless it is empty and may not be.
  private func taken(_ text: Bytes) -> Found {
    snapshot.options.returnEmptyString || !text.trimmed.isEmpty ? .text(text) : .nothing
  }

  /// The text for an object.
  private func message(_ place: Place, _ layer: UnsafePointer<Layer>) -> Text {
    let lng = place.languages.core.pointee.chain._withUnsafeGuaranteedRef {
      $0.codes[layer.pointee.code]
    }
    return "key '" + Text(place.ns) + ":" + Text(place.key) + " (" + lng
      + ")' returned an object instead of string."
  }

  /// Objects and arrays with each child translated; booleans have no children. Beyond a limit a child
  /// stays as it is.
  private func tree(_ value: Value, _ place: Place, _ scope: inout V1Scope) -> Value {
    func child(_ name: Text, _ original: Value) -> Value {
      guard !isSpent else { return original }
      let key = call.joined(
        place.ns, scope.nsSeparator, place.key, scope.keySeparator, evaluation.pointee.copy(name))
      // A key that is missing is a part of the result.
      call.read(8 &* key.count)
      return answer(key, &scope).found.result?.value ?? .null
    }
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { child(Decimal.text(of: Int64($0)), $1) })
    case .object(let members): return .object(members.mapping(child))
    default: return .object(Members())
    }
  }

  /// Whether no more may be replaced.
  var isSpent: Bool { !evaluation.pointee.marks.isDisjoint(with: [.steps, .output]) }

  // MARK: Texts

  /// A text with its placeholders replaced, then its references.
  func render(_ text: Bytes, _ scope: V1Scope) -> Bytes { referred(filled(text, scope), scope) }

  /// A text whose `__name__` and `__nameHTML__` are replaced; what is not among the variables stays.
  ///
  /// - Parameter only: the one option that is inserted, which is that of a context or a count. What
  ///   else the call says counts for the latter alone, and of that the delimiters.
  func filled(_ text: Bytes, _ scope: V1Scope, only: OptionName? = nil) -> Bytes {
    let (syntax, frame) = (snapshot.options.interpolation, scope.frame)
    func own(_ option: OptionName) -> Text? {
      only == .context ? nil : frame.text(option).map { Text($0) }
    }
    let prefix = own(.interpolationPrefix)
    let suffix = own(.interpolationSuffix)
    guard !(suffix ?? syntax.suffix).isEmpty else { return text }
    let escapes =
      syntax.escapeValue
      || only == nil && frame.isTruthy(.escapeInterpolation)
    let separator =
      only == nil ? scope.keySeparator : V1Scope(frame, core.pointee.separators).keySeparator
    let scanner =
      prefix == nil && suffix == nil
      ? snapshot.underscores
      : UnderscoreScanner(
        dialect: .v1, prefix: prefix ?? syntax.prefix, suffix: suffix ?? syntax.suffix)
    return call.filled(text, scanner) { path, isHTML, output in
      let escapes = escapes && !isHTML
      if only == nil, let lng = scope.language(path) {
        call.insert(lng, escapes: escapes, &output)
        return true
      }
      let end = path.firstIndex(of: separator)
      let name = Name(path.part(0, end ?? path.count))
      let variable =
        only.map { OptionName.of(name) == $0 ? frame.named(name) : nil } ?? scope.variable(name)
      guard let variable else { return false }
      guard let end else {
        call.insert(variable, escapes: escapes, &output)
        return true
      }
      let leaf = path.part(end + separator.count, path.count)
      return append(leaf, of: variable, separator, escapes: escapes, &output)
    }
  }

  /// Puts out a value inside a variable.
  ///
  /// - Returns: false when there is none.
  private func append(
    _ path: Bytes, of variable: UnsafePointer<Argument>, _ separator: Bytes, escapes: Bool,
    _ output: inout Output
  ) -> Bool {
    guard variable.pointee.isContainer, var value = variable.pointee.value else { return false }
    var (path, separator) = (Text(path), Text(separator))
    while let end = path.firstIndex(of: separator), value.isContainer {
      guard let child = value.child(path.part(0, end)) else { return false }
      (value, path) = (child, path.part(end + separator.count))
    }
    guard let found = value.child(path) else { return false }
    call.insert(found, escapes: escapes, &output)
    return true
  }
}
