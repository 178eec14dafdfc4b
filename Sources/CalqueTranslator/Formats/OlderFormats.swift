import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The common part of formats v1 and ios, whose forms are numbered and whose rules are `V1` and `IOS`.
extension Call {
  /// Puts out a result.
  func put(_ result: Captured, isMissing: Bool, _ output: inout Output) -> Answer {
    let missing: Answer = isMissing ? .missing : .text
    guard case .text(let text) = result else { return missing.union(give(result.value, &output)) }
    output.append(text)
    return missing
  }

  /// The result after post-processors.
  @inline(never)
  func processed(
    _ result: Captured, _ names: [Text], _ keys: [Text], _ options: Members
  ) -> Captured {
    captured { give(postProcess(names, result.value, keys: keys, options), &$0) }
  }

  // MARK: Keys that are not found

  /// The default of the call as text.
  var standard: Bytes? {
    frame.value(.defaultValue).map { arena.pointee.copy(ValueText.of($0)) }
  }

  /// Tells the host of a key that is not found, if it is to be saved.
  ///
  /// - Parameter lng: of the call; empty for the current one.
  @inline(never)
  func tell(
    missing key: Bytes, lng: Bytes, _ ns: Bytes, _ standard: Bytes?, shown: Bytes,
    _ options: () -> Members
  ) {
    guard self.options.saveMissing, let snapshot = host(snapshot) else { return }
    snapshot.tell(
      snapshot.targets(lng.isEmpty ? nil : Text(lng)), Text(ns), Text(key),
      standard.map { .text(Text($0)) }, shown: .text(Text(shown)), options)
  }

  // MARK: Objects and arrays

  /// The elements of an array, each a line, rendered; for an object the host's text, or a message.
  ///
  /// - Parameter name: the key with its namespace.
  @inline(never)
  func text(
    of node: CatalogNode, _ key: Bytes, _ name: Bytes, _ lng: Text, _ expected: StaticString,
    _ options: () -> Members, render: (Bytes) -> Bytes
  ) -> Bytes {
    if node.kind == .array {
      return render(arena.pointee.copy(ValueText.joined(node.value.array ?? [], by: "\n")))
    }
    if let told = host(snapshot.host.returnedObject)?(Text(key), node.value, options()) {
      return arena.pointee.copy(told)
    }
    let place = joined(
      Bytes("key '"), name, Bytes(" ("), arena.pointee.copy(lng), Bytes(")'"))
    return joined(place, Bytes(" returned an object instead of "), Bytes(expected))
  }

  // MARK: Chains

  /// The same on the chain of the translator.
  var atHome: Call { Call(snapshot.scope.reader, frame) }

  /// The chain that some options choose.
  func chain(choosing first: Argument, _ second: Argument? = nil) -> UnsafePointer<ChainCore> {
    let given = frame(roomFor: 2)
    given.pointee.add(first)
    if let second { given.pointee.add(second) }
    return Call(core, given).selectedChain()
  }

  // MARK: Usual calls

  /// Runs the program of a text whose values can begin nothing that is scanned later, or fills it in by
  /// the full rules.
  func runOlder(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let (steps, start) = (evaluation.pointee.steps, output.length)
    // In format v1 looking a key up is a step of its own.
    if options.format == .v1 { _ = charge() }
    var step = PatternStep(record.program, record.text)
    while let operation = step.operation {
      output.append(padded: step.literal, step.literalCount)
      if operation == .end {
        guard output.length &- start <= core.pointee.limits.maxOutput else { break }
        return .text
      }
      guard operation.rawValue <= Pattern.Operation.unescapedVariable.rawValue, charge() else {
        break
      }
      if let argument = variable(of: step) {
        guard !argument.pointee.isContainer,
          argument.pointee.kind != .text || !isScannedAgain(argument.pointee.bytes)
        else { break }
        insert(argument, escapes: operation.escapes, &output)
      } else {
        output.append(step.placeholder, step.placeholderCount)
      }
      step = step.nextOfVariable
    }
    output.rewind(to: start)
    evaluation.pointee.steps = steps
    return answerInFull(key.pointee.bytes, found: record, &output)
  }

  /// The form that an integer count asks for, then the key; nil for what takes more.
  @inline(never)
  func numberedForm(_ start: UnsafePointer<UInt8>, _ keyCount: Int) -> CatalogRecord? {
    let isIOS = options.format == .ios
    // i18next-ios counts and shows a number without its sign.
    guard let count = frame.pointee.count, frame.pointee.context == nil,
      count.pointee.kind == .int, count.pointee.integer.magnitude < 1 << 53,
      !isIOS || count.pointee.integer >= 0
    else { return nil }
    let key = FormedKey(start, keyCount)
    let all = 0..<core.pointee.codeCount
    func record(_ form: NumberedPlurals.Form, in codes: Range<Int>) -> CatalogRecord? {
      let suffix = core.suffix(of: form)
      return core.firstLayer {
        codes.contains($0.pointee.code) ? self.record(key, suffix, in: $0) : nil
      }
    }
    // In i18next 1.11 the form of the first language is looked for in that language, of a later one
    // also in those behind it. In i18next-ios all have the form of the first.
    for code in isIOS ? all.prefix(1) : all {
      guard let numbers = core.pointee.plurals[code].numbers else { continue }
      let form = numbers.form(of: Double(count.pointee.integer))
      let asked = isIOS ? all : code == 0 ? all.prefix(1) : all.dropFirst(code)
      if let found = record(form, in: asked) { return found }
    }
    // In format ios the key may begin with a namespace, which has the form.
    if isIOS, dotted(key.bytes, by: core.pointee.separators.key) != nil { return nil }
    return record(.bare, in: all)
  }

  // MARK: Texts

  /// A text with its placeholders replaced.
  ///
  /// - Parameter show: puts out the variable of a name, or returns false for one that stays as it is
  ///   written; whether it is marked as HTML.
  func filled(
    _ text: Bytes, _ scanner: PlaceholderScanner,
    _ show: (_ name: Bytes, _ isHTML: Bool, inout Output) -> Bool
  ) -> Bytes {
    guard let first = scanner.next(in: text, from: 0) else { return text }
    read(text.count)
    var output = Output(in: arena, expecting: text.count &+ 64)
    _ = replaceAll(
      in: text, areReferences: false, &output,
      next: { $0 == 0 ? first : scanner.next(in: text, from: $0) }
    ) { match, output in
      show(text.part(match.inner), match.isHTML, &output) ? .text : .unknown
    }
    return output.bytes
  }
}

extension UnsafeMutablePointer where Pointee == Frame {
  /// Adds arguments; there must be room.
  @inline(never)
  func add(_ list: UnsafeBufferPointer<Argument>) {
    for argument in list { pointee.add(argument) }
  }
}
