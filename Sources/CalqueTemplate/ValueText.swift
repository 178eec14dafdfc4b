package import CalqueBase

/// Values as text, converted as in ECMAScript.
package enum ValueText {
  /// Null is "", an array is its elements joined by commas, and an object is "[object Object]".
  package static func of(_ value: Value) -> Text {
    switch value {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): Decimal.text(of: int)
    case .double(let double): Decimal.text(of: double)
    case .text(let text), .decimal(let text): text
    case .array(let elements): joined(elements, by: ",")
    case .object: "[object Object]"
    }
  }

  package static func joined(_ elements: [Value], by separator: Text) -> Text {
    Text.joined(elements.map { of($0) }, by: separator)
  }
}
