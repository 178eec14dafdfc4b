import CalqueBase

/// Why messages could not be loaded.
public struct MessageManagerError: Error, Equatable, Sendable {
  /// One line of English text.
  public let message: String
  /// Path of the file.
  public let path: String
  /// Line and column in bytes, counted from 1; nil when the failure has no place.
  public let line: Int?
  /// See `line`.
  public let column: Int?

  init(_ diagnostic: Diagnostic) {
    message = diagnostic.message.string
    path = diagnostic.source.string
    line = diagnostic.position?.line
    column = diagnostic.position?.column
  }
}
