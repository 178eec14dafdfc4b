import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// A call whose keys were looked up: what is shown for them.
struct Resolved {
  let call: Call
  let keys: UnsafeBufferPointer<Bytes>
  /// The first of the keys as given.
  let key: UnsafePointer<CallKey>
  let match: Match

  var frame: UnsafePointer<Frame> { call.frame }
  var core: UnsafePointer<ChainCore> { call.core }
  var snapshot: Snapshot { call.snapshot }

  /// The last key without its namespace: the one that shows when none is found.
  var lastKey: Bytes {
    guard keys.count > 1, let last = keys.last else { return match.key }
    return call.parts(of: last).key
  }

  /// The namespaces of the last key.
  var namespaces: [Text] {
    guard keys.count > 1, let last = keys.last else { return match.namespaces }
    let own = call.parts(of: last).ns
    return own.map { [Text($0)] } ?? core.pointee.chain._withUnsafeGuaranteedRef { $0.own }
  }

  func answer(_ output: inout Output) -> Answer {
    // Most results are texts and need nothing else.
    if let record = match.record, record.kind >= NodeKind.plain.rawValue, record.textLength > 0,
      !hasDefault || !core.pointee.updatesMissing
    {
      return extend(.record(record), &output)
    }
    if let record = match.record, record.kind == NodeKind.array.rawValue,
      let answer = join(record, &output)
    {
      return answer
    }
    let found = match.node
    let isThere = found?.isTruthy ?? false
    let standard = !isThere || core.pointee.savesMissing ? defaultValue : nil
    let shown: Container =
      if !isThere, hasDefault { .standard(standard ?? .null) } else { .found(found) }
    guard shown.isContainer else { return answerScalar(found, standard, &output) }
    guard let joinArrays, case .array(let elements) = shown.value else {
      return answerObject(shown, &output)
    }
    guard case .found = shown else { return answerScalar(found, standard, &output) }
    return extend(.value(.text(ValueText.joined(elements, by: joinArrays))), &output)
  }

  /// An object or array that is shown, if it is one.
  private enum Container {
    case found(CatalogNode?)
    /// The default.
    case standard(Value)

    var isContainer: Bool {
      switch self {
      case .found(let node): node?.isContainer ?? false
      case .standard(let value): value.isContainer
      }
    }

    /// Made only where it is needed.
    var value: Value {
      switch self {
      case .found(let node): node?.value ?? .null
      case .standard(let value): value
      }
    }
  }

  // MARK: Texts, numbers, booleans, null

  /// - Parameter standard: the default, where nothing true was found or missing keys are saved.
  private func answerScalar(
    _ found: CatalogNode?, _ standard: Value?, _ output: inout Output
  ) -> Answer {
    var value = match.isFound ? found?.value : nil
    var usedDefault = false
    if !isValid(value), hasDefault {
      usedDefault = true
      value = standard
    }
    let usedKey = !isValid(value)
    if usedKey { value = .text(Text(lastKey)) }
    if usedKey || usedDefault { tellMistake() }
    if core.pointee.savesMissing {
      reportMissing(value, standard, usedKey: usedKey, usedDefault: usedDefault)
    }
    guard usedKey || usedDefault else { return extend(.value(value ?? .null), &output) }
    return show(missing: value ?? .null, usedKey, usedDefault, &output).union(.missing)
  }

  /// Not undefined; not null or "" unless they may be returned.
  private func isValid(_ value: Value?) -> Bool {
    switch value {
    case nil: false
    case .null?: snapshot.options.returnNull
    case .text(let text)?: !text.isEmpty || snapshot.options.returnEmptyString
    default: true
    }
  }

  // MARK: Arrays as text

  /// Between the elements of an array; nil and false are no separator, but an option of the call that is
  /// no text leaves that of the translator out.
  private var joinArrays: Text? {
    guard frame.has(.joinArrays), let given = frame.named(.joinArrays) else {
      return snapshot.options.joinArrays
    }
    return given.pointee.value?.text
  }

