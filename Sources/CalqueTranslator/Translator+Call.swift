package import CalqueBase
import CalqueCatalog
package import CalqueLocale

/// Translating by the full rules of the format.
extension Translator {
  /// Translates the first of the keys that is found.
  package func translate(_ keys: [Text], _ options: Members) -> Translation {
    published.read { snapshot in snapshot.translate(keys, options) }
  }

  /// Calls `body` with the scope of this moment, for a hot call; nil when these options have none.
  @inline(__always)
  package func withHotScope<Result>(_ body: (HotScope?) -> Result) -> Result {
    published.read { snapshot in body(snapshot.scope.hot) }
  }

  package func exists(_ keys: [Text], _ options: Members) -> Bool {
    published.read { snapshot in snapshot.exists(keys, options) }
  }

  /// How the keys are resolved, as `calque_translator_explain` describes.
  package func explain(_ keys: [Text], _ options: Members) -> Value {
    published.read { snapshot in snapshot.explain(keys, options) }
  }

  /// The fallback chain of a language, or of the current one.
  package func languages(for lng: Text?) -> [Text] {
    let snapshot = snapshot
    return lng.map { snapshot.chain.hierarchy($0, fallback: nil) } ?? snapshot.languages
  }

  /// Direction of writing. No language at all is right to left, as in i18next.
  package func direction(of lng: Text?) -> TextDirection {
    let snapshot = snapshot
    guard let lng = lng ?? snapshot.resolvedLanguage ?? snapshot.languages.first else {
      return .rightToLeft
    }
    return TextDirection(of: lng)
  }
}

extension Snapshot {
  func translate(_ keys: [Text], _ call: Members) -> Translation {
    let state = CallState(options.limits)
    guard options.format.isModern, call["returnDetails"]?.isTruthy ?? options.returnDetails else {
      return translate(keys, call, state)
    }
    // Only the outermost call: what is nested in it yields text.
    var inner = call
    inner.remove("returnDetails")
    var translation = translate(keys, inner, state)
    translation.value = translation.details
    return translation
  }

  private func translate(_ keys: [Text], _ call: Members, _ state: CallState) -> Translation {
    switch options.format {
    case .ios: IOSEngine(snapshot: self, state: state).translate(keys, call)
    case .v1: V1Engine(snapshot: self, state: state).translate(keys, call)
    default: ModernEngine(snapshot: self, state: state).translate(keys, call)
    }
  }

  func exists(_ keys: [Text], _ call: Members) -> Bool {
    let state = CallState(options.limits)
    switch options.format {
    case .ios:
      let engine = IOSEngine(snapshot: self, state: state)
      return keys.contains { engine.exists($0, call) }
    case .v1:
      let engine = V1Engine(snapshot: self, state: state)
      return keys.contains { engine.exists($0, V1Engine.Call(call)) }
    default:
      let engine = ModernEngine(snapshot: self, state: state)
      guard let found = engine.resolve(keys, call).found else { return false }
      return call["returnObjects"] != .bool(false) || !found.isContainer
    }
  }

  func explain(_ keys: [Text], _ call: Members) -> Value {
    let state = CallState(options.limits)
    state.trace = []
    let translation = translate(keys, call, state)
    let resolution = translation.resolution
    return .object(
      Members([
        ("key", keys.count == 1 ? .text(keys[0]) : .array(keys.map { .text($0) })),
        ("found", .bool(!translation.isMissing)),
        ("candidates", .array((state.trace ?? []).map { $0.value })),
        ("usedKey", resolution.usedKey.map { .text($0) } ?? .null),
        ("exactUsedKey", resolution.exactUsedKey.map { .text($0) } ?? .null),
        ("usedLng", resolution.usedLng.map { .text($0) } ?? .null),
        ("usedNS", resolution.usedNS.map { .text($0) } ?? .null),
        ("languages", .array(languages.map { .text($0) })),
        ("namespaces", .array((options.defaultNS + options.fallbackNS).map { .text($0) })),
      ]))
  }
}
