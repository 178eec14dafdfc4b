import CJansson
import CalqueBase

/// Limits on a JSON text.
package struct JSONLimits: Sendable {
  /// The length of a text in bytes.
  package var maximumBytes: Int
  /// The nesting of arrays and objects; at most 2048, the limit of jansson.
  package var maximumDepth: Int

  package init(maximumBytes: Int = 64 << 20, maximumDepth: Int = 128) {
    (self.maximumBytes, self.maximumDepth) = (maximumBytes, maximumDepth)
  }

  /// The depth of the elements of an array or object at a depth.
  ///
  /// - Throws: `limitExceeded`.
  func deeper(_ depth: Int) throws(Diagnostic) -> Int {
    guard depth < maximumDepth else {
      throw Diagnostic(.limitExceeded, "JSON is nested more deeply than the limit")
    }
    return depth + 1
  }
}

/// Converts jansson's tree to values.
struct JSONReader {
  let limits: JSONLimits

  func value(of node: UnsafeMutablePointer<json_t>, depth: Int) throws(Diagnostic) -> Value {
    switch node.pointee.type {
    case JSON_OBJECT: .object(try members(of: node, depth: try limits.deeper(depth)))
    case JSON_ARRAY: .array(try elements(of: node, depth: try limits.deeper(depth)))
    case JSON_STRING: .text(Text(JSON.bytes(json_string_value(node), json_string_length(node))))
    case JSON_INTEGER: .int(json_integer_value(node))
    case JSON_REAL: .double(json_real_value(node))
    case JSON_TRUE: .bool(true)
    case JSON_FALSE: .bool(false)
    default: .null
    }
  }

  private func members(
    of node: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(Diagnostic) -> Members {
    var members = Members()
    try JSON.eachMember(of: node) { (name, child) throws(Diagnostic) in
      members[Text(name)] = try value(of: child, depth: depth)
    }
    return members
  }

  private func elements(
    of node: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(Diagnostic) -> [Value] {
    var elements: [Value] = []
    let count = json_array_size(node)
    elements.reserveCapacity(count)
    for position in 0..<count {
      if let child = json_array_get(node, position) {
        elements.append(try value(of: child, depth: depth))
      }
    }
    return elements
  }
}

/// Passes jansson's tree to a sink, value by value.
struct JSONWalk {
  let limits: JSONLimits

  /// Sends a value and what is in it.
  ///
  /// - Parameter names: the names of members to leave out.
  /// - Throws: `limitExceeded`; objects and arrays that were begun are then left open.
  func send<Sink: TreeSink>(
    _ node: UnsafeMutablePointer<json_t>, named name: Bytes,
    leavingOut names: [Literal] = [], depth: Int, to sink: Sink
  ) throws(Diagnostic) {
    switch node.pointee.type {
    case JSON_OBJECT:
      let inner = try limits.deeper(depth)
      sink.add(.object, named: name)
      try send(membersOf: node, leavingOut: names, depth: inner, to: sink)
      sink.end()
    case JSON_ARRAY:
      let inner = try limits.deeper(depth)
      sink.add(.array, named: name)
      for position in 0..<json_array_size(node) {
        if let child = json_array_get(node, position) {
          try send(child, named: .none, depth: inner, to: sink)
        }
      }
      sink.end()
    case JSON_STRING:
      sink.add(.text(JSON.bytes(json_string_value(node), json_string_length(node))), named: name)
    case JSON_INTEGER: sink.add(.int(json_integer_value(node)), named: name)
    case JSON_REAL: sink.add(.double(json_real_value(node)), named: name)
    case JSON_TRUE: sink.add(.bool(true), named: name)
    case JSON_FALSE: sink.add(.bool(false), named: name)
    default: sink.add(.null, named: name)
    }
  }

  /// Sends the members of an object.
  func send<Sink: TreeSink>(
    membersOf node: UnsafeMutablePointer<json_t>, leavingOut names: [Literal], depth: Int,
    to sink: Sink
  ) throws(Diagnostic) {
    try JSON.eachMember(of: node) { (name, child) throws(Diagnostic) in
      if names.contains(name) { return }
      try send(child, named: name, depth: depth, to: sink)
    }
  }
}

/// The names seen so far, by hash. The owner must call `deallocate`.
struct SeenNames {
  private var slots: UnsafeMutablePointer<UInt64>
  /// A power of two, at most half full.
  private var capacity = 64
  private var count = 0

  /// The number of slots that are searched for a name; only colliding names need more.
  private static let maximumProbes = 1024

  init() { slots = Self.empty(64) }

  func deallocate() { slots.deallocate() }

  /// - Returns: false when the name was seen before, or may have been.
  mutating func insert(_ name: Bytes) -> Bool {
    if count &* 2 >= capacity, !grow() { return false }
    guard let start = name.baseAddress, put(max(KeyHash(start, name.count).value, 1)) else {
      return false
    }
    count &+= 1
    return true
  }

  private func put(_ hash: UInt64) -> Bool {
    let mask = capacity &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.maximumProbes {
      if slots[place] == hash { return false }
      if slots[place] == 0 {
        slots[place] = hash
        return true
      }
      place = (place &+ 1) & mask
    }
    return false
  }

  private mutating func grow() -> Bool {
    let old = UnsafeBufferPointer(start: slots, count: capacity)
    defer { old.deallocate() }
    capacity &*= 2
    slots = Self.empty(capacity)
    for hash in old where hash != 0 {
      guard put(hash) else { return false }
    }
    return true
  }

  private static func empty(_ capacity: Int) -> UnsafeMutablePointer<UInt64> {
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    return slots
  }
}
