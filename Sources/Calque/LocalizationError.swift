import CalqueBase

/// Why options, a payload, a proposal or a call to the backend failed.
public struct LocalizationError: Error, Sendable, Equatable {
  /// Number of the failure, as in the C header `calque/status.h`.
  public let status: Int32
  /// One line of English.
  public let message: String
  /// Status of the backend's answer, when it was not that of success.
  public let httpStatus: Int?
  /// JSON path of the offending value; empty when there is none.
  public let path: String

  init(_ diagnostic: Diagnostic) {
    status = diagnostic.code.rawValue
    message = diagnostic.message.string
    httpStatus = diagnostic.detail == 0 ? nil : Int(diagnostic.detail)
    path = diagnostic.path.string
  }

  static func mapping<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(LocalizationError) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw LocalizationError(error)
    }
  }
}
