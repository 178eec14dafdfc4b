import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Post-processors by name: the host's, then the built-in `sprintf` and `interval`. Unknown names are
/// passed over.
extension Call {
  /// A text after post-processors.
  ///
  /// - Parameter options: what they are given.
  func postProcess(
    _ names: [Text], _ value: Value, keys: [Text], _ options: Members
  ) -> Value {
    names.reduce(value) { value, name in
      if let processor = host(snapshot.postProcessors[name]) {
        return processor(ValueText.of(value), keys, options).map { .text($0) } ?? value
      }
      switch name {
      case "sprintf": return sprintf(value, options)
      case "interval": return interval(value, keys, options) ?? value
      default: return value
      }
    }
  }

  private func sprintf(_ value: Value, _ options: Members) -> Value {
    guard case .text(let text) = value, let arguments = options["sprintf"] else { return value }
    let result = Sprintf.format(
      text, arguments, dialect: core.pointee.rules.pointee.sprintf, most: limits.maxOutput
    ) { JSON.text(of: $0) }
    _ = mayGrow(result.count)
    return .text(result)
  }

  /// Chooses from the intervals in the text. When none matches, the key without `_interval` is
  /// translated.
  private func interval(_ value: Value, _ keys: [Text], _ options: Members) -> Value? {
    guard case .text(let text) = value, let key = keys.last else { return nil }
    if let selected = IntervalPlural.choose(text, count: Self.count(options)) {
      return .text(selected)
    }
    let suffix: Text = "_interval"
    guard key.hasSuffix(suffix) else { return nil }
    var inner = options
    inner["postProcess"] = .array([])
    inner["applyPostProcessor"] = .bool(false)
    return self.value(of: key.part(0, key.count - suffix.count), inner)
  }

  /// The count of a call as the plugin compares it: 0 without one, and texts that are numbers count.
  private static func count(_ options: Members) -> Double {
    switch options["count"] {
    case .text(let text)?: ScriptNumber.whole(text)
    case let count?: count.isTruthy ? count.number ?? .nan : 0
    case nil: 0
    }
  }

  /// A translation within a translation, with options of its own.
  private func value(of key: Text, _ options: Members) -> Value {
    let inner = Call(core, frame(of: options))
    return withUnsafePointer(to: evaluation.pointee.copy(key)) { key in
      captured { output in
        inner.answerInFull(UnsafeBufferPointer(start: key, count: 1), from: nil, &output)
      }.value
    }
  }
}
