import CalqueBase
import CalqueTranslator

/// Compares a hot call with the full rules.
enum HotComparison {
  static func check(_ translator: Translator, _ key: Text, _ call: Members) {
    guard let (flat, options) = flat(call, translator.format) else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var length = 0
    var answer = HotAnswer.full
    buffer.withUnsafeMutableBytes { bytes in
      var output = Output(bytes.baseAddress, capacity: bytes.count)
      withArguments(flat, 0, []) { arguments in
        key.bytes.withUnsafeBufferPointer { key in
          answer = translator.withHotScope {
            $0?.translate(key, &arguments, into: &output) ?? .full
          }
        }
      }
      length = output.length
    }
    if answer == .full { return }
    let translation = translator.translate([key], options)
    precondition(translation.isMissing == (answer == .missing), "one found what the other missed")
    precondition(Text(buffer[..<min(length, buffer.count)]) == translation.text, "two answers")
  }

  /// The options as typed arguments; nil when one is no scalar. In format ios those that are no
  /// options are variables.
  private static func flat(
    _ call: Members, _ format: TranslatorFormat
  ) -> (Members, Members)? {
    guard call.count <= 16 else { return nil }
    for value in call.values {
      switch value {
      case .text, .int, .double, .bool: continue
      default: return nil
      }
    }
    guard format == .ios else { return (call, call) }
    let names: [Text] = [
      "context", "count", "variables", "defaultValue", "sprintf", "lang", "namespace",
      "indefinite_article", "postProcess",
    ]
    var options = Members()
    var variables = Members()
    for (name, value) in zip(call.keys, call.values) {
      if names.contains(name) { options[name] = value } else { variables[name] = value }
    }
    if !variables.isEmpty { options["variables"] = .object(variables) }
    return (call, options)
  }

  private static func withArguments(
    _ call: Members, _ position: Int, _ done: [Argument],
    _ body: (inout HotArguments) -> Void
  ) {
    guard position < call.count else {
      let storage = UnsafeMutablePointer<Argument>.allocate(capacity: max(done.count, 1))
      defer { storage.deallocate() }
      var arguments = HotArguments(storage)
      for argument in done where !arguments.append(argument) { return }
      return body(&arguments)
    }
    func next(_ argument: Argument) {
      withArguments(call, position + 1, done + [argument], body)
    }
    call.keys[position].bytes.withUnsafeBufferPointer { name in
      switch call.values[position] {
      case .int(let int): next(Argument(name, .int, UInt64(bitPattern: int)))
      case .double(let double): next(Argument(name, .double, double.bitPattern))
      case .bool(let bool): next(Argument(name, .bool, bool ? 1 : 0))
      case .text(let text):
        text.bytes.withUnsafeBufferPointer { next(Argument(name, .text, 0, $0)) }
      default: next(Argument(name, .other, 0))
      }
    }
  }
}
