import CalqueBase
import CalqueTemplate

/// The chain that the options of a call choose.
extension Call {
  /// - Returns: a chain that lasts as long as the call.
  func selectedChain() -> UnsafePointer<ChainCore> {
    let options = frame.pointee.options
    guard options & OptionName.ofChain != 0 else { return core }
    let (lng, ns) = (frame.pointee.lng, frame.pointee.ns)
    let hasOwnLng = options & OptionName.lng.bit != 0 && !core.pointee.hasList
    let hasOwnNS = options & OptionName.ns.bit != 0
    guard options & OptionName.listing == 0, !hasOwnLng || lng?.pointee.filledText != nil,
      !hasOwnNS || ns?.pointee.filledText != nil
    else { return listedChain(hasOwnNS: hasOwnNS) }
    return chain(
      hasOwnLng ? lng?.pointee.filledText ?? .none : .none,
      hasOwnNS ? ns?.pointee.filledText ?? .none : .none)
  }

  /// The chain of another language or namespace.
  ///
  /// - Parameters:
  ///   - lng: empty for the languages of this chain.
  ///   - ns: empty for its namespaces.
  func chain(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore> {
    core.known(lng, ns) ?? newChain(lng, ns)
  }

  @inline(never)
  private func newChain(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore> {
    keeping { $0.other(lng, ns) }
  }

  /// As above, but an empty namespace is one too, and not that of this chain.
  func chain(_ lng: Bytes = .none, inNamespace ns: Bytes) -> UnsafePointer<ChainCore> {
    guard ns.isEmpty else { return chain(lng, ns) }
    return keeping { $0.other(lng: lng.isEmpty ? nil : Text(lng), own: [""]) }
  }

  /// A chain beside this one, as long as the call.
  func keeping(
    _ other: (Chain) -> (chain: Chain, isKept: Bool)
  ) -> UnsafePointer<ChainCore> {
    core.pointee.chain._withUnsafeGuaranteedRef { own in
      let (chain, isKept) = other(own)
      if !isKept { evaluation.pointee.keep(chain) }
      return chain.reader.core
    }
  }

  /// The chain of options that are not just a language and a namespace.
  @inline(never)
  private func listedChain(hasOwnNS: Bool) -> UnsafePointer<ChainCore> {
    let own = hasOwnNS ? frame.pointee.ns.map { namespaces($0) } : nil
    let list = frame.isTruthy(.lngs) ? frame.value(.lngs)?.texts ?? [] : nil
    // A list of languages counts more than one language.
    if list != nil || core.pointee.hasList {
      return keeping { $0.other(own: own, list: list) }
    }
    let lng = frame.lng.map { Text($0) }
    // An empty `lng` takes the place of that of the view.
    if lng == nil, frame.has(.lng), !frame.has(.fallbackLng) {
      return keeping { $0.other(own: own, list: snapshot.languages) }
    }
    let fallback = frame.value(.fallbackLng)
    let isGiven = fallback?.isTruthy ?? false || fallback == .bool(false)
    return keeping { $0.other(lng: lng, own: own, fallback: isGiven ? fallback : nil) }
  }

  private func namespaces(_ argument: UnsafePointer<Argument>) -> [Text] {
    let value = argument.pointee.value ?? .null
    return value.isTruthy ? value.texts : options.pointee.defaultNS
  }
}
