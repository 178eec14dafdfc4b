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
  var options: TranslatorOptions { call.options }

  /// The parts of the last of several keys.
  private var last: (ns: Bytes?, key: Bytes)? {
    keys.count > 1 ? call.parts(of: keys[keys.count - 1]) : nil
  }

  /// The last key without its namespace: the one that shows when none is found.
  var lastKey: Bytes { last?.key ?? match.key }

  /// The namespaces of the last key.
  var namespaces: [Text] {
    last.map { $0.ns.map { [Text($0)] } ?? core.own } ?? match.core.own
  }

  func answer(_ output: inout Output) -> Answer {
    // Most results are texts and need nothing else.
    if let record = match.record, record.kind >= NodeKind.plain.rawValue, record.textLength > 0,
      !hasDefault || !options.updateMissing
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
    let standard = !isThere || options.saveMissing ? defaultValue : nil
    let shown = !isThere && hasDefault ? standard ?? .null : nil
    guard shown?.isContainer ?? found?.isContainer ?? false else {
      return answerScalar(found, standard, &output)
    }
    guard let joinArrays, isArray(found, shown) else { return answerObject(found, shown, &output) }
    guard shown == nil, let elements = found?.value.array else {
      return answerScalar(found, standard, &output)
    }
    return extend(.value(.text(ValueText.joined(elements, by: joinArrays))), &output)
  }

  private func isArray(_ found: CatalogNode?, _ standard: Value?) -> Bool {
    standard.map { $0.array != nil } ?? (found?.kind == .array)
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
    if usedKey || usedDefault { tellMistake() }
    if options.saveMissing {
      if usedKey { value = .text(Text(lastKey)) }
      reportMissing(value, standard, usedKey: usedKey, usedDefault: usedDefault)
    }
    let shown: Source = usedKey ? .text(lastKey) : .value(value ?? .null)
    guard usedKey || usedDefault else { return extend(shown, &output) }
    return show(missing: shown, usedKey, usedDefault, &output).union(.missing)
  }

  /// Not undefined; not null or "" unless they may be returned.
  private func isValid(_ value: Value?) -> Bool {
    switch value {
    case nil: false
    case .null?: options.returnNull
    case .text(let text)?: !text.isEmpty || options.returnEmptyString
    default: true
    }
  }

  // MARK: Arrays as text

  /// Between the elements of an array; nil and false are no separator, but an option of the call that is
  /// no text leaves that of the translator out.
  private var joinArrays: Text? {
    frame.value(.joinArrays).map { $0.text } ?? options.joinArrays
  }

  /// An array of plain texts, put out element by element; nil for any other.
  private func join(_ array: CatalogRecord, _ output: inout Output) -> Answer? {
    let given = frame.named(.joinArrays)?.pointee
    guard given == nil || given?.kind == .text,
      let separator = given?.bytes ?? options.joinArrays?.bytes.withUnsafeBufferPointer({ $0 }),
      !match.core.pointee.hasChanges, !call.isProcessed
    else { return nil }
    let special = core.pointee.specialInTexts
    let between = separator.baseAddress ?? Argument.nowhere
    // Parts of a placeholder could become one.
    guard !special.finds(in: between, separator.count) else { return nil }
    let start = output.length
    var isFirst = true
    let isJoined = array.allElements { element in
      guard element.kind == NodeKind.plain.rawValue,
        !special.finds(in: element.text, element.textLength)
      else { return false }
      if !isFirst { output.append(between, separator.count) }
      isFirst = false
      output.append(element.text, element.textLength)
      return true
    }
    if !isJoined { output.rewind(to: start) }
    return isJoined ? .text : nil
  }

  // MARK: Objects and arrays that are not joined

  /// The host's text for an object, a message, or its children translated.
  ///
  /// - Parameter standard: the default, which is shown instead of what was found.
  private func answerObject(
    _ found: CatalogNode?, _ standard: Value?, _ output: inout Output
  ) -> Answer {
    guard options.returnObjects || frame.isTruthy(.returnObjects) else {
      let told = call.host(snapshot.host.returnedObject).flatMap { function in
        var given = frame.members()
        given["ns"] = .array(of: namespaces)
        return function(Text(match.key), standard ?? found?.value ?? .null, given)
      }
      let lng = call.arena.pointee.copy(snapshot.language ?? "undefined")
      let end = Bytes(")' returned an object instead of string.")
      let message = call.joined(Bytes("key '"), lastKey, Bytes(" ("), lng, end)
      if let told { output.append(told) } else { output.append(message) }
      return .text
    }
    let missing: Answer = standard == nil ? .text : .missing
    guard let separator = call.keySeparator, call.canNest() else {
      return call.evaluation.pointee.give(standard ?? found?.value ?? .null).union(missing)
    }
    call.evaluation.pointee.depth += 1
    let value = children(of: found, standard, separator)
    call.evaluation.pointee.depth -= 1
    return call.evaluation.pointee.give(value).union(missing)
  }

  private func children(of found: CatalogNode?, _ standard: Value?, _ separator: Text) -> Value {
    let walked = match.walked?.exactUsedKey.map { call.arena.pointee.copy($0) }
    let used = isArray(found, standard) ? match.record?.keyBytes ?? walked ?? match.key : match.key
    let base = call.joined(used, call.arena.pointee.copy(separator))
    return _withUnprotectedUnsafePointer(to: Value.array(of: namespaces)) { ns in
      guard let standard else {
        return found?.mapping { self.child(base, $0, ns, nil) ?? $1.value } ?? .null
      }
      return standard.mapping { name, child in
        _withUnprotectedUnsafePointer(to: child) { self.child(base, name, ns, $0) } ?? child
      }
    }
  }

  /// The translation of a child by its full key; nil if there is none.
  ///
  /// - Parameters:
  ///   - base: the key before the name of the child.
  ///   - ns: the option of all children.
  ///   - standard: the child of a default.
  private func child(
    _ base: Bytes, _ name: Text, _ ns: UnsafePointer<Value>, _ standard: UnsafePointer<Value>?
  ) -> Value? {
    guard call.charge() else { return nil }
    let key = name.bytes.withUnsafeBufferPointer { call.joined(base, $0) }
    let isSingle = keys.count == 1
    // The namespaces are those of the chain that the object was found in.
    let home = isSingle ? match.core : core
    let made = call.withInner(roomFor: 3, on: home, takingOver: frame) { inner, nested in
      nested.pointee.add(Argument("joinArrays", .bool, 0))
      nested.pointee.add(Argument(Name("ns"), ns))
      if let standard { nested.pointee.add(Argument(Name("defaultValue"), standard)) }
      return inner.captured(expecting: 64) {
        inner.answerInFull(key, from: nil, isOnChain: isSingle, &$0)
      }
    }
    if case .text(let text) = made, text.isSame(key) { return nil }
    return made.value
  }
}
