import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Applies post processors by name: the host's, then the built-in `sprintf` and `interval`.
/// Unknown names are passed over.
struct PostProcessors {
  private let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// - Parameter translate: used by `interval` to get at `key_interval`.
  func apply(
    _ names: [Text], to value: Value, keys: [Text], options: Members,
    translate: (Text, Members) -> Value?
  ) -> Value {
    names.reduce(value) { value, name in
      if let processor = snapshot.postProcessors[name] {
        return processor(ValueText.of(value), keys, options).map { .text($0) } ?? value
      }
      switch name {
      case "sprintf": return sprintf(value, options)
      case "interval": return interval(value, keys, options, translate) ?? value
      default: return value
      }
    }
  }

  private func sprintf(_ value: Value, _ options: Members) -> Value {
    guard case .text(let text) = value, let arguments = options["sprintf"] else { return value }
    let dialect: Sprintf.Dialect = snapshot.options.format == .ios ? .ios : .javaScript
    return .text(Sprintf.format(text, arguments, dialect: dialect) { JSON.text(of: $0) })
  }

  /// Chooses from the intervals in the text itself (its key ends in `_interval`), or in the text of
  /// `key_interval`. When none matches, the key without `_interval` is translated.
  private func interval(
    _ value: Value, _ keys: [Text], _ options: Members, _ translate: (Text, Members) -> Value?
  ) -> Value? {
    guard let count = options["count"]?.number, let key = keys.last else { return nil }
    var inner = options
    inner["postProcess"] = .array([])
    inner["applyPostProcessor"] = .bool(false)
    if key.hasSuffix(Self.intervalSuffix) {
      if case .text(let text) = value, let chosen = IntervalPlural.choose(text, count: count) {
        return .text(chosen)
      }
      return translate(key.part(0, key.count - Self.intervalSuffix.count), inner)
    }
    // The count must not choose a plural form of key_interval, but is a variable of its text.
    if options["replace"]?.object == nil { inner["replace"] = .object(options) }
    inner.remove("count")
    let intervalKey = key + Self.intervalSuffix
    guard case .text(let text)? = translate(intervalKey, inner) else { return nil }
    return IntervalPlural.choose(text, count: count).map { .text($0) }
  }

  private static let intervalSuffix: Text = "_interval"
}
