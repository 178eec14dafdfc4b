import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// First attempts at calls that name a language or a namespace, bring a default, or miss.
extension Call {
  private static let choosing = OptionName.lng.bit | OptionName.ns.bit
  /// Options of formats v2 to v4 that need more.
  private static let rare = OptionName.replace.bit | OptionName.fallbackLng.bit

  /// - Parameter isSought: nothing was found under the key as it stands.
  @inline(never)
  func apart(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, isSought: Bool, _ output: inout Output
  ) -> Answer {
    let options = arguments.pointee.options
    guard options & (Self.choosing | Self.rare) != 0 else {
      return settled(key, keyCount, isSought: isSought, from: nil, &output)
    }
    let (lng, ns) = (arguments.pointee.lng, arguments.pointee.ns)
    guard options & Self.rare == 0 || !core.pointee.isModern, Self.isName(lng), Self.isName(ns)
    else { return chosen(key, keyCount, &output) }
    let (language, namespace) = (lng?.pointee.bytes ?? .none, ns?.pointee.bytes ?? .none)
    guard let known = core.known(language, namespace) else {
      return onNew(language, namespace) {
        Call($0, arguments).settled(key, keyCount, isSought: false, from: nil, &output)
      }
    }
    return Call(known, arguments).settled(key, keyCount, isSought: false, from: nil, &output)
  }

  /// As `apart`, for options that are not just a language and a namespace.
  @inline(never)
  private func chosen(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ output: inout Output
  ) -> Answer {
    guard core.pointee.isModern else { return .full }
    guard !arguments.has(.replace) || arguments.pointee.data != nil else {
      return withReplace { apart(key, keyCount, isSought: false, &output) } ?? .full
    }
    let (lng, ns) = (arguments.pointee.lng, arguments.pointee.ns)
    let isList = ns?.pointee.kind == .json
    guard Self.isName(lng), isList || Self.isName(ns) else { return .full }
    let (language, namespace) = (lng?.pointee.bytes ?? .none, ns?.pointee.bytes ?? .none)
    func body(_ known: UnsafePointer<ChainCore>) -> Answer {
      Call(known, arguments).settled(key, keyCount, isSought: false, from: nil, &output)
    }
    if arguments.has(.fallbackLng) {
      // The second attempt makes chains of other fallback languages.
      return isList ? .full : chainWithFallback(language, namespace).map(body) ?? .full
    }
    if isList { ns?.noteRead() }
    return core.known(language, namespace, isList: isList).map(body)
      ?? onNew(language, namespace, isList: isList, body)
  }

  /// Whether an option is not there, or a text that is not empty.
  @inline(__always)
  private static func isName(_ argument: UnsafePointer<Argument>?) -> Bool {
    argument.map { $0.pointee.kind == .text && $0.pointee.textCount > 0 } ?? true
  }

  /// Members of `replace` that a first attempt has room for, and bytes of its text.
  private static var mostReplaced: (members: Int, bytes: Int) { (16, 1024) }

