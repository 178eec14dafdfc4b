import CalqueBase
import CalqueMessages

/// Lists the entries of a table and compares a translation with it.
extension MessageManager {
  /// Messages by their keys, as last stored.
  public var allMessages: [String: String] { entries(.message) }

  /// The keys that synonyms stand for, by synonym.
  public var allSynonyms: [String: String] { entries(.synonym) }

  /// Compares the messages of a translation with those of this table, its source: `missing`, `extra`,
  /// `empty` and `mismatches` of placeholders.
  public func compare(translation: MessageManager) -> JSONValue {
    JSONValue(MessageComparison.report(source: messages, translation: translation.messages))
  }

  private func entries(_ wanted: MessageKind) -> [String: String] {
    var entries: [String: String] = [:]
    messages.state.table.each { kind, key, text in
      if kind == wanted {
        entries[String(decoding: key, as: UTF8.self)] = String(decoding: text, as: UTF8.self)
      }
      return true
    }
    return entries
  }
}
