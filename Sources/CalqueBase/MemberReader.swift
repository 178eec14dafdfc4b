/// Reads members of known types; null counts as absent. A wrong member counts as absent too:
/// `finish` tells of the first one, with the reader's code and the member's name as the path.
package final class MemberReader {
  private let members: Members
  private let code: DiagnosticCode
  private let path: Text
  private var failure: Diagnostic?

  /// - Parameter path: of the object itself, ending in a point; empty for the outermost.
  package init(_ members: Members, code: DiagnosticCode = .invalidOption, path: Text = Text()) {
    self.members = members
    self.code = code
    self.path = path
  }

  /// - Throws: what was wrong first.
  @inline(never)
  package func finish() throws(Diagnostic) {
    if let failure { throw failure }
  }

  /// A text; nil when it is absent.
  @inline(never)
  package func text(_ name: Literal) -> Text? { part(name, "a string") { $0.text } }

  /// A text that must be there; empty when it is not.
  @inline(never)
  package func required(_ name: Literal, mayBeEmpty: Bool = false) -> Text {
    let text = text(name)
    if text?.isEmpty ?? true, text == nil || !mayBeEmpty { refuse(name, "present") }
    return text ?? Text()
  }

  /// True or false; nil when it is absent.
  @inline(never)
  package func bool(_ name: Literal) -> Bool? { part(name, "true or false") { $0.bool } }

  /// A whole number, in a range; nil when it is absent.
  @inline(never)
  package func integer(
    _ name: Literal, in range: ClosedRange<Int64> = .min ... .max
  ) -> Int64? {
    part(name, "a whole number in range") { value in
      value.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Puts a whole number in a range in place of another one, unless it is absent.
  @inline(never)
  package func take(_ name: Literal, in range: ClosedRange<Int64>, _ number: inout Int) {
    if let given = integer(name, in: range) { number = Int(clamping: given) }
  }

  /// An object; nil when it is absent.
  @inline(never)
  package func object(_ name: Literal) -> Members? { part(name, "an object") { $0.object } }

  /// An array; empty when it is absent.
  @inline(never)
  package func array(_ name: Literal) -> [Value] { part(name, "an array") { $0.array } ?? [] }

  /// An array of texts; empty when it is absent.
  package func texts(_ name: Literal) -> [Text] {
    let array = array(name)
    let texts = array.compactMap { $0.text }
    if texts.count != array.count { refuse(name, "an array of strings") }
    return texts
  }

  /// - Throws: when there is a member of another name.
  package func allow(_ names: [Literal]) throws(Diagnostic) {
    guard let other = members.keys.first(where: { !names.contains($0) }) else { return }
    throw Diagnostic(code, "this member cannot be changed", path: path + other)
  }

  /// Notes a member that is not what it should be.
  @inline(never)
  package func refuse(_ name: Literal, _ expected: Literal) {
    failure =
      failure ?? Diagnostic(code, "the member must be \(expected)", path: "\(path)\(name)")
  }

  /// The member as `read` returns it; nil when it is absent, and, after a refusal, when it is wrong.
  private func part<Part>(_ name: Literal, _ expected: Literal, _ read: (Value) -> Part?) -> Part? {
    guard let value = members[name], !value.isNull else { return nil }
    let part = read(value)
    if part == nil { refuse(name, expected) }
    return part
  }
}
