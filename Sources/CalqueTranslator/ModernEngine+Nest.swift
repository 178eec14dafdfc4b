import CalqueBase
import CalqueJSON
import CalqueTemplate

/// References: `$t(key)`, `$t(key, {"count": 1})`, `$t(key, format)`.
extension ModernEngine {
  func nest(_ source: Text, _ call: Call, _ callOptions: Members, _ tools: Tools) -> Value {
    var text = source
    var from = 0
    while let match = tools.nesting.next(in: text, from: from) {
      guard state.canNest, state.step(), text.count <= state.limits.maxOutput else {
        from = match.end
        continue
      }
      let reference = Reference(text.part(match.inner), inherited(callOptions), self, tools)
      let value = reference.value(nestedIn: call, callOptions)
      if let value, value.isTruthy, value.text == nil, match.start == 0, match.end == text.count {
        return value
      }
      let inserted = reference.formatted(ValueText.of(value ?? .null), callOptions)
      text = text.part(0, match.start) + inserted + text.part(match.end)
      // What was inserted is not looked at again.
      from = match.start + inserted.count
    }
    return .text(text)
  }

  /// What a nested call takes over: the variables in `replace`, or else all options, without the
  /// default value.
  private func inherited(_ callOptions: Members) -> Members {
    var inherited = callOptions
    if case .object(let replace)? = callOptions["replace"] { inherited = replace }
    inherited["applyPostProcessor"] = .bool(false)
    inherited.remove("defaultValue")
    return inherited
  }
}

/// One reference, taken apart.
private struct Reference {
  let engine: ModernEngine
  let tools: ModernEngine.Tools
  let key: Text
  let options: Members
  let formats: [Text]

  init(_ inner: Text, _ inherited: Members, _ engine: ModernEngine, _ tools: ModernEngine.Tools) {
    self.engine = engine
    self.tools = tools
    let (body, formats) = Self.splitFormats(inner, tools.syntax.formatSeparator)
    self.formats = formats
    (key, options) = Self.splitOptions(body.trimmed(), inherited, engine, tools)
  }

  /// Formats stand behind the last `}`, or without options behind the first separator.
  private static func splitFormats(_ inner: Text, _ separator: Text) -> (Text, [Text]) {
    var end = inner.firstIndex(of: separator)
    if let open = inner.firstIndex(of: "{"), let close = inner.lastIndex(of: "}"), open < close {
      end = close + 1
    }
    guard let end else { return (inner, []) }
    let formats = inner.part(end).split(separator).map { $0.trimmed() }.filter { !$0.isEmpty }
    return (inner.part(0, end), formats)
  }

  /// The options text is interpolated, then read as JSON; single quotes will do. If it is not JSON,
  /// the whole is looked up as a key, and shows as a missing one.
  private static func splitOptions(
    _ body: Text, _ inherited: Members, _ engine: ModernEngine, _ tools: ModernEngine.Tools
  ) -> (Text, Members) {
    let separator = tools.syntax.nestingOptionsSeparator
    guard let (end, start) = optionsStart(in: body, separator) else { return (body, inherited) }
    let key = body.part(0, end)
    var json = engine.interpolate(body.part(start), data: inherited, tools, nil, lng: nil)
    let single = json.bytes.count { $0 == 0x27 }
    let double = json.bytes.count { $0 == 0x22 }
    if (single % 2 == 0 && double == 0) || double % 2 != 0 {
      json = json.replacing("'", with: "\"")
    }
    guard case .object(let own)? = try? JSON.parse(json) else {
      return (key + separator + json, inherited)
    }
    var options = inherited.merging(own)
    if let value = options["defaultValue"]?.text, value.contains(tools.syntax.prefix) {
      options.remove("defaultValue")
    }
    return (key, options)
  }

  /// Offsets of the separator, and of the `{` that follows it after spaces.
  private static func optionsStart(in body: Text, _ separator: Text) -> (Int, Int)? {
    var from = 0
    while let found = body.firstIndex(of: separator, from: from) {
      var at = found + separator.count
      while at < body.count, body.bytes[at] == 0x20 { at += 1 }
      if at < body.count, body.bytes[at] == 0x7B { return (found, at) }
      from = found + 1
    }
    return nil
  }

  /// nil for a reference to a key that is being translated already.
  func value(nestedIn call: ModernEngine.Call, _ callOptions: Members) -> Value? {
    let hasContext = callOptions["context"]?.isTruthy ?? false
    if call.outerKeys?.first == key, !hasContext { return nil }
    engine.state.depth += 1
    defer { engine.state.depth -= 1 }
    return engine.translate([key], options, outerKeys: call.keys).value
  }

  func formatted(_ text: Text, _ callOptions: Members) -> Text {
    guard !formats.isEmpty else { return text }
    let separator = tools.syntax.formatSeparator
    let value = formats.reduce(Value.text(text.trimmed())) { value, format in
      engine.format(
        value, by: format, separator, variable: key, options: callOptions,
        lng: callOptions["lng"]?.text)
    }
    return ValueText.of(value)
  }
}
