import CalqueBase
public import Foundation

extension CalqueError {
  /// The failures by name; the raw values are those of the C header `calque/status.h`.
  public typealias Status = DiagnosticCode

  /// Makes an error, such as one that a transport fails with.
  public init(_ status: Status, _ message: String) {
    self.init(Diagnostic(status, Text(message)))
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
