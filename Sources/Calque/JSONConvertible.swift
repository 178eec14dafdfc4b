/// A value that may stand for a variable or an option: `["count": n, "name": name]`.
public protocol JSONConvertible {
  var jsonValue: JSONValue { get }
}

extension JSONConvertible where Self: BinaryInteger {
  /// An integer beyond 64 bits becomes the nearest double.
  public var jsonValue: JSONValue { Int64(exactly: self).map { .int($0) } ?? .double(Double(self)) }
}

extension Int: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Double: JSONConvertible {
  public var jsonValue: JSONValue { .double(self) }
}

extension Float: JSONConvertible {
  public var jsonValue: JSONValue { .double(Double(self)) }
}

extension Bool: JSONConvertible {
  public var jsonValue: JSONValue { .bool(self) }
}

extension String: JSONConvertible {
  public var jsonValue: JSONValue { .string(self) }
}

extension Substring: JSONConvertible {
  public var jsonValue: JSONValue { .string(String(self)) }
}

extension JSONValue: JSONConvertible {
  public var jsonValue: JSONValue { self }
}

extension JSONObject: JSONConvertible {
  public var jsonValue: JSONValue { .object(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// nil is null.
  public var jsonValue: JSONValue { self?.jsonValue ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public var jsonValue: JSONValue { .array(map { $0.jsonValue }) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  public var jsonValue: JSONValue { .object(JSONObject(mapValues { $0 as any JSONConvertible })) }
}
