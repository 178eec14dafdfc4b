import CalqueBase
import CalqueCatalog
import CalqueTemplate
import CalqueTranslator

/// The arguments of a call, by name.
struct CallArguments {
  let arguments: [(name: String, value: JSONValue)]

  init(
    _ count: (any JSONConvertible)?, _ context: String?, _ defaultValue: String?,
    _ variables: [String: any JSONConvertible]
  ) {
    var arguments: [(name: String, value: JSONValue)] = []
    arguments.reserveCapacity(variables.count + 3)
    for (name, value) in variables { arguments.append((name, value.jsonValue)) }
    if let count { arguments.append(("count", count.jsonValue)) }
    if let context { arguments.append(("context", .string(context))) }
    if let defaultValue { arguments.append(("defaultValue", .string(defaultValue))) }
    self.arguments = arguments
  }

  var members: Members { Members(arguments.map { (Text($0.name), $0.value.value) }) }
}

extension ChainReader {
  /// The text of a key without arguments.
  func text(of key: String) -> String {
    var key = key
    return key.withUTF8 { bytes in
      if let start = bytes.baseAddress {
        switch find(start, bytes.count) {
        case .plain(let record):
          return String(
            decoding: UnsafeBufferPointer(start: record.text, count: record.textLength),
            as: UTF8.self)
        case .missing: return String(decoding: bytes, as: UTF8.self)
        case .program, .other: break
        }
      }
      return text(of: bytes, [])
    }
  }

  /// The text of a key with arguments.
  func text(of key: String, _ arguments: [(name: String, value: JSONValue)]) -> String {
    if arguments.isEmpty { return text(of: key) }
    var key = key
    return key.withUTF8 { text(of: $0, arguments) }
  }

  private func text(
    of key: UnsafeBufferPointer<UInt8>, _ arguments: [(name: String, value: JSONValue)]
  ) -> String {
    withEvaluation { evaluation in
      let room = evaluation.pointee.arena.take(Argument.self, max(arguments.count, 1))
      var frame = Frame(evaluation, self, room)
      for argument in arguments {
        frame.add(Self.argument(argument.name, argument.value, evaluation))
      }
      var output = evaluation.pointee.output
      let text =
        if let start = key.baseAddress, !isDetailed(&frame) {
          answer(start, key.count, &frame, into: &output).contains(.value)
            ? Translation(value: evaluation.pointee.value).text.string
            : String(decoding: output.bytes, as: UTF8.self)
        } else {
          withUnsafePointer(to: key) {
            translation(UnsafeBufferPointer(start: $0, count: 1), &frame).text.string
          }
        }
      _ = end(&frame, for: key)
      return text
    }
  }

  /// An argument, kept until the call ends.
  private static func argument(
    _ name: String, _ value: JSONValue, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> Argument {
    let name = copy(name, evaluation)
    return switch value {
    case .int(let int): Argument(name, .int, UInt64(bitPattern: int))
    case .double(let double): Argument(name, .double, double.bitPattern)
    case .bool(let bool): Argument(name, .bool, bool ? 1 : 0)
    case .string(let string): Argument(name, .text, 0, copy(string, evaluation))
    case .null, .array, .object:
      evaluation.pointee.arguments(of: Members([(Text(name), value.value)]))[0]
    }
  }

  private static func copy(
    _ string: String, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> UnsafeBufferPointer<UInt8> {
    var string = string
    return string.withUTF8 { evaluation.pointee.arena.copy($0) }
  }
}
