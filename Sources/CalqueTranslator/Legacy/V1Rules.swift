import CalqueBase
import CalqueTemplate

/// The rules of i18next 1.x.
///
/// Source: i18next 1.11.1. Look-ups for context, plural and the indefinite form are translations of
/// their own, with a marker as their default value that tells "not found"; texts are interpolated at
/// each level on the way back. Both shape the results, so they are kept.
struct V1Rules {
  let call: Call
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>
  /// Where a call without a namespace looks.
  let standardNS: Bytes
  /// Somebody wants to know the namespace of an answer.
  let isObserved: Bool

  /// Calls `body` with the rules of a call and its options.
  static func with(
    _ call: Call, _ work: UnsafeMutablePointer<CallWork>, isObserved: Bool = false,
    _ body: (V1Rules, UnsafeMutablePointer<V1Scope>) -> Void
  ) {
    let standardNS = call.snapshot.options.defaultNS.first ?? ""
    standardNS.bytes.withUnsafeBufferPointer {
      let rules = V1Rules(
        call: call, snapshot: call.snapshot, work: work, standardNS: $0, isObserved: isObserved)
      var scope = V1Scope(call.arguments, call.core.pointee.separators)
      withUnsafeMutablePointer(to: &scope) { scope in
        rules.take(call.arguments.all, into: scope)
        body(rules, scope)
      }
    }
  }

  /// The default value of an inner look-up, which tells that nothing was found.
  enum Marker {
    case context
    case plural
    case indefinite

    /// As post processors see it.
    var text: Text {
      switch self {
      case .context: "\u{1}context not found"
      case .plural: "\u{1}plural not found"
      case .indefinite: "\u{1}indefinite not found"
      }
    }
  }

  /// The result of a look-up.
  enum Found {
    case nothing
    /// A text, which is in the output.
    case text
    /// Anything else.
    case value(Value)
    /// Nothing, but for the look-up around it.
    case marker(Marker)

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  func answer(
    _ keys: UnsafeBufferPointer<Bytes>, _ scope: UnsafeMutablePointer<V1Scope>,
    _ observer: UnsafeMutablePointer<Translation>?, _ output: inout Output
  ) -> Answered {
    guard let key = choose(keys, scope), !key.isEmpty else { return Answered() }
    let answer = answerWithoutMarkers(key, scope, &output)
    if let observer {
      observer.pointee.resolution.usedKey = Text(split(key, scope).key)
      observer.pointee.resolution.usedNS = Text(answer.ns)
      // Variables for all calls come first.
      for argument in call.arguments.all.dropFirst(call.core.pointee.variables.count) {
        observer.pointee.usedParams[Text(argument.name.bytes)] = argument.value
      }
    }
    guard case .value(let value) = answer.found else {
      return Answered(isMissing: answer.isMissing)
    }
    return Answered(value: value, isMissing: answer.isMissing)
  }

  /// Follows options that were given.
  func take(_ given: UnsafeBufferPointer<Argument>, into scope: UnsafeMutablePointer<V1Scope>) {
    guard let list = scope.pointee.take(given, call.core.pointee.separators) else { return }
    guard list.isTruthy else {
      scope.pointee.list = nil
      return
    }
    // The list of a view has a chain already.
    let isKnown = call.core.pointee.chain._withUnsafeGuaranteedRef {
      $0.hasList && $0.codes == list.texts
    }
    scope.pointee.list = V1Scope.Languages(
      isKnown
        ? call.core
        : work.pointee.keep(snapshot.scope.derived(lng: nil, own: nil, list: list.texts)))
  }

  /// The first key that exists, or the last one.
  private func choose(_ keys: UnsafeBufferPointer<Bytes>, _ scope: UnsafeMutablePointer<V1Scope>)
    -> Bytes?
  {
    guard keys.count > 1 else { return keys.first }
    let given = scope.pointee
    for key in keys {
      var output = Output(nil, capacity: 0)
      switch find(key, scope, &output) {
      case .nothing: continue
      case .marker: scope.pointee = given
      default: return key
      }
    }
    return keys.last
  }

  // MARK: Translating

  /// The namespace is only found out when somebody wants to know.
  typealias Answer = (found: Found, isMissing: Bool, ns: Bytes)

  /// As `answer`. A marker that a look-up in the last language left means that nothing was found;
  /// 1.11 shows it.
  @inline(never)
  func answerWithoutMarkers(
    _ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output
  ) -> Answer {
    var given = scope.pointee
    given.dropMarker()
    let first = answer(key, scope, &output)
    guard case .marker = first.found else { return first }
    // The form of a context may be what is missing.
    var plain = given
    plain.remove(.context)
    let second = answer(key, &plain, &output)
    guard case .marker = second.found else { return second }
    return missing(key, &given, &output)
  }