  /// An array of plain texts, put out element by element; nil for any other.
  private func join(_ array: CatalogRecord, _ output: inout Output) -> Answer? {
    let given = frame.has(.joinArrays) ? frame.named(.joinArrays)?.pointee : nil
    guard given == nil || given?.kind == .text,
      let separator = given?.bytes ?? core.pointee.joinArrays,
      !match.core.pointee.hasChanges, !isProcessed
    else { return nil }
    let special = core.pointee.specialInTexts
    let between = separator.baseAddress ?? Argument.nowhere
    // Parts of a placeholder could become one.
    guard !special.finds(in: between, separator.count),
      array.allElements({
        $0.kind == NodeKind.plain.rawValue && !special.finds(in: $0.text, $0.textLength)
      })
    else { return nil }
    var isFirst = true
    _ = array.allElements { element in
      if !isFirst { output.append(between, separator.count) }
      isFirst = false
      output.append(element.text, element.textLength)
      return true
    }
    return .text
  }

  func option(_ name: Text) -> Value? { frame.named(text: name)?.pointee.value }

  // MARK: Objects and arrays that are not joined

  /// The host's text for an object, a message, or its children translated.
  private func answerObject(_ object: Container, _ output: inout Output) -> Answer {
    guard snapshot.options.returnObjects || frame.isTruthy(.returnObjects) else {
      if let text = text(of: object) {
        output.append(text)
      } else {
        output.append("key '" as StaticString)
        output.append(lastKey)
        output.append(" (" as StaticString)
        output.append(snapshot.language ?? "undefined")
        output.append(")' returned an object instead of string." as StaticString)
      }
      return .text
    }
    let missing: Answer = if case .standard = object { .missing } else { .text }
    guard let separator = call.keySeparator, call.canNest() else {
      return call.evaluation.pointee.give(object.value).union(missing)
    }
    call.evaluation.pointee.depth += 1
    let value = children(of: object, separator)
    call.evaluation.pointee.depth -= 1
    return call.evaluation.pointee.give(value).union(missing)
  }

  /// The host's text for an object.
  private func text(of object: Container) -> Text? {
    call.host(snapshot.host.returnedObject).flatMap { function in
      var options = frame.members
      options["ns"] = .array(namespaces.map { .text($0) })
      return function(match.resolution.usedKey ?? Text(lastKey), object.value, options)
    }
  }

  private func children(of object: Container, _ separator: Text) -> Value {
    let ns = Value.array(namespaces.map { .text($0) })
    let resolution = match.resolution
    let isArray =
      switch object {
      case .found(let node): node?.kind == .array
      case .standard(let value): value.array != nil
      }
    let used = isArray ? resolution.exactUsedKey : resolution.usedKey
    let base = (used ?? Text(lastKey)) + separator
    return switch object {
    case .found(let node):
      node?.mapping { name, child in self.child(base + name, ns, nil) ?? child.value } ?? .null
    case .standard(let value):
      value.mapping { name, child in self.child(base + name, ns, child) ?? child }
    }
  }

  /// The translation of a child by its full key; nil if there is none.
  ///
  /// - Parameters:
  ///   - ns: the option of all children.
  ///   - standard: the child of a default.
  private func child(_ key: Text, _ ns: Value, _ standard: Value?) -> Value? {
    guard call.charge() else { return nil }
    let isSingle = keys.count == 1
    // The namespaces are those of the chain that the object was found in.
    let home = isSingle ? match.core : core
    let value = withUnsafePointer(to: ns) { ns in
      call.withInner(roomFor: 3, on: home, takingOver: frame) { inner, nested in
        nested.pointee.data = frame.pointee.data
        nested.pointee.add(Argument("joinArrays", .bool, 0))
        nested.pointee.add(Argument(Name("ns"), ns))
        if let standard {
          let name = Name("defaultValue").bytes
          nested.pointee.add(Frame.argument(name, standard, call.evaluation))
        }
        let key = call.evaluation.pointee.copy(key)
        return inner.captured(expecting: 64) {
          inner.answerInFull(key, from: nil, isOnChain: isSingle, &$0)
        }.value
      }
    }
    return value == .text(key) ? nil : value
  }
}
