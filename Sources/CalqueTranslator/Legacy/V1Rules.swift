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

  /// Calls `body` with the rules of a call and its options.
  static func with<Result>(
    _ call: Call, _ work: UnsafeMutablePointer<CallWork>, _ body: (V1Rules, inout V1Scope) -> Result
  ) -> Result {
    let standardNS = call.snapshot.options.defaultNS.first ?? ""
    return standardNS.bytes.withUnsafeBufferPointer {
      let rules = V1Rules(call: call, snapshot: call.snapshot, work: work, standardNS: $0)
      var scope = V1Scope(call.arguments, call.core.pointee.separators)
      rules.take(call.arguments.all, into: &scope)
      return body(rules, &scope)
    }
  }

  /// Default values of inner look-ups; no catalog text has a control character first.
  enum Marker {
    static let context: Text = "\u{1}context not found"
    static let plural: Text = "\u{1}plural not found"
    static let indefinite: Text = "\u{1}indefinite not found"

    /// Whether a value is one of these, which no caller may see.
    static func isIn(_ value: Value) -> Bool {
      if case .text(let text) = value { text.hasPrefix("\u{1}") } else { false }
    }
  }

  func translate(
    _ keys: UnsafeBufferPointer<Bytes>, _ scope: inout V1Scope, isObserved: Bool
  ) -> Translation {
    guard let key = choose(keys, &scope), !key.isEmpty else { return Translation(value: .text("")) }
    let answer = answerWithoutMarkers(key, &scope)
    var translation = Translation(value: answer.value)
    translation.isMissing = answer.isMissing
    if isObserved {
      translation.resolution.usedKey = Text(split(key, scope).key)
      translation.resolution.usedNS = Text(answer.ns)
      // Variables for all calls come first.
      for argument in call.arguments.all.dropFirst(call.core.pointee.variables.count) {
        translation.usedParams[Text(argument.name.bytes)] = argument.value
      }
    }
    return translation
  }

  /// Follows options that were given.
  func take(_ given: UnsafeBufferPointer<Argument>, into scope: inout V1Scope) {
    guard let list = scope.take(given) else { return }
    let chain = call.core.pointee.chain.takeUnretainedValue()
    guard list.isTruthy else {
      scope.list = nil
      return
    }
    // The list of a view has a chain already.
    scope.list = V1Scope.Languages(
      chain.hasList && chain.codes == list.texts
        ? chain : snapshot.scope.derived(lng: nil, own: nil, list: list.texts))
  }

  /// The first key that exists, or the last one.
  private func choose(_ keys: UnsafeBufferPointer<Bytes>, _ scope: inout V1Scope) -> Bytes? {
    guard keys.count > 1 else { return keys.first }
    let given = scope
    for key in keys {
      guard let found = find(key, &scope) else { continue }
      guard Marker.isIn(found) else { return key }
      scope = given
    }
    return keys.last
  }

  // MARK: Translating

  typealias Answer = (value: Value, isMissing: Bool, ns: Bytes)

  /// As `answer`. A marker that a look-up in the last language left means that nothing was found;
  /// 1.11 shows it.
  func answerWithoutMarkers(_ key: Bytes, _ scope: inout V1Scope) -> Answer {
    var given = scope
    given.dropMarker()
    let first = answer(key, &scope)
    guard Marker.isIn(first.value) else { return first }
    // The form of a context may be what is missing.
    var plain = given
    plain.remove(.context)
    let second = answer(key, &plain)
    return Marker.isIn(second.value) ? missing(key, given) : second
  }

  /// One look-up, with its default: the reference's `_translate`.
  func answer(_ key: Bytes, _ scope: inout V1Scope) -> Answer {
    guard let found = find(key, &scope) else { return missing(key, scope) }
    // The namespace may have become that to fall back to.
    let (ns, bare) = split(key, scope)
    return (postProcess(found, bare, scope), false, ns)
  }

  @inline(never)
  private func missing(_ key: Bytes, _ scope: V1Scope) -> Answer {
    let (ns, bare) = split(key, scope)
    let standard = standard(key, scope)
    guard scope.marker == nil else { return (postProcess(.text(standard), bare, scope), true, ns) }
    call.tellMissing(
      ns, Text(bare), standard, lng: snapshot.language, all: snapshot.languages
    ) { scope.members }
    var shown = standard
    if let parse = snapshot.host.parseMissingKey, afterNamespace(standard, scope) == Text(bare) {
      shown = parse(standard, nil) ?? standard
    }
    shown = scan(shown, scope)
    guard postProcessors(scope).isEmpty else {
      return (postProcess(.text(standard), bare, scope), true, ns)
    }
    return (.text(shown), true, ns)
  }

  /// The default value, or the key.
  func standard(_ key: Bytes, _ scope: V1Scope) -> Text {
    if let marker = scope.marker { return marker }
    let given = scope.has(.defaultValue) ? scope.arguments.named("defaultValue") : nil
    return given?.pointee.value.map { ValueText.of($0) } ?? Text(key)
  }

  func afterNamespace(_ text: Text, _ scope: V1Scope) -> Text {
    let parts = text.split(Text(scope.nsSeparator))
    return parts.count > 1 ? parts[1] : text
  }

  /// Namespace and key; parts behind a second separator are lost, as in the reference.
  func split(_ key: Bytes, _ scope: V1Scope) -> (ns: Bytes, key: Bytes) {
    let separator = scope.nsSeparator
    guard let at = key.firstIndex(of: separator) else { return (scope.ns ?? standardNS, key) }
    let rest = key.part(at + separator.count, key.count)
    return (key.part(0, at), rest.part(0, rest.firstIndex(of: separator) ?? rest.count))
  }

  // MARK: Post processors

  private func postProcessors(_ scope: V1Scope) -> [Text] {
    let own = scope.has(.postProcess) ? scope.arguments.named("postProcess") : nil
    return snapshot.options.postProcess + (own?.pointee.value?.texts ?? [])
  }

  private func postProcess(_ value: Value, _ key: Bytes, _ scope: V1Scope) -> Value {
    let names = postProcessors(scope)
    guard !names.isEmpty else { return value }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: value, keys: [Text(key)], options: scope.members
    ) {
      key, options in snapshot.translate([key], options, on: snapshot.scope).value
    }
  }
}
