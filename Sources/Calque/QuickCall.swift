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

/// Calls that need no values of the engine: what a first attempt answers is rendered on the stack.
/// All else yields nil.
enum QuickCall {
  /// More arguments, more bytes of names and texts, or longer results are left to `full`.
  private static let mostArguments = 8
  private static let capacity = 512

  /// The text of a key without arguments.
  static func text(of key: String, _ scope: ChainReader) -> String? {
    var key = key
    return key.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return nil }
      switch scope.find(start, bytes.count) {
      case .plain(let record):
        return String(
          decoding: UnsafeBufferPointer(start: record.text, count: record.textLength),
          as: UTF8.self)
      case .missing: return String(decoding: bytes, as: UTF8.self)
      case .program: return text(of: bytes, [], scope)
      case .absent, .pair, .full: return nil
      }
    }
  }

  /// The text of a key with arguments.
  static func text(
    of key: String, _ arguments: [(name: String, value: JSONValue)], _ scope: ChainReader
  ) -> String? {
    if arguments.isEmpty { return text(of: key, scope) }
    var key = key
    return key.withUTF8 { text(of: $0, arguments, scope) }
  }

  private static func text(
    of key: UnsafeBufferPointer<UInt8>, _ arguments: [(name: String, value: JSONValue)],
    _ scope: ChainReader
  ) -> String? {
    guard arguments.count <= mostArguments else { return nil }
    return withUnsafeTemporaryAllocation(of: Argument.self, capacity: mostArguments) { storage in
      // One half for the bytes of names and texts, the other for the result.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * capacity) { room in
        guard let slots = storage.baseAddress, let start = room.baseAddress else { return nil }
        var hot = CalqueTranslator.CallArguments(slots)
        var names = ByteRoom(start, capacity)
        for argument in arguments {
          guard append(argument.name, argument.value, to: &hot, &names) else { return nil }
        }
        var output = Output(writable: start + capacity, capacity: capacity)
        guard scope.translate(key, &hot, into: &output) != .full, !output.isTruncated else {
          return nil
        }
        return String(
          decoding: UnsafeBufferPointer(start: start + capacity, count: output.length),
          as: UTF8.self)
      }
    }
  }

  /// False for an argument that is left to `full`.
  private static func append(
    _ name: String, _ value: JSONValue, to hot: inout CalqueTranslator.CallArguments,
    _ room: inout ByteRoom
  ) -> Bool {
    guard let name = room.copy(name) else { return false }
    switch value {
    case .int(let int): return hot.append(Argument(name, .int, UInt64(bitPattern: int)))
    case .double(let double): return hot.append(Argument(name, .double, double.bitPattern))
    case .bool(let bool): return hot.append(Argument(name, .bool, bool ? 1 : 0))
    case .string(let string):
      guard let text = room.copy(string) else { return false }
      return hot.append(Argument(name, .text, 0, text))
    case .null, .array, .object: return false
    }
  }
}

/// Bytes that strings are copied to, so that they can be pointed at side by side.
private struct ByteRoom {
  private var next: UnsafeMutablePointer<UInt8>
  private var left: Int

  init(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) { (next, left) = (start, count) }

  /// nil when there is no room left.
  mutating func copy(_ string: String) -> UnsafeBufferPointer<UInt8>? {
    var string = string
    let (start, room) = (next, left)
    let count = string.withUTF8 { bytes -> Int? in
      guard bytes.count <= room else { return nil }
      if let source = bytes.baseAddress { start.update(from: source, count: bytes.count) }
      return bytes.count
    }
    guard let count else { return nil }
    next += count
    left -= count
    return UnsafeBufferPointer(start: start, count: count)
  }
}
