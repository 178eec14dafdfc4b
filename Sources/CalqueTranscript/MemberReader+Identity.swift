import CalqueBase

extension MemberReader {
  func identity(_ name: Text) throws(Diagnostic) -> Identity? {
    guard let text = try text(name) else { return nil }
    guard let identity = Identity(text) else {
      throw wrong(name, "an identifier of 32 hexadecimal digits")
    }
    return identity
  }
}
