import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Post-processors by name: the host's, then the built-in `sprintf` and `interval`. Unknown names are
/// passed over.
extension Call {
  /// Whether there may be any.
  var isProcessed: Bool { !core.pointee.options.postProcess.isEmpty || frame.has(.postProcess) }

  /// A text after post-processors.
  ///
  /// - Parameter options: what they are given.
  func postProcess(
    _ names: [Text], _ value: Value, keys: [Text], _ options: Members
  ) -> Value {
    names.reduce(value) { value, name in
      if let processor = host(snapshot.parts.postProcessors[name]) {
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
      text, arguments, dialect: self.options.format.dialect, most: limits.maxOutput
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
    let call = Call(core, frame(of: inner))
    let bare = arena.pointee.copy(key.part(0, key.count - suffix.count))
    return captured { call.answerInFull(bare, from: nil, &$0) }.value
  }

  /// The count of a call as the plugin compares it: 0 without one, and texts that are numbers count.
  private static func count(_ options: Members) -> Double {
    switch options["count"] {
    case .text(let text)?: ScriptNumber.whole(text)
    case let count?: count.isTruthy ? count.number ?? .nan : 0
    case nil: 0
    }
  }
}

/// The built-in post-processors as most calls use them: `interval` with an interval that has the count, and
/// `sprintf` with plain placeholders and an array of texts and integers.
extension Call {
  /// - Returns: false, with nothing put out, for what `postProcess` of values does.
  func postProcess(_ name: Bytes, _ text: Bytes, _ output: inout Output) -> Bool {
    guard text.count > 0,
      core.pointee.snapshot._withUnsafeGuaranteedRef({ $0.parts.postProcessors.isEmpty })
    else { return false }
    if name.equals("interval") { return interval(text, &output) }
    let start = output.length
    if name.equals("sprintf"), sprintf(text, &output) { return true }
    output.rewind(to: start)
    return false
  }

  private func interval(_ text: Bytes, _ output: inout Output) -> Bool {
    var number = 0.0
    if let count = frame.pointee.count {
      switch count.pointee.kind {
      case .int: number = Double(count.pointee.integer)
      case .double: number = count.pointee.isTruthy ? count.pointee.number : 0
      default: return false
      }
    }
    guard let choice = IntervalPlural.choose(text, number) else { return false }
    output.append(choice)
    return choice.count > 0
  }

  private func sprintf(_ text: Bytes, _ output: inout Output) -> Bool {
    guard let argument = frame.named(Name("sprintf")), argument.pointee.kind == .json else {
      return false
    }
    var template = PlainTemplate(rest: text)
    var scan = JSONScan(argument.pointee.bytes, in: arena)
    let isRead = scan.each(0x5B) { _, item in
      guard let verb = template.next(&output) else { return true }
      switch item {
      case .text(let text) where verb == UInt8(ascii: "s"): output.append(text)
      case .int(let int): output.append(decimal: int)
      default: return false
      }
      return true
    }
    guard isRead, scan.isAtEnd(), template.next(&output) == nil, template.rest.isEmpty else {
      return false
    }
    argument.noteRead()
    return true
  }
}

/// A template of sprintf whose placeholders are `%s` and `%d`.
private struct PlainTemplate {
  var rest: Bytes

  /// Puts out what stands before the next placeholder.
  ///
  /// - Returns: its verb; nil at the end, and before what is no plain placeholder.
  mutating func next(_ output: inout Output) -> UInt8? {
    while let percent = rest.firstIndex(of: 0x25) {
      output.append(rest.part(0, percent))
      rest = rest.part(percent, rest.count)
      guard rest.count > 1 else { return nil }
      let verb = rest[1]
      guard verb == 0x25 || verb == UInt8(ascii: "s") || verb == UInt8(ascii: "d") else {
        return nil
      }
      rest = rest.part(2, rest.count)
      guard verb == 0x25 else { return verb }
      output.append(0x25)
    }
    output.append(rest)
    rest = .none
    return nil
  }
}
