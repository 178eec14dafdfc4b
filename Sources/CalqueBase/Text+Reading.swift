/// Reading what a text has or names.
extension Text {
  /// Calls `body` with the bytes in place.
  package func withBytes<Result>(
    _ body: (Bytes) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  /// Runs `body`; this path is the source of its error.
  package func asSource<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw error.from(source: forMessages)
    }
  }

  /// A path as the source of an error, which is UTF-8.
  private var forMessages: Text {
    let isValid = bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
    return isValid ? self : "(a path that is not UTF-8)"
  }
}
