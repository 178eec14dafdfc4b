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
    let isDefault = !isThere && hasDefault
    guard (isDefault ? standard?.isContainer : found?.isContainer) ?? false else {
      return answerScalar(found, standard, &output)
    }
    let joinArrays = joinArrays
    let object = { (isDefault ? standard : found?.value) ?? .null }
    guard let joinArrays, case .array(let elements) = object() else {
      return answerObject(object, isDefault: isDefault, &output)
    }
    guard !isDefault else { return answerScalar(found, standard, &output) }
    return extend(.text(ValueText.joined(elements, by: joinArrays)), &output)
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
    guard usedKey || usedDefault else { return extend(Source(value ?? .null), &output) }
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
}
