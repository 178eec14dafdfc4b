import CalqueBase

extension MemberReader {
  /// An identifier; none when it is absent.
  func identity(_ name: Literal) -> Identity {
    guard let text = text(name) else { return .none }
    guard let identity = Identity(text) else {
      refuse(name, "an identifier of 32 hexadecimal digits")
      return .none
    }
    return identity
  }
}
