/// Reads members of known types; null counts as absent. A wrong member throws the reader's code
/// with the member's name as the path.
package struct MemberReader {
  private let members: Members
  private let code: DiagnosticCode
  private let path: Text

  /// - Parameter path: of the object itself, ending in a point; empty for the outermost.
  package init(_ members: Members, code: DiagnosticCode = .invalidOption, path: Text = "") {
    self.members = members
    self.code = code
    self.path = path
  }

  /// A text; nil when it is absent.
  package func text(_ name: Text) throws(Diagnostic) -> Text? {
    guard let value = present(name) else { return nil }
    guard let text = value.text else { throw wrong(name, "text") }
    return text
  }

  /// True or false; nil when it is absent.
  package func bool(_ name: Text) throws(Diagnostic) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let bool = value.bool else { throw wrong(name, "true or false") }
    return bool
  }

  /// A whole number in a range; nil when it is absent.
  package func integer(_ name: Text, in range: ClosedRange<Int64>) throws(Diagnostic) -> Int64? {
    guard let value = present(name) else { return nil }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(name, "a whole number in range")
    }
    return integer
  }

  /// An object; nil when it is absent.
  package func object(_ name: Text) throws(Diagnostic) -> Members? {
    guard let value = present(name) else { return nil }
    guard let object = value.object else { throw wrong(name, "an object") }
    return object
  }

  /// An array; nil when it is absent.
  package func array(_ name: Text) throws(Diagnostic) -> [Value]? {
    guard let value = present(name) else { return nil }
    guard let array = value.array else { throw wrong(name, "an array") }
    return array
  }

  /// An array of texts; nil when it is absent.
  package func texts(_ name: Text) throws(Diagnostic) -> [Text]? {
    guard let array = try array(name) else { return nil }
    let texts = array.compactMap { $0.text }
    guard texts.count == array.count else { throw wrong(name, "an array of texts") }
    return texts
  }

  /// The failure of a member that is not what it should be.
  package func wrong(_ name: Text, _ expected: Text) -> Diagnostic {
    Diagnostic(code, "the member is not " + expected, path: path + name)
  }

  private func present(_ name: Text) -> Value? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }
}
