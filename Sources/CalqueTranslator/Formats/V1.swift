import CalqueBase
import CalqueTemplate

/// The rules of i18next 1.x that are no rows of `FormatRules`.
///
/// Source: i18next 1.11.1. A form of a key is found by a look-up within a look-up. Its text is filled
/// with all options but the one that chooses the form; on the way back, post-processors are applied
/// and that one option is inserted.
struct V1 {
  let call: Call

  var core: UnsafePointer<ChainCore> { call.core }
  var snapshot: Snapshot { call.snapshot }
  var options: TranslatorOptions { call.options }
  var evaluation: UnsafeMutablePointer<Evaluation> { call.evaluation }

  /// The result of a look-up that found something.
  enum Found {
    /// Nothing in any language that has a form for the count. i18next 1.11 takes that for a
    /// translation, so that most look-ups around it do not go on.
    case exhausted
    case found(Captured)

    static func text(_ text: Bytes) -> Found { .found(.text(text)) }

    /// nil where it is exhausted.
    var result: Captured? { if case .found(let result) = self { result } else { nil } }
  }

  /// Answers for the first of the keys that exists.
  func answer(_ keys: UnsafeBufferPointer<Bytes>, _ output: inout Output) -> Answer {
    var scope = scope(hasDefaults: true)
    guard let key = choose(keys, &scope), !key.isEmpty else { return .text }
    let (found, isMissing, ns) = answer(key, &scope)
    // In the place of what calls inside this one have noted.
    evaluation.pointee.note {
      $0.resolution = Resolution()
      $0.resolution.usedKey = Text(split(key, &scope).key)
      $0.resolution.usedNS = Text(ns)
      $0.usedParams = call.frame.members
    }
    return call.put(found?.result ?? .text(.none), isMissing: isMissing, &output)
  }

  /// Whether any of the keys is found.
  func exists(_ keys: UnsafeBufferPointer<Bytes>) -> Bool {
    keys.contains { key in
      var scope = scope(hasDefaults: false)
      return find(key, &scope) != nil
    }
  }

  /// - Parameter hasDefaults: the variables for all calls are options, too, as those of a view are.
  @inline(never)
  private func scope(hasDefaults: Bool) -> V1Scope {
    var frame = call.frame
    let defaults = hasDefaults ? core.pointee.variables : .none
    let view = frame.pointee.outer?.all ?? .none
    if defaults.count + view.count > 0 {
      let whole = call.frame(roomFor: defaults.count + view.count + frame.all.count)
      whole.add(defaults)
      whole.add(view)
      whole.add(frame.all)
      frame = UnsafePointer(whole)
    }
    return V1Scope(Call(core, frame))
  }

  /// The first key that exists, or the last one.
  private func choose(_ keys: UnsafeBufferPointer<Bytes>, _ scope: inout V1Scope) -> Bytes? {
    guard keys.count > 1 else { return keys.first }
    let given = scope
    for key in keys {
      switch find(key, &scope) {
      case nil: continue
      case .exhausted?: scope = given
      case .found?: return key
      }
    }
    return keys.last
  }

  // MARK: Translating

  /// With the namespace that the key was looked for in last.
  typealias Answered = (found: Found?, isMissing: Bool, ns: Bytes)

  /// The value of a key. Where i18next 1.11 would show that it is exhausted, the form of a context
  /// may be what is missing.
  @inline(never)
  func answer(_ key: Bytes, _ scope: inout V1Scope) -> Answered {
    guard scope.has(.count) else { return answerOnce(key, &scope) }
    var given = scope
    let first = answerOnce(key, &scope)
    guard case .exhausted = first.found else { return first }
    var plain = given
    plain.remove(.context)
    let second = answerOnce(key, &plain)
    guard case .exhausted = second.found else { return second }
    return missing(key, &given)
  }

  /// One look-up, and the default if there is nothing.
  func answerOnce(_ key: Bytes, _ scope: inout V1Scope) -> Answered {
    let found = look(key, &scope)
    return found == nil ? missing(key, &scope) : (found, false, split(key, &scope).ns)
  }

  /// One look-up, after post-processing.
  func look(_ key: Bytes, _ scope: inout V1Scope) -> Found? {
    let found = find(key, &scope)
    guard case .found(let result)? = found else { return found }
    return .found(processed(result, key, &scope) ?? result)
  }

  private func missing(_ key: Bytes, _ scope: inout V1Scope) -> Answered {
    let (ns, bare) = split(key, &scope)
    let standard = self.standard(key, &scope)
    call.tell(missing: bare, lng: .none, ns, standard, shown: standard) { scope.members }
    var shown = standard
    if let parse = call.host(snapshot.host.parseMissingKey),
      split(standard, &scope).key.isSame(bare), let parsed = parse(Text(standard), nil)
    {
      shown = evaluation.pointee.copy(parsed)
    }
    let text = render(shown, &scope)
    return (.found(processed(.text(standard), key, &scope) ?? .text(text)), true, ns)
  }

  /// The default value, or the key.
  func standard(_ key: Bytes, _ scope: inout V1Scope) -> Bytes {
    (scope.has(.defaultValue) ? Call(core, scope.frame).standard : nil) ?? key
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  func split(_ key: Bytes, _ scope: inout V1Scope) -> (ns: Bytes, key: Bytes) {
    let separator = scope.nsSeparator
    guard let at = key.firstIndex(of: separator) else {
      return (scope.ns ?? core.pointee.standardNS, key)
    }
    let rest = key.part(at + separator.count, key.count)
    return (key.part(0, at), rest.part(0, rest.firstIndex(of: separator) ?? rest.count))
  }

  /// A result after post-processors; nil without any.
  private func processed(_ result: Captured, _ key: Bytes, _ scope: inout V1Scope) -> Captured? {
    let own = scope.has(.postProcess) ? scope.frame.value(.postProcess) : nil
    let names = call.processors(own)
    guard !names.isEmpty else { return nil }
    return call.processed(result, names, [Text(split(key, &scope).key)], scope.members)
  }
}
