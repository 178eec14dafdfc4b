import CalqueBase
import CalqueTemplate

/// Answering by the rules of i18next 1.x.
extension V1 {
  /// The result of a look-up that found something.
  enum Found {
    /// Nothing in any language that has a form for the count. i18next 1.11 takes that for a
    /// translation, so that most look-ups around it do not go on.
    case exhausted
    case found(Captured)
  }

  /// Answers for the first of the keys that exists.
  static func answer(
    _ call: Call, _ keys: UnsafeBufferPointer<Bytes>, _ output: inout Output
  ) -> Answer {
    var lookUp = V1(call, hasDefaults: true)
    lookUp.follow(lookUp.frame.all)
    guard let key = lookUp.choose(keys), !key.isEmpty else { return .text }
    let (found, isMissing, ns) = lookUp.answer(key)
    // In the place of what calls inside this one have noted.
    call.evaluation.pointee.note {
      $0.resolution = Resolution()
      let parts = lookUp.split(key)
      $0.resolution.usedKey = Text(parts.key)
      $0.resolution.usedNS = Text(isMissing ? ns : parts.ns)
      $0.usedParams = call.frame.members()
    }
    return call.put(found, isMissing: isMissing, &output)
  }

  /// Whether any of the keys is found.
  static func exists(_ call: Call, _ keys: UnsafeBufferPointer<Bytes>) -> Bool {
    keys.contains { key in
      var lookUp = V1(call, hasDefaults: false)
      lookUp.follow(lookUp.frame.all)
      return lookUp.find(lookUp.place(of: key), processes: false) != nil
    }
  }

  /// The first key that exists, or the last one.
  private mutating func choose(_ keys: UnsafeBufferPointer<Bytes>) -> Bytes? {
    guard keys.count > 1 else { return keys.first }
    let before = self
    for key in keys {
      switch find(place(of: key), processes: false) {
      case nil: continue
      case .exhausted?: self = before
      case .found?: return key
      }
    }
    return keys.last
  }

  // MARK: Translating

  /// With the namespace of a key that is missing.
  typealias Answered = (found: Captured, isMissing: Bool, ns: Bytes)

  /// The value of a key. Where i18next 1.11 would show that it is exhausted, the form of a context
  /// may be what is missing.
  @inline(never)
  mutating func answer(_ key: Bytes) -> Answered {
    var before = self
    if let answered = answerOnce(key) { return answered }
    var plain = before
    plain.remove(.context)
    return plain.answerOnce(key) ?? before.missing(key)
  }

  /// One look-up, and the default if there is nothing; nil where it is exhausted.
  private mutating func answerOnce(_ key: Bytes) -> Answered? {
    switch find(place(of: key)) {
    case .found(let result)?: (result, false, .none)
    case .exhausted?: nil
    case nil: missing(key)
    }
  }

  mutating func missing(_ key: Bytes) -> Answered {
    let (ns, bare) = split(key)
    let standard = self.standard(key)
    call.tell(missing: bare, lng: .none, ns, standard, shown: standard) { members }
    var shown = standard
    if let parse = call.host(snapshot.host.parseMissingKey),
      split(standard).key.isSame(bare), let parsed = parse(Text(standard), nil)
    {
      shown = call.arena.pointee.copy(parsed)
    }
    let text = render(shown)
    return (processed(.text(standard), bare) ?? .text(text), true, ns)
  }

  /// The default value, or the key.
  mutating func standard(_ key: Bytes) -> Bytes {
    given(.defaultValue) == nil ? key : call.standard ?? key
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  mutating func split(_ key: Bytes) -> (ns: Bytes, key: Bytes) {
    guard let at = key.firstIndex(of: nsSeparator) else { return (ns, key) }
    let rest = key.part(at + nsSeparator.count, key.count)
    return (key.part(0, at), rest.part(0, rest.firstIndex(of: nsSeparator) ?? rest.count))
  }

  /// A result of a key without its namespace after post-processors; nil without any.
  mutating func processed(_ result: Captured, _ key: Bytes) -> Captured? {
    guard call.isProcessed else { return nil }
    let names = options.postProcess + (given(.postProcess)?.pointee.value?.texts ?? [])
    guard !names.isEmpty else { return nil }
    return call.processed(result, names, [Text(key)], members)
  }
}
