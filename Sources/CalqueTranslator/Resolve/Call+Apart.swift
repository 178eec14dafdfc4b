import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// First attempts at calls that name a language or a namespace, bring a default, or miss.
extension Call {
  @inline(never)
  func apart(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ output: inout Output) -> Answer {
    switch core.pointee.marks.split(key, keyCount) {
    case .whole: return inWhole(key, keyCount, &output)
    case .at(let end):
      return inParts(
        Bytes(start: key, count: end), Bytes(start: key + (end &+ 1), count: keyCount &- end &- 1),
        key, &output)
    case .unknown: break
    }
    let given = Bytes(start: key, count: keyCount)
    switch core.pointee.separators.split(given, isNamespace: { _ in false }, hasReference: nil) {
    case .whole: return inWhole(key, keyCount, &output)
    case .parts(let ns, let bare): return inParts(ns, bare, key, &output)
    case .joined, .unknown: return .full
    }
  }

  @inline(__always)
  private func inWhole(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ output: inout Output
  ) -> Answer {
    settled { $0.translate(key, keyCount, foundBy: $0, key, keyCount, &output) } ?? .full
  }

  /// A key with a namespace in it.
  @inline(__always)
  private func inParts(
    _ ns: Bytes, _ bare: Bytes, _ given: UnsafePointer<UInt8>, _ output: inout Output
  ) -> Answer {
    // An empty namespace is one too, and not that of the chain.
    guard core.pointee.isModern, !bare.isEmpty, !ns.isEmpty, let start = bare.baseAddress else {
      return .full
    }
    let count = start - given &+ bare.count
    // A reference in the text does not take over the namespace of the key.
    return settled { call in
      call.chained(.none, ns) {
        call.translate(start, bare.count, foundBy: Call($0, arguments), given, count, &output)
      }
    } ?? .full
  }

  /// - Parameters:
  ///   - finder: has the chain to look in.
  ///   - given: the key with its namespace.
  @inline(never)
  private func translate(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, foundBy finder: Call,
    _ given: UnsafePointer<UInt8>, _ givenCount: Int, _ output: inout Output
  ) -> Answer {
    guard finder.core.pointee.isDirect, core.pointee.isDirect else { return .full }
    switch finder.find(key, keyCount, KeyHash(key, keyCount).value) {
    case .found(let record):
      if record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return .done
      }
      if record.kind == NodeKind.array.rawValue { return joined(record, &output) }
      return self.whole(record, into: &output, CallKey(given, givenCount, finder.core))
    case .stop: return .full
    case .next: return missing(Bytes(start: key, count: keyCount), &output)
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
    guard core.pointee.showsMissing, let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, isPlain(start, key.count, core.pointee.telling)
    else { return .full }
    guard arguments.has(.defaultValue) else {
      output.append(start, key.count)
      return .missing
    }
    guard let standard = arguments.text(.defaultValue, "defaultValue"),
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

  /// Calls `body` with the call on the chain that its `lng` and `ns` choose; nil when only a second
  /// attempt can tell which.
  @inline(__always)
  private func settled(_ body: (Call) -> Answer?) -> Answer? {
    guard arguments.pointee.options & (OptionName.lng.bit | OptionName.ns.bit) != 0 else {
      return body(self)
    }
    var lng = Bytes.none
    var ns = Bytes.none
    if arguments.has(.lng) {
      guard let given = arguments.text(.lng, "lng") else { return nil }
      lng = given
    }
    if arguments.has(.ns) {
      guard let given = arguments.text(.ns, "ns") else { return nil }
      ns = given
    }
    return chained(lng, ns) { body(Call($0, arguments)) }
  }

  /// Calls `body` with the chain of another language or namespace; nil when that needs a second attempt.
  @inline(__always)
  private func chained(
    _ lng: Bytes, _ ns: Bytes, _ body: (UnsafePointer<ChainCore>) -> Answer?
  ) -> Answer? {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A list of languages counts more than one language.
      if !lng.isEmpty, chain.hasList { return nil }
      if let known = chain.known(lng, ns) { return body(known) }
      // A name that is known was looked at when it was new.
      guard UTF8Check.firstInvalid(lng) == nil, UTF8Check.firstInvalid(ns) == nil else {
        return nil
      }
      return chain.with(lng, ns, body)
    }
  }
}
