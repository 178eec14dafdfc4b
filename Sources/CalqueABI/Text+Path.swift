import CalqueBase

extension Text {
  /// A path as the source of an error, which is UTF-8.
  var forMessages: Text {
    let isValid = bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
    return isValid ? self : "(a path that is not UTF-8)"
  }
}