  /// Calls `body` with the variables of `replace` in the place of those of the call.
  ///
  /// - Returns: nil when they have to be read into values.
  @inline(never)
  func withReplace<Result>(
    _ work: UnsafeMutablePointer<CallWork>? = nil, _ body: () -> Result
  ) -> Result? {
    guard let replace = arguments.named("replace"), replace.pointee.kind == .json,
      replace.pointee.textCount <= Self.mostReplaced.bytes
    else { return nil }
    let json = replace.pointee.bytes
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostReplaced.bytes) {
      room in
      CallArguments.with(roomFor: Self.mostReplaced.members, work) { data in
        guard let start = room.baseAddress,
          data.pointee.append(object: json, start, most: Self.mostReplaced.members)
        else { return nil }
        replace.noteRead()
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
    return withUnsafePointer(to: CallKey(key, keyCount, core, from: outer)) { whole in
      if !isSought, !core.pointee.hasSplitKeys,
        let answer = found(key, keyCount, whole, &output)
      {
        return answer
      }
      return split(whole, &output)
    }
  }

  /// A key that may have a namespace before it.
  @inline(__always)
  private func split(_ whole: UnsafePointer<CallKey>, _ output: inout Output) -> Answer {
    let (key, count) = (whole.pointee.start, whole.pointee.count)
    switch split(key, count, whole.pointee.bytes) {
    case .whole:
      if core.pointee.hasSplitKeys, let answer = found(key, count, whole, &output) { return answer }
      return missing(whole.pointee.bytes, whole, &output)
    case .parts(let ns, let bare):
      // An empty namespace is one too, and not that of the chain.
      guard core.pointee.isModern || isAtHome, !bare.isEmpty, !ns.isEmpty else { return .full }
      if let known = core.known(.none, ns) { return inNamespace(bare, known, whole, &output) }
      return onNew(.none, ns) { inNamespace(bare, $0, whole, &output) }
    case .joined, .unknown: return .full
    }
  }

  private func split(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ given: Bytes
  ) -> KeySplit {
    switch core.pointee.marks.shape(key, keyCount) {
    case .name: .whole
    case .pair(let end): .parts(ns: given.part(0, end), key: given.part(end &+ 1, keyCount))
    case .other:
      core.pointee.separators.split(given, isNamespace: { _ in false }, hasReference: nil)
    }
  }

  /// A key that had a namespace before it. A reference in its text does not take over that.
  @inline(__always)
  private func inNamespace(
    _ key: Bytes, _ finder: UnsafePointer<ChainCore>, _ given: UnsafePointer<CallKey>,
    _ output: inout Output
  ) -> Answer {
    guard finder.pointee.isDirect, let start = key.baseAddress else { return .full }
    let whole = CallKey(
      given.pointee.start, given.pointee.count, finder, from: given.pointee.outer)
    return withUnsafePointer(to: whole) {
      found(start, key.count, $0, &output)
        ?? (core.pointee.isModern ? missing(key, $0, &output) : .full)
    }
  }

  /// The text of a key on a chain; nil when there is none.
  ///
  /// - Parameter given: the key with its namespace, and the chain.
  @inline(never)
  private func found(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ given: UnsafePointer<CallKey>,
    _ output: inout Output
  ) -> Answer? {
    switch Call(given.pointee.core, arguments).find(key, keyCount, KeyHash(key, keyCount).mark) {
    case .found(let record):
      guard arguments.pointee.options & Self.changing == 0 else {
        return changed(record, key, keyCount, given, &output)
      }
      if record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return .done
      }
      return record.isContainer
        ? shown(record, Bytes(start: key, count: keyCount), &output)
        : whole(record, into: &output, given)
    case .stop: return .full
    case .next: return nil
    }
  }

  /// Options that say more about a text than where it is.
  private static let changing = OptionName.postProcess.bit | OptionName.skipInterpolation.bit

  @inline(never)
  private func changed(
    _ record: CatalogRecord, _ key: UnsafePointer<UInt8>, _ keyCount: Int,
    _ given: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let isRaw =
      core.pointee.isModern && arguments.isTruthy(.skipInterpolation, "skipInterpolation")
    // A reference has no post-processors.
    if given.pointee.outer == nil, arguments.has(.postProcess) {
      return isRaw ? .full : processed(record, given, &output)
    }
    if record.isContainer { return shown(record, Bytes(start: key, count: keyCount), &output) }
    guard isRaw, record.kind == NodeKind.program.rawValue else {
      return whole(record, into: &output, given)
    }
    output.append(padded: record.text, record.textLength)
    return .done
  }

  // MARK: Chains

  /// The chain that a second attempt made for a language, a namespace and a `fallbackLng`.
  @inline(never)
  private func chainWithFallback(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    // No name has the byte that separates them.
    guard let fallback = arguments.text(.fallbackLng, "fallbackLng"),
      ![lng, ns, fallback].contains(where: { $0.contains(0) })
    else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Chain.longestName) { room in
      var names = Output(room.baseAddress, capacity: room.count)
      names.append(lng)
      names.append(0)
      names.append(0)
      names.append(fallback)
      let end = names.length
      if !ns.isEmpty {
        names.append(0)
        names.append(ns)
      }
      guard !names.isTruncated else { return nil }
      let all = Bytes(room)
      return core.pointee.chain._withUnsafeGuaranteedRef {
        $0.listed(all.part(0, end), all.part(end, names.length))
      }
    }
  }

  /// Calls `body` with a chain that was not asked for before; `full` when that needs a second attempt.
  @inline(never)
  private func onNew(
    _ lng: Bytes, _ ns: Bytes, isList: Bool = false, _ body: (UnsafePointer<ChainCore>) -> Answer
  ) -> Answer {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A name that is known was looked at when it was new.
      guard UTF8Check.firstInvalid(lng) == nil, UTF8Check.firstInvalid(ns) == nil else {
        return .full
      }
      guard isList else { return chain.with(lng, ns, body) }
      guard let own = try? JSON.parse(ns), own.array != nil else { return .full }
      return chain.withNew(lng, own.texts, in: ns, isList: true, body)
    }
  }
}
