import CalqueBase

/// Why options or resources were refused.
public struct TranslatorError: Error, Sendable, Equatable {
  /// Number of the failure, as in the C header `calque/status.h`.
  public let status: Int32
  /// One line of English.
  public let message: String
  /// Line of the failure, counted from 1; nil when there is no source text.
  public let line: Int?
  /// Column in bytes, counted from 1; nil when there is no source text.
  public let column: Int?
  /// JSON path of the offending value, such as `interpolation.prefix`; empty when there is none.
  public let path: String

  init(_ diagnostic: Diagnostic) {
    status = diagnostic.code.rawValue
    message = diagnostic.message.string
    line = diagnostic.position?.line
    column = diagnostic.position?.column
    path = diagnostic.path.string
  }
}
