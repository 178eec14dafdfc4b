import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// First attempts at calls that name a language or a namespace, bring a default, or miss.
extension Call {
  private static let choosing = OptionName.lng.bit | OptionName.ns.bit

  /// - Parameter isSought: nothing was found under the key as it stands.
  @inline(never)
  func apart(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, isSought: Bool, _ output: inout Output
  ) -> Answer {
    guard !core.pointee.isModern || !arguments.has(.replace) || arguments.pointee.data != nil else {
      return withReplace { apart(key, keyCount, isSought: isSought, &output) }
    }
    guard arguments.pointee.options & Self.choosing != 0 else {
      return settled(key, keyCount, isSought: isSought, from: nil, &output)
    }
    let (lng, ns) = (arguments.pointee.lng, arguments.pointee.ns)
    let isList = ns?.pointee.kind == .json
    guard Self.isName(lng), isList || Self.isName(ns) else { return .full }
    if isList, let ns { arguments.pointee.noteRead(ns) }
    let (language, namespace) = (lng?.pointee.bytes ?? .none, ns?.pointee.bytes ?? .none)
    guard let known = chain(language, namespace, isList: isList) else {
      return onNew(language, namespace, isList: isList) {
        Call($0, arguments).settled(key, keyCount, isSought: false, from: nil, &output)
      }
    }
    return Call(known, arguments).settled(key, keyCount, isSought: false, from: nil, &output)
  }

  /// Whether an option is not there, or a text that is not empty.
  @inline(__always)
  private static func isName(_ argument: UnsafePointer<Argument>?) -> Bool {
    argument.map { $0.pointee.kind == .text && $0.pointee.textCount > 0 } ?? true
  }

  /// Members of `replace` that a first attempt has room for, and bytes of its text.
  private static var mostReplaced: (members: Int, bytes: Int) { (16, 1024) }

  /// Calls `body` with the variables of `replace` in the place of those of the call.
  @inline(never)
  private func withReplace(_ body: () -> Answer) -> Answer {
    guard let replace = arguments.named("replace"), replace.pointee.kind == .json,
      replace.pointee.textCount <= Self.mostReplaced.bytes
    else { return .full }
    let json = replace.pointee.bytes
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostReplaced.bytes) {
      room in
      CallArguments.with(roomFor: Self.mostReplaced.members, nil) { data in
        guard let start = room.baseAddress,
          data.pointee.append(object: json, start, most: Self.mostReplaced.members)
        else { return .full }
        arguments.pointee.noteRead(replace)
        arguments.pointee.data = data
        defer { arguments.pointee.data = nil }
        return body()
      }
    }
  }

  /// A key on the chain that the options choose.
  ///
  /// - Parameter outer: the key whose text refers to this one.
  @inline(never)
  func settled(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, isSought: Bool,
    from outer: UnsafePointer<CallKey>?, _ output: inout Output
  ) -> Answer {
    guard core.pointee.isDirect else { return .full }
    let whole = CallKey(key, keyCount, core, from: outer)
    if !isSought, !core.pointee.hasSplitKeys, let answer = found(whole.bytes, whole, &output) {
      return answer
    }
    switch split(key, keyCount, whole.bytes) {
    case .whole:
      if core.pointee.hasSplitKeys, let answer = found(whole.bytes, whole, &output) {
        return answer
      }
      return missing(whole.bytes, whole, &output)
    case .parts(let ns, let bare):
      // An empty namespace is one too, and not that of the chain.
      guard core.pointee.isModern, !bare.isEmpty, !ns.isEmpty else { return .full }
      if let known = chain(.none, ns) { return inNamespace(bare, known, whole, &output) }
      return onNew(.none, ns) { inNamespace(bare, $0, whole, &output) }
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
    _ key: Bytes, _ finder: UnsafePointer<ChainCore>, _ given: CallKey, _ output: inout Output
  ) -> Answer {
    guard finder.pointee.isDirect else { return .full }
    let whole = CallKey(given.start, given.count, finder, from: given.outer)
    return found(key, whole, &output) ?? missing(key, whole, &output)
  }

  /// The text of a key on a chain; nil when there is none.
  ///
  /// - Parameter given: the key with its namespace, and the chain.
  @inline(never)
  private func found(_ key: Bytes, _ given: CallKey, _ output: inout Output) -> Answer? {
    guard let start = key.baseAddress else { return .full }
    switch Call(given.core, arguments).find(start, key.count, KeyHash(start, key.count).value) {
    case .found(let record):
      let processes = given.outer == nil && arguments.has(.postProcess)
      let isRaw =
        core.pointee.isModern && arguments.isTruthy(.skipInterpolation, "skipInterpolation")
      if processes { return isRaw ? .full : processed(record, given, &output) }
      if record.kind == NodeKind.plain.rawValue || isRaw && record.kind == NodeKind.program.rawValue
      {
        output.append(padded: record.text, record.textLength)
        return .done
      }
      if record.kind == NodeKind.array.rawValue { return joined(record, &output) }
      return whole(record, into: &output, given)
    case .stop: return .full
    case .next: return nil
    }
  }

  /// An array of plain texts, with what the call wants between them.
  private func joined(_ array: CatalogRecord, _ output: inout Output) -> Answer {
    let separator =
      arguments.has(.joinArrays)
      ? arguments.text(.joinArrays, "joinArrays") : core.pointee.joinArrays
    guard core.pointee.isModern, !core.pointee.hasChanges, let between = separator?.baseAddress,
      let separator, isPlain(between, separator.count, core.pointee.rendered)
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

  /// A key that is its own text, or has a default. References have none.
  ///
  /// - Parameter given: as for `found`.
  private func missing(_ key: Bytes, _ given: CallKey, _ output: inout Output) -> Answer {
    let isReference = given.outer != nil
    guard core.pointee.showsMissing, isReference || !arguments.has(.postProcess),
      !arguments.has(.defaultValueForm), let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, isPlain(start, key.count, core.pointee.telling)
    else { return .full }
    guard !isReference, arguments.has(.defaultValue) else {
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
    guard let record, !arguments.has(.skipInterpolation) else { return .full }
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
  ///
  /// - Parameter isList: `ns` is a JSON array.
  @inline(__always)
  private func chain(_ lng: Bytes, _ ns: Bytes, isList: Bool = false) -> UnsafePointer<ChainCore>? {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A list of languages counts more than one language.
      !lng.isEmpty && chain.hasList ? nil : chain.known(lng, ns, isList: isList)
    }
  }

  /// Calls `body` with a chain that was not asked for before; `full` when that needs a second attempt.
  @inline(never)
  private func onNew(
    _ lng: Bytes, _ ns: Bytes, isList: Bool = false, _ body: (UnsafePointer<ChainCore>) -> Answer
  ) -> Answer {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A name that is known was looked at when it was new.
      guard lng.isEmpty || !chain.hasList, UTF8Check.firstInvalid(lng) == nil,
        UTF8Check.firstInvalid(ns) == nil
      else { return .full }
      guard isList else { return chain.with(lng, ns, body) }
      guard let own = try? JSON.parse(ns), own.array != nil else { return .full }
      return chain.withNew(lng, own.texts, in: ns, isList: true, body)
    }
  }
}
