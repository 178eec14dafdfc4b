import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// First attempts at calls that name a language or a namespace, bring a default, or miss.
extension Call {
  private static let choosing = OptionName.lng.bit | OptionName.ns.bit

  /// - Parameter isSought: nothing was found under the key as it stands.
  @inline(never)
  func apart(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, isSought: Bool, _ output: inout Output
  ) -> Answer {
    guard arguments.pointee.options & Self.choosing != 0 else {
      return settled(key, keyCount, isSought: isSought, &output)
    }
    let (lng, ns) = (arguments.pointee.lng, arguments.pointee.ns)
    guard Self.isName(lng), Self.isName(ns) else { return .full }
    let (language, namespace) = (lng?.pointee.bytes ?? .none, ns?.pointee.bytes ?? .none)
    guard let known = chain(language, namespace) else {
      return onNew(language, namespace) {
        Call($0, arguments).settled(key, keyCount, isSought: false, &output)
      }
    }
    return Call(known, arguments).settled(key, keyCount, isSought: false, &output)
  }

  /// Whether an option is not there, or a text that is not empty.
  @inline(__always)
  private static func isName(_ argument: UnsafePointer<Argument>?) -> Bool {
    argument.map { $0.pointee.kind == .text && $0.pointee.textCount > 0 } ?? true
  }

  /// A key on the chain that the options choose.
  @inline(never)
  private func settled(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, isSought: Bool, _ output: inout Output
  ) -> Answer {
    guard core.pointee.isDirect else { return .full }
    if !isSought, !core.pointee.hasSplitKeys,
      let answer = found(key, keyCount, on: core, key, keyCount, &output)
    {
      return answer
    }
    let given = Bytes(start: key, count: keyCount)
    switch split(key, keyCount, given) {
    case .whole:
      if core.pointee.hasSplitKeys,
        let answer = found(key, keyCount, on: core, key, keyCount, &output)
      {
        return answer
      }
      return missing(given, &output)
    case .parts(let ns, let bare):
      // An empty namespace is one too, and not that of the chain.
      guard core.pointee.isModern, !bare.isEmpty, !ns.isEmpty else { return .full }
      if let known = chain(.none, ns) { return inNamespace(bare, known, given, &output) }
      return onNew(.none, ns) { inNamespace(bare, $0, given, &output) }
    case .joined, .unknown: return .full
    }
  }

  private func split(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ given: Bytes
  ) -> KeySplit {
    switch core.pointee.marks.split(key, keyCount) {
    case .whole: .whole
    case .at(let end): .parts(ns: given.part(0, end), key: given.part(end &+ 1, keyCount))
    case .unknown:
      core.pointee.separators.split(given, isNamespace: { _ in false }, hasReference: nil)
    }
  }

  /// A key that had a namespace before it. A reference in its text does not take over that.
  private func inNamespace(
    _ key: Bytes, _ finder: UnsafePointer<ChainCore>, _ given: Bytes, _ output: inout Output
  ) -> Answer {
    guard finder.pointee.isDirect, let start = key.baseAddress, let whole = given.baseAddress else {
      return .full
    }
    return found(start, key.count, on: finder, whole, given.count, &output)
      ?? missing(key, &output)
  }

  /// The text of a key on a chain; nil when there is none.
  ///
  /// - Parameter given: the key with its namespace.
  @inline(never)
  private func found(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, on finder: UnsafePointer<ChainCore>,
    _ given: UnsafePointer<UInt8>, _ givenCount: Int, _ output: inout Output
  ) -> Answer? {
    switch Call(finder, arguments).find(key, keyCount, KeyHash(key, keyCount).value) {
    case .found(let record):
      if arguments.has(.postProcess) {
        return processed(record, CallKey(given, givenCount, finder), &output)
      }
      if record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return .done
      }
      if record.kind == NodeKind.array.rawValue { return joined(record, &output) }
      return whole(record, into: &output, CallKey(given, givenCount, finder))
    case .stop: return .full
    case .next: return nil
    }
  }

  /// An array of plain texts, with what the call wants between them.
  private func joined(_ array: CatalogRecord, _ output: inout Output) -> Answer {
    guard core.pointee.isModern, !core.pointee.hasChanges,
      let separator = arguments.text(.joinArrays, "joinArrays"),
      let between = separator.baseAddress,
      isPlain(between, separator.count, core.pointee.rendered)
    else { return .full }
    let start = output.length
    var isFirst = true
    let isPlain = array.allElements { element in
      // Parts of a placeholder could become one.
      guard element.kind == NodeKind.plain.rawValue,
        !core.pointee.rendered.finds(in: element.text, element.textLength)
      else { return false }
      if !isFirst { output.append(between, separator.count) }
      isFirst = false
      output.append(element.text, element.textLength)
      return true
    }
    if isPlain, output.length &- start <= core.pointee.maxOutput { return .done }
    output.rewind(to: start)
    return .full
  }

  /// A key that is its own text, or has a default.
  private func missing(_ key: Bytes, _ output: inout Output) -> Answer {
    guard core.pointee.showsMissing, !arguments.has(.postProcess), let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, isPlain(start, key.count, core.pointee.telling)
    else { return .full }
    guard arguments.has(.defaultValue) else {
      output.append(start, key.count)
      return .missing
    }
    guard let standard = arguments.pointee.defaultValue?.pointee.filledText,
      let text = standard.baseAddress, standard.count <= core.pointee.maxOutput
    else { return .full }
    if isPlain(text, standard.count, core.pointee.rendered) {
      output.append(text, standard.count)
      return .missing
    }
    let record = core.pointee.chain._withUnsafeGuaranteedRef { $0.defaults.record(of: standard) }
    guard let record else { return .full }
    let answer = whole(record, into: &output, CallKey(start, key.count, core))
    return answer == .done ? .missing : answer
  }

  /// Whether a text is UTF-8 without any of some bytes.
  @inline(__always)
  private func isPlain(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ probe: @autoclosure () -> ByteProbe
  ) -> Bool {
    guard probe().occurs(in: text, count) else { return true }
    return isPlainBeyondASCII(text, count, probe())
  }

  @inline(never)
  private func isPlainBeyondASCII(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ probe: ByteProbe
  ) -> Bool {
    !probe.finds(in: text, count)
      && UTF8Check.firstInvalid(Bytes(start: text, count: count)) == nil
  }

  // MARK: Chains

  /// The chain of another language or namespace, if there is one already.
  @inline(__always)
  private func chain(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A list of languages counts more than one language.
      !lng.isEmpty && chain.hasList ? nil : chain.known(lng, ns)
    }
  }

  /// Calls `body` with a chain that was not asked for before; `full` when that needs a second attempt.
  @inline(never)
  private func onNew(
    _ lng: Bytes, _ ns: Bytes, _ body: (UnsafePointer<ChainCore>) -> Answer
  ) -> Answer {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A name that is known was looked at when it was new.
      guard lng.isEmpty || !chain.hasList, UTF8Check.firstInvalid(lng) == nil,
        UTF8Check.firstInvalid(ns) == nil
      else { return .full }
      return chain.with(lng, ns, body)
    }
  }
}
