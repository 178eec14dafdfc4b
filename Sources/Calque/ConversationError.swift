import CalqueBase
import CalqueTranscript

/// Why a message, a conversation or its JSON was refused.
public struct ConversationError: Error, Equatable, Sendable {
  /// One line of English text.
  public let message: String
  /// The number that MSMessagesErrorDomain gives, or nil when it has none.
  public let code: MessageErrorCode?
  /// The offending member or option; empty when there is none.
  public let path: String

  init(_ diagnostic: Diagnostic) {
    message = diagnostic.message.string
    code = MessageErrorCode(rawValue: diagnostic.detail)
    path = diagnostic.path.string
  }

  static func mapping<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(ConversationError) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw ConversationError(error)
    }
  }
}
