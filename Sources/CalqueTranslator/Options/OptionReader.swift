import CalqueBase

/// Reads options by name with the types they must have. Keeps the path for error messages.
struct OptionReader {
  let members: Members
  let path: Text
  /// Records the names that are read; nil if they are not needed.
  private let names: OptionNames?

  init(_ members: Members, path: Text = "", names: OptionNames? = nil) {
    self.members = members
    self.path = path
    self.names = names
  }

  private func value(_ name: Text) -> Value? {
    names?.note(path + name)
    return members[name]
  }

  func wrongType(_ name: Text, _ expected: Text) -> Diagnostic {
    let message: Text = "option must be " + expected
    return Diagnostic(.invalidOption, message, path: path + name)
  }

  func flag(_ name: Text, _ target: inout Bool) throws(Diagnostic) {
    guard let value = value(name) else { return }
    switch value {
    case .bool(let bool): target = bool
    case .null: target = false
    default: throw wrongType(name, "true or false")
    }
  }

  /// A flag that says the opposite of what it goes to.
  func opposite(_ name: Text, _ target: inout Bool) throws(Diagnostic) {
    var value = !target
    try flag(name, &value)
    target = !value
  }

  func text(_ name: Text, _ target: inout Text) throws(Diagnostic) {
    guard let value = value(name), !value.isNull else { return }
    guard case .text(let text) = value else { throw wrongType(name, "a text") }
    target = text
  }

  /// A text; false, null and (when `emptyIsNone`) the empty text are none.
  func optionalText(
    _ name: Text, _ target: inout Text?, emptyIsNone: Bool = false
  ) throws(Diagnostic) {
    guard let value = value(name) else { return }
    switch value {
    case .text(let text): target = emptyIsNone && text.isEmpty ? nil : text
    case .null, .bool(false): target = nil
    default: throw wrongType(name, "a text or false")
    }
  }

  /// A text or an array of texts; false and null are the empty list.
  func texts(_ name: Text, _ target: inout [Text]) throws(Diagnostic) {
    guard let value = value(name) else { return }
    switch value {
    case .text(let text): target = [text]
    case .array(let array):
      guard array.allSatisfy({ $0.text != nil }) else {
        throw wrongType(name, "a text or an array of texts")
      }
      target = array.compactMap { $0.text }
    case .null, .bool(false): target = []
    default: throw wrongType(name, "a text or an array of texts")
    }
  }

  /// A whole number from 1 to `maximum`.
  func limit(_ name: Text, _ target: inout Int, maximum: Int) throws(Diagnostic) {
    guard let value = value(name) else { return }
    guard let number = value.integer, number >= 1, number <= Int64(maximum) else {
      throw wrongType(name, "a whole number from 1 to " + Decimal.text(of: Int64(maximum)))
    }
    target = Int(number)
  }

  /// A whole number from 0 on; false and null are 0.
  func amount<Number: FixedWidthInteger>(
    _ name: Text, _ target: inout Number
  ) throws(Diagnostic) {
    guard let value = value(name) else { return }
    switch value {
    case .null, .bool(false): target = 0
    default:
      guard let number = value.integer, number >= 0, number <= 1 << 53 else {
        throw wrongType(name, "a whole number from 0 on")
      }
      target = Number(clamping: number)
    }
  }

  func object(_ name: Text) throws(Diagnostic) -> Members? {
    guard let value = value(name), !value.isNull else { return nil }
    guard case .object(let object) = value else { throw wrongType(name, "an object") }
    return object
  }

  func object(_ name: Text, _ target: inout Members) throws(Diagnostic) {
    if let object = try object(name) { target = object }
  }

  func reader(_ name: Text) throws(Diagnostic) -> OptionReader? {
    guard let object = try object(name) else { return nil }
    return OptionReader(object, path: path + name + ".", names: names)
  }

  func fallbackLanguages(
    _ name: Text, _ target: inout FallbackLanguages
  ) throws(Diagnostic) {
    guard let value = value(name) else { return }
    switch value {
    case .text, .array, .object, .null, .bool(false): target = FallbackLanguages(value)
    default: throw wrongType(name, "a language, an array of them, an object or false")
    }
  }
}
