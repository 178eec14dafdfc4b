import CalqueBase
import CalqueJSON
import CalqueMessages
import CalqueStorage

/// Messages by case-insensitive keys, with synonyms, and texts that refer to them by `%{key}`.
///
/// May be used from any thread; reading never waits for loading.
public final class MessageManager: Sendable {
  /// One for the whole process, empty at first.
  public static let shared = MessageManager(Messages.shared)

  let messages: Messages

  private init(_ messages: Messages) { self.messages = messages }

  /// Makes an empty table.
  public convenience init() { self.init(Messages()) }

  /// Loads the members of a JSON file, each key after the prefix. Messages of the same key are
  /// overwritten.
  ///
  /// - Throws: `MessageManagerError`; nothing has changed then.
  public func loadMessages(
    withPrefix prefix: String, jsonPath: String
  ) throws(MessageManagerError) {
    try load(.message, prefix, jsonPath)
  }

  /// Loads messages by their keys. Messages of the same key are overwritten.
  public func loadMessages(_ messages: [String: String]) {
    store(.message, messages)
  }

  /// Loads the members of a JSON file, the prefix before both the synonym and its message's key.
  /// Synonyms of the same key are overwritten.
  ///
  /// - Throws: `MessageManagerError`; nothing has changed then.
  public func loadSynonyms(
    withPrefix prefix: String, jsonPath: String
  ) throws(MessageManagerError) {
    try load(.synonym, prefix, jsonPath)
  }

  /// Loads message keys by their synonyms. Synonyms of the same key are overwritten.
  public func loadSynonyms(_ synonyms: [String: String]) {
    store(.synonym, synonyms)
  }

  /// The message of a key, else of the key that it is a synonym of; nil when there is none.
  public func message(forKey key: String) -> String? {
    messages.message(for: Text(key))?.string
  }

  /// The text with each `%{key}` replaced by its message, whose own keys are replaced in turn.
  /// Unknown keys, and a message inside itself, stay as they are written.
  public func decodedString(_ string: String) -> String {
    messages.decoded(Text(string)).string
  }

  private func load(
    _ kind: MessageKind, _ prefix: String, _ path: String
  ) throws(MessageManagerError) {
    do throws(Diagnostic) {
      let content = try File.read(Text(path), maximumBytes: JSONLimits().maximumBytes)
      _ = try messages.load(kind, prefix: Text(prefix), json: content)
    } catch {
      throw MessageManagerError(error.from(source: Text(path)))
    }
  }

  private func store(_ kind: MessageKind, _ entries: [String: String]) {
    // Sorted, so that keys that differ in case alone always give the same result.
    let changes = entries.sorted { $0.key < $1.key }.map { entry in
      MessageChange(kind, Text(entry.key), Text(entry.value))
    }
    // Only texts of more than 4 GiB are refused.
    try? messages.store(changes)
  }
}
