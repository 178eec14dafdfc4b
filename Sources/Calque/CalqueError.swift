import CalqueBase
public import Foundation

/// The reason why options, resources, a request or a call were refused or failed.
public struct CalqueError: Error, Sendable, Equatable, Codable {
  /// The failures by name; the raw values are those of the C header `calque/status.h`.
  public typealias Status = DiagnosticCode

  public var status: Status
  /// One line of English, without a full stop.
  public var message: String
  /// JSON path of the offending value, such as `interpolation.prefix`; empty when there is none.
  public var path: String
  /// File, URL or resource that the error is about; empty when there is none.
  public var source: String
  /// Line and column in bytes, counted from 1; nil when there is no source text.
  public var line: Int?
  public var column: Int?
  /// Offset in bytes, counted from 0, of where reading ended; nil when there is no source text.
  public var offset: Int?
  /// The number of the error in the original library, such as those of MSMessagesErrorDomain, or
  /// the status of an HTTP response; 0 for none.
  public var detail: Int

  /// Makes an error, such as one that a transport fails with.
  public init(_ status: Status, _ message: String) {
    self.init(Diagnostic(status, Text(message)))
  }

  init(_ diagnostic: Diagnostic) {
    status = diagnostic.code
    message = diagnostic.message.string
    path = diagnostic.path.string
    source = diagnostic.source.string
    line = diagnostic.position?.line
    column = diagnostic.position?.column
    offset = diagnostic.position?.offset
    detail = Int(diagnostic.detail)
  }

  /// The error of MSMessagesErrorDomain; nil when it is none.
  public var transcriptError: TranscriptError? {
    Int32(exactly: detail).flatMap { TranscriptError(rawValue: $0) }
  }

  /// The HTTP status of a response that was not success; nil for another failure.
  public var httpStatus: Int? { status == .httpStatus ? detail : nil }

  var diagnostic: Diagnostic {
    var position: Position?
    if let line, let column { position = Position(line: line, column: column, offset: offset ?? 0) }
    var diagnostic = Diagnostic(
      status, Text(message), position: position, path: Text(path), source: Text(source))
    diagnostic.detail = Int32(clamping: detail)
    return diagnostic
  }

  /// The value of an expression of the engine; its error becomes one of this product.
  static func rethrowing<Result>(
    _ value: @autoclosure () throws(Diagnostic) -> Result
  ) throws(CalqueError) -> Result {
    try mapping(value)
  }

  /// As `rethrowing`, for several statements.
  static func mapping<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(CalqueError) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw CalqueError(error)
    }
  }
}

extension DiagnosticCode: Codable {}

extension CalqueError: LocalizedError, CustomStringConvertible {
  /// The message and, as far as they are known, source, line, column and path:
  /// `there is no colon (da.json:3:7)`.
  public var description: String { diagnostic.description.string }

  public var errorDescription: String? { description }
}

extension CalqueError: CustomNSError {
  public static var errorDomain: String { "Calque" }
  public var errorCode: Int { Int(status.rawValue) }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
