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
