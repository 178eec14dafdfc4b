import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Applies post processors by name: the host's, then the built-in `sprintf` and `interval`.
/// Unknown names are passed over.
struct PostProcessors {
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>?

  /// - Parameter translate: used by `interval` for a key without its ending.
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
    let most = snapshot.options.limits.maxOutput
    let result = Sprintf.format(text, arguments, dialect: dialect, most: most) {
      JSON.text(of: $0)
    }
    _ = work?.pointee.mayGrow(result.count)
    return .text(result)
  }

  /// Chooses from the intervals in the text. When none matches, the key without `_interval` is
  /// translated.
  private func interval(
    _ value: Value, _ keys: [Text], _ options: Members, _ translate: (Text, Members) -> Value?
  ) -> Value? {
    guard case .text(let text) = value, let key = keys.last else { return nil }
    if let chosen = IntervalPlural.choose(text, count: Self.count(options)) {
      return .text(chosen)
    }
    guard key.hasSuffix(Self.intervalSuffix) else { return nil }
    var inner = options
    inner["postProcess"] = .array([])
    inner["applyPostProcessor"] = .bool(false)
    return translate(key.part(0, key.count - Self.intervalSuffix.count), inner)
  }

  /// The count of a call as the plugin compares it: 0 without one, and texts that are numbers count.
  private static func count(_ options: Members) -> Double {
    switch options["count"] {
    case .text(let text)?: ScriptNumber.whole(text)
    case let count?: count.isTruthy ? count.number ?? .nan : 0
    case nil: 0
    }
  }

  private static let intervalSuffix: Text = "_interval"
}
