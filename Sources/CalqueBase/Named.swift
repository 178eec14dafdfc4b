/// An enumeration whose cases have names in options and data.
package protocol Named: Equatable {
  static var names: [(name: Literal, value: Self)] { get }
}

extension Named {
  /// The case of a name; nil for any other name.
  @inline(never)
  package init?(_ name: Text) {
    guard let found = Self.names.first(where: { name.equals($0.name) }) else { return nil }
    self = found.value
  }

  package var name: Text {
    Self.names.first { $0.value == self }.map { Text($0.name) } ?? Text()
  }
}

extension MemberReader {
  /// A name of an enumeration; nil when it is absent.
  ///
  /// - Parameter expected: the names, for the message about another.
  package func named<Choice: Named>(_ name: Literal, _ expected: Literal) -> Choice? {
    guard let text = text(name) else { return nil }
    let choice = Choice(text)
    if choice == nil { refuse(name, expected) }
    return choice
  }
}
