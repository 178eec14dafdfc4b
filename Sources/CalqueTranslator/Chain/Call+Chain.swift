import CalqueBase
import CalqueJSON
import CalqueTemplate

/// The chain that the options of a call choose.
extension Call {
  /// - Returns: a chain that lasts as long as the call.
  func selectedChain() -> UnsafePointer<ChainCore> {
    let options = frame.pointee.options
    guard options & OptionName.ofChain != 0 else { return core }
    let hasOwnLng = options & OptionName.lng.bit != 0 && !core.pointee.hasList
    let hasOwnNS = options & OptionName.ns.bit != 0
    guard options & OptionName.listing == 0,
      let lng = hasOwnLng ? frame.pointee.lng?.pointee.filledText : Bytes.none,
      let ns = hasOwnNS ? frame.pointee.ns?.pointee.filledText : Bytes.none
    else { return listedChain }
    return chain(lng, ns)
  }

  /// The chain of another language or namespace.
  ///
  /// - Parameters:
  ///   - lng: empty for the languages of this chain.
  ///   - ns: empty for its namespaces.
  func chain(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore> {
    core.known(lng, ns)
      ?? chain(named: lng, ns, isList: false) {
        $0.derived(lng: lng.isEmpty ? nil : Text(lng), own: ns.isEmpty ? nil : [Text(ns)])
      }
  }

  /// As above, but an empty namespace is one too, and not that of this chain.
  func chain(_ lng: Bytes = .none, inNamespace ns: Bytes) -> UnsafePointer<ChainCore> {
    guard ns.isEmpty else { return chain(lng, ns) }
    return chain(named: lng, arena.pointee.copy("[\"\"]"), isList: true) {
      $0.derived(lng: lng.isEmpty ? nil : Text(lng), own: [""])
    }
  }

  /// A chain by its names, which is made if there is none.
  @inline(never)
  private func chain(
    named lng: Bytes, _ ns: Bytes, isList: Bool, _ make: (Chain) -> Chain
  ) -> UnsafePointer<ChainCore> {
    core.pointee.chain._withUnsafeGuaranteedRef { own in
      let (chain, isKept) = own.others.chain(lng, ns, isList: isList) { make(own) }
      if !isKept { evaluation.pointee.keep(chain) }
      return chain.reader
    }
  }

  // MARK: Lists

  /// The chain of options that are not just a language and a namespace.
  @inline(never)
  private var listedChain: UnsafePointer<ChainCore> {
    let list = frame.isTruthy(.lngs) ? frame.named(.lngs) : nil
    // A list of languages counts more than one language.
    let isListed = list != nil || core.pointee.hasList
    let lng = isListed ? nil : frame.lng
    let fallback = isListed ? nil : frame.named(.fallbackLng)
    // An empty `lng` stands for the current language. A view has put its own in the place of one.
    let isEmpty = !isListed && lng == nil && frame.has(.lng)
    let ns = frame.has(.ns) ? frame.pointee.ns : nil
    var languages = Output(in: arena)
    if let list {
      languages.append(0x6C)
      name(list, &languages)
    }
    if let lng { languages.append(lng) }
    if let fallback {
      languages.append(0)
      name(fallback, &languages)
    }
    if isEmpty { languages.append(1) }
    var namespaces = Output(in: arena)
    if let ns { name(ns, &namespaces) }
    return chain(named: languages.bytes, namespaces.bytes, isList: true) { chain in
      (isEmpty ? snapshot.scope : chain).derived(
        lng: lng.map { Text($0) },
        own: ns.map {
          $0.pointee.isTruthy ? $0.pointee.value?.texts ?? [] : snapshot.names.defaultNS
        } ?? chain.own,
        list: list.map { $0.pointee.value?.texts ?? [] },
        fallback: fallback?.pointee.value.flatMap {
          // False is none at all; what else is not true says nothing.
          $0.isTruthy || $0 == .bool(false) ? FallbackLanguages($0) : nil
        })
    }
  }

  /// Puts out the value of an option so that different ones have different names.
  private func name(_ argument: UnsafePointer<Argument>, _ output: inout Output) {
    switch argument.pointee.kind {
    case .text:
      output.append(0x74)
      output.append(argument.pointee.bytes)
    case .json: output.append(argument.pointee.bytes)
    default: output.append(JSON.text(of: argument.pointee.value ?? .null))
    }
    output.append(0)
  }
}
