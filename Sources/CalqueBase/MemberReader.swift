/// Reads members of an object that must have known types; null counts as absent.
package struct MemberReader {
  private let members: Members
  private let code: DiagnosticCode

  /// - Parameter code: that of the failures.
  package init(_ members: Members, code: DiagnosticCode = .invalidOption) {
    self.members = members
    self.code = code
  }

  package func text(_ name: Text) throws(Diagnostic) -> Text? {
    guard let value = present(name) else { return nil }
    guard let text = value.text else { throw wrong(name, "text") }
    return text
  }

  package func bool(_ name: Text) throws(Diagnostic) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let bool = value.bool else { throw wrong(name, "true or false") }
    return bool
  }

  package func integer(_ name: Text, in range: ClosedRange<Int64>) throws(Diagnostic) -> Int64? {
    guard let value = present(name) else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(name, "a whole number in range")
    }
    return integer
  }

  package func object(_ name: Text) throws(Diagnostic) -> Members? {
    guard let value = present(name) else { return nil }
    guard let object = value.object else { throw wrong(name, "an object") }
    return object
  }

  package func array(_ name: Text) throws(Diagnostic) -> [Value]? {
    guard let value = present(name) else { return nil }
    guard let array = value.array else { throw wrong(name, "an array") }
    return array
  }

  /// The failure for a member that is something else.
  package func wrong(_ name: Text, _ expected: Text) -> Diagnostic {
    Diagnostic(code, "the member is not " + expected, path: name)
  }

  private func present(_ name: Text) -> Value? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }
}
