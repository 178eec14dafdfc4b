/// A value of a tree in reading order: the content of an object or array follows it.
package enum TreeEvent {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// Bytes that are valid during the call.
  case text(Bytes)
  case array
  case object

  /// Whether ECMAScript would take the value as true in a condition.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .int(let int): int != 0
    case .double(let double): !(double == 0 || double.isNaN)
    case .text(let text): !text.isEmpty
    case .array, .object: true
    }
  }

  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}

/// Receives a tree value by value, in the order of JSON text, so that nothing has to be stored in
/// between.
package protocol TreeSink: AnyObject {
  /// - Parameter name: of a member, valid during the call; empty for an element and for the root.
  func add(_ event: TreeEvent, named name: Bytes)

  /// Ends the object or array that was added last and has not ended.
  func end()
}

extension TreeSink {
  /// Adds a value and everything inside it.
  package func add(_ value: Value, named name: Text) {
    name.bytes.withUnsafeBufferPointer { name in
      switch value {
      case .null: add(.null, named: name)
      case .bool(let bool): add(.bool(bool), named: name)
      case .int(let int): add(.int(int), named: name)
      case .double(let double): add(.double(double), named: name)
      case .decimal: add(.double(value.number ?? .nan), named: name)
      case .text(let text): text.bytes.withUnsafeBufferPointer { add(.text($0), named: name) }
      case .array(let elements):
        add(.array, named: name)
        for element in elements { add(element, named: Text()) }
        end()
      case .object(let members):
        add(.object, named: name)
        for (key, value) in zip(members.keys, members.values) { add(value, named: key) }
        end()
      }
    }
  }
}