  /// One look-up, with its default: the reference's `_translate`.
  @inline(never)
  func answer(_ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output)
    -> Answer
  {
    guard !hasProcessors(scope) else {
      guard let found = value(scope, { find(key, scope, &$0) }) else {
        return missing(key, scope, &output)
      }
      let (ns, bare) = split(key, scope)
      return (put(postProcess(found, bare, scope), &output), false, ns)
    }
    let found = find(key, scope, &output)
    if found.isNothing { return missing(key, scope, &output) }
    // The namespace may have become that to fall back to.
    return (found, false, isObserved ? split(key, scope).ns : .none)
  }

  @inline(never)
  private func missing(_ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>, _ output: inout Output)
    -> Answer
  {
    let isProcessed = hasProcessors(scope)
    // It is no answer, so that its namespace does not matter.
    if let marker = scope.pointee.marker, !isProcessed { return (.marker(marker), true, .none) }
    let (ns, bare) = split(key, scope)
    if let marker = scope.pointee.marker {
      return (put(postProcess(.text(marker.text), bare, scope), &output), true, ns)
    }
    let standard = standard(key, scope)
    call.tellMissing(
      ns, bare, standard, lng: snapshot.language, all: snapshot.languages
    ) { scope.pointee.members }
    var shown = standard
    if let parse = snapshot.host.parseMissingKey, afterNamespace(standard, scope) == Text(bare) {
      shown = parse(standard, nil) ?? standard
    }
    let start = output.length
    shown.bytes.withUnsafeBufferPointer { scan($0, scope, &output) }
    guard isProcessed else { return (.text, true, ns) }
    output.rewind(to: start)
    return (put(postProcess(.text(standard), bare, scope), &output), true, ns)
  }

  /// The default value, or the key.
  @inline(never)
  func standard(_ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>) -> Text {
    if let marker = scope.pointee.marker { return marker.text }
    let given =
      scope.pointee.has(.defaultValue) ? scope.pointee.arguments.named("defaultValue") : nil
    return given?.pointee.value.map { ValueText.of($0) } ?? Text(key)
  }

  /// The value that a look-up finds, with its text in memory of its own; nil for nothing.
  @inline(never)
  func value(
    _ scope: UnsafeMutablePointer<V1Scope>, _ look: (inout Output) -> Found
  ) -> Value? {
    let given = scope.pointee
    var isThere = true
    let value = call.captured { output in
      scope.pointee = given
      switch look(&output) {
      case .nothing: isThere = false
      case .text: break
      case .value(let value): return value
      case .marker(let marker): return .text(marker.text)
      }
      return nil
    }
    return isThere ? value : nil
  }

  /// Puts out what `value` gave.
  @inline(never)
  func put(_ value: Value, _ output: inout Output) -> Found {
    guard case .text(let text) = value else { return .value(value) }
    for marker in [Marker.context, .plural, .indefinite] where text == marker.text {
      return .marker(marker)
    }
    output.append(text)
    return .text
  }

  @inline(never)
  func afterNamespace(_ text: Text, _ scope: UnsafeMutablePointer<V1Scope>) -> Text {
    let parts = text.split(Text(scope.pointee.nsSeparator))
    return parts.count > 1 ? parts[1] : text
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  @inline(never)
  func split(_ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>) -> (ns: Bytes, key: Bytes) {
    let separator = scope.pointee.nsSeparator
    guard let at = key.firstIndex(of: separator) else {
      return (scope.pointee.ns ?? standardNS, key)
    }
    let rest = key.part(at + separator.count, key.count)
    return (key.part(0, at), rest.part(0, rest.firstIndex(of: separator) ?? rest.count))
  }

  // MARK: Post processors

  @inline(never)
  private func hasProcessors(_ scope: UnsafeMutablePointer<V1Scope>) -> Bool {
    call.core.pointee.hasPostProcessors || scope.pointee.has(.postProcess)
  }

  private func postProcessors(_ scope: UnsafeMutablePointer<V1Scope>) -> [Text] {
    let own = scope.pointee.has(.postProcess) ? scope.pointee.arguments.named("postProcess") : nil
    return snapshot.options.postProcess + (own?.pointee.value?.texts ?? [])
  }

  @inline(never)
  private func postProcess(_ value: Value, _ key: Bytes, _ scope: UnsafeMutablePointer<V1Scope>)
    -> Value
  {
    let names = postProcessors(scope)
    guard !names.isEmpty else { return value }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: value, keys: [Text(key)], options: scope.pointee.members
    ) {
      key, options in snapshot.translate([key], options, on: snapshot.scope).value
    }
  }
}
