import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// First attempts at calls that name a language or a namespace, bring a default, or miss.
extension Call {
  @inline(never)
  func apart(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ output: inout Output) -> Answer {
    let given = Bytes(start: key, count: keyCount)
    switch core.pointee.separators.split(given, isNamespace: { _ in false }, hasReference: nil) {
    case .whole: return settled { $0.translate(given, foundBy: $0, given, &output) } ?? .full
    case .parts(let ns, let bare):
      guard core.pointee.isModern, !bare.isEmpty else { return .full }
      // A reference in the text does not take over the namespace of the key.
      guard UTF8Check.firstInvalid(ns) == nil else { return .full }
      return settled { call in
        call.core.pointee.chain._withUnsafeGuaranteedRef { chain in
          chain.with(.none, ns) {
            call.translate(bare, foundBy: Call($0, arguments), given, &output)
          }
        }
      } ?? .full
    case .joined, .unknown: return .full
    }
  }

  /// - Parameters:
  ///   - finder: has the chain to look in.
  ///   - given: the key with its namespace.
  private func translate(
    _ key: Bytes, foundBy finder: Call, _ given: Bytes, _ output: inout Output
  ) -> Answer {
    guard let start = key.baseAddress, let whole = given.baseAddress, finder.core.pointee.isDirect,
      core.pointee.isDirect
    else { return .full }
    switch finder.find(start, key.count, KeyHash(start, key.count).value) {
    case .found(let record):
      return self.whole(record, into: &output, CallKey(whole, given.count, finder.core))
    case .stop: return .full
    case .next: return missing(key, &output)
    }
  }

  /// A key that is its own text, or has a default.
  private func missing(_ key: Bytes, _ output: inout Output) -> Answer {
    guard core.pointee.showsMissing, let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, !core.pointee.telling.occurs(in: start, key.count)
    else { return .full }
    guard arguments.has(.defaultValue) else {
      output.append(start, key.count)
      return .missing
    }
    guard let standard = arguments.text(.defaultValue, "defaultValue"),
      let text = standard.baseAddress, standard.count <= core.pointee.maxOutput,
      !core.pointee.rendered.occurs(in: text, standard.count)
    else { return .full }
    output.append(text, standard.count)
    return .missing
  }

  // MARK: Chains

  /// Calls `body` with the call on the chain that its `lng` and `ns` choose; nil when only a second
  /// attempt can tell which.
  @inline(__always)
  private func settled(_ body: (Call) -> Answer) -> Answer? {
    guard arguments.pointee.options & (OptionName.lng.bit | OptionName.ns.bit) != 0 else {
      return body(self)
    }
    return settledApart(body)
  }

  @inline(never)
  private func settledApart(_ body: (Call) -> Answer) -> Answer? {
    var lng = Bytes.none
    var ns = Bytes.none
    if arguments.has(.lng) {
      guard let given = arguments.text(.lng, "lng"),
        UTF8Check.firstInvalid(given) == nil
      else { return nil }
      lng = given
    }
    if arguments.has(.ns) {
      guard let given = arguments.text(.ns, "ns"),
        UTF8Check.firstInvalid(given) == nil
      else { return nil }
      ns = given
    }
    return core.pointee.chain._withUnsafeGuaranteedRef { chain in
      // A list of languages counts more than one language.
      chain.hasList ? nil : chain.with(lng, ns) { body(Call($0, arguments)) }
    }
  }
}
