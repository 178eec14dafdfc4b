import CalqueBase

/// Reads members of known types; null counts as absent.
struct OptionReader {
  private let members: Members
  private let code: DiagnosticCode

  init(_ members: Members, code: DiagnosticCode = .invalidOption) {
    self.members = members
    self.code = code
  }

  func text(_ name: Text) throws(Diagnostic) -> Text? {
    guard let value = present(name) else { return nil }
    guard let text = value.text else { throw wrong(name, "text") }
    return text
  }

  func bool(_ name: Text) throws(Diagnostic) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let bool = value.bool else { throw wrong(name, "true or false") }
    return bool
  }

  func integer(_ name: Text, in range: ClosedRange<Int64>) throws(Diagnostic) -> Int64? {
    guard let value = present(name) else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(name, "a whole number in range")
    }
    return integer
  }

  func object(_ name: Text) throws(Diagnostic) -> Members? {
    guard let value = present(name) else { return nil }
    guard let object = value.object else { throw wrong(name, "an object") }
    return object
  }

  func array(_ name: Text) throws(Diagnostic) -> [Value]? {
    guard let value = present(name) else { return nil }
    guard let array = value.array else { throw wrong(name, "an array") }
    return array
  }

  func identity(_ name: Text) throws(Diagnostic) -> Identity? {
    guard let value = present(name) else { return nil }
    guard let identity = value.text.flatMap({ Identity($0) }) else {
      throw wrong(name, "an identifier of 32 hexadecimal digits")
    }
    return identity
  }

  func wrong(_ name: Text, _ expected: Text) -> Diagnostic {
    Diagnostic(code, "the member is not " + expected, path: name)
  }

  private func present(_ name: Text) -> Value? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }
}
