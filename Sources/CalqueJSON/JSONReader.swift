import CJansson
import CalqueBase

/// Limits on a JSON text.
package struct JSONLimits: Sendable {
  /// The length of a text in bytes.
  package var maximumBytes = 64 << 20
  /// The nesting of arrays and objects; at most 2048, the limit of jansson.
  package var maximumDepth = 128

  package init() {}

  package init(maximumBytes: Int, maximumDepth: Int) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
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
    var iterator = json_object_iter(node)
    while let place = iterator {
      if let child = json_object_iter_value(place) {
        let key = JSON.bytes(json_object_iter_key(place), json_object_iter_key_len(place))
        members[Text(key)] = try value(of: child, depth: depth)
      }
      iterator = json_object_iter_next(node, place)
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
