import CalqueBase

/// Why texts or versions did not come, or a source was refused.
public struct TextFetcherError: Error, Sendable, Equatable {
  /// Number of the failure, as in the C header `calque/status.h`.
  public let status: Int32
  /// One line of English.
  public let message: String
  /// The status of an HTTP answer that was not success; nil for another failure.
  public let httpStatus: Int?

  init(_ diagnostic: Diagnostic) {
    status = diagnostic.code.rawValue
    message = diagnostic.message.string
    httpStatus = diagnostic.code == .httpStatus ? Int(diagnostic.detail) : nil
  }
}
