import CalqueBase
import CalqueConnections
import CalqueJSON
public import CalqueMessages
import CalqueStorage
public import Foundation

/// Messages by case-insensitive keys, with synonyms, and texts that refer to them by `%{key}`.
///
/// May be used from any thread; reading never waits for loading.
public final class MessageManager: Sendable {
  /// The table that the whole process shares, empty at first.
  public static let shared = MessageManager(Messages.shared)

  let messages: Messages
  private let behind = Mutex<MessageManager?>(nil)

  private init(_ messages: Messages) { self.messages = messages }

  /// Makes an empty table.
  ///
  /// - Parameter options: `mode` (`ios` or `js`), `maxDepth`, `maxOutput`, `maxSteps`.
  /// - Throws: `CalqueError` with the path of the invalid option.
  public convenience init(options: JSONObject) throws(CalqueError) {
    self.init(
      Messages(
        options: try CalqueError.rethrowing(MessageOptions(options.members))))
  }

  /// Makes an empty table.
  public convenience init() { self.init(Messages()) }

  // MARK: Loading

  /// Loads the members of a JSON file, each key after the prefix. Messages of the same key are
  /// overwritten.
  ///
  /// - Parameter bundle: resolves relative paths; nil for the main bundle and then the working
  ///   directory.
  /// - Throws: `CalqueError`. Nothing changes then.
  @discardableResult
  public func loadMessages(
    withPrefix prefix: String, jsonPath: String, bundle: Foundation.Bundle? = nil
  ) throws(CalqueError) -> LoadCount {
    try load(.message, prefix, jsonPath, bundle)
  }

  /// Loads messages by their keys. Messages of the same key are overwritten.
  public func loadMessages(_ messages: [String: String]) { store(.message, messages) }

  /// Loads the members of a JSON text, each key after the prefix.
  @discardableResult
  public func loadMessages(
    withPrefix prefix: String = "", json: String
  ) throws(CalqueError) -> LoadCount {
    try load(.message, prefix, Text(json))
  }

  /// Loads the members of a JSON file, the prefix before both the synonym and its message's key.
  /// Synonyms of the same key are overwritten.
  ///
  /// - Throws: `CalqueError`. Nothing changes then.
  @discardableResult
  public func loadSynonyms(
    withPrefix prefix: String, jsonPath: String, bundle: Foundation.Bundle? = nil
  ) throws(CalqueError) -> LoadCount {
    try load(.synonym, prefix, jsonPath, bundle)
  }

  /// Loads message keys by their synonyms. Synonyms of the same key are overwritten.
  public func loadSynonyms(_ synonyms: [String: String]) { store(.synonym, synonyms) }

  /// Loads the members of a JSON text, the prefix before both the synonym and its message's key.
  @discardableResult
  public func loadSynonyms(
    withPrefix prefix: String = "", json: String
  ) throws(CalqueError) -> LoadCount {
    try load(.synonym, prefix, Text(json))
  }

  /// Removes the message and the synonym of a key; false when there is neither.
  @discardableResult
  public func remove(forKey key: String) -> Bool { (try? messages.remove(Text(key))) ?? false }

  /// Removes all messages and synonyms.
  public func clear() { messages.clear() }

  // MARK: Reading

  /// The message of a key, else of the key that it is a synonym of; nil when there is none.
  public func message(forKey key: String) -> String? { messages.message(for: Text(key))?.string }

  /// The text with each `%{key}` replaced by its message, whose own keys are replaced in turn.
  /// References to unknown keys, and to a message that contains them, stay as written.
  public func decodedString(_ string: String) -> String { messages.decoded(Text(string)).string }

  /// As `decodedString`, with what stopped references from being replaced.
  public func decoding(_ string: String) -> (text: String, outcome: MessageOutcome) {
    let (text, outcome) = messages.decodedWithOutcome(Text(string))
    return (text.string, outcome)
  }

  /// Decodes a text and replaces `%1`, `%2` and so on by the arguments.
  ///
  /// - Throws: `CalqueError` when the text does not refer to each of them exactly once.
  public func format(
    _ string: String, _ arguments: any JSONConvertible...
  ) throws(CalqueError) -> String {
    let answer = messages.format(Text(string), arguments.map { $0.jsonValue.value })
    if let problem = answer.problem { throw CalqueError(problem) }
    return answer.text.string
  }

  /// A decoded text in pieces: strings, and numbers for `%1`, `%2` and so on.
  public func tokens(of string: String) -> [JSONValue] {
    messages.tokenized(Text(string)).tokens.map { JSONValue($0.value) }
  }

  /// Lists the references of a text that cannot be resolved: `missing`, `cycles`, `limited`,
  /// `placeholders`.
  public func check(_ string: String) -> JSONValue {
    JSONValue(messages.check(Text(string)).report)
  }

  // MARK: Parent and translator

  /// The parent, which is searched for keys that this table lacks.
  public var parent: MessageManager? { behind.withLock { $0 } }

  /// - Throws: `CalqueError` if this table would become its own parent.
  public func setParent(_ parent: MessageManager?) throws(CalqueError) {
    try CalqueError.rethrowing(messages.setParent(parent?.messages))
    behind.withLock { $0 = parent }
  }

  /// Sets a function that resolves keys that no table has; nil for none.
  public func setResolver(
    _ resolver: (@Sendable (_ key: String, _ arguments: [JSONValue]) -> String?)?
  ) {
    messages.setResolver(
      resolver.map { resolver in
        MessageResolver { key, arguments in
          resolver(key.string, arguments.map { JSONValue($0) }).map { Text($0) }
        }
      })
  }

  /// Sets a translator that supplies keys that no table has; nil for none.
  public func setTranslator(_ translator: Translator?) {
    MessageTranslator.connect(translator?.engine, to: messages)
  }

  /// Increases with every change of this table or of a parent.
  public var epoch: UInt64 { messages.epoch }

  /// Calls a handler with the epoch after every change.
  ///
  /// - Returns: a number for `off`.
  public func onChange(
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (_ epoch: UInt64) -> Void
  ) -> UInt64 {
    messages.onChange(delivered(handler))
  }

  /// Ends a subscription; false for an unknown number.
  @discardableResult
  public func off(_ subscription: UInt64) -> Bool { messages.removeHandler(subscription) }

  private func load(
    _ kind: MessageKind, _ prefix: String, _ jsonPath: String, _ bundle: Foundation.Bundle?
  ) throws(CalqueError) -> LoadCount {
    let path = Text(bundle.path(of: jsonPath))
    let count = try CalqueError.rethrowing(
      path.asSource { () throws(Diagnostic) in
        let json = try File.read(path, maximumBytes: JSONLimits().maximumBytes)
        return try messages.load(kind, prefix: Text(prefix), json: json)
      })
    return LoadCount(count)
  }

  private func load(
    _ kind: MessageKind, _ prefix: String, _ json: Text
  ) throws(CalqueError) -> LoadCount {
    LoadCount(try CalqueError.rethrowing(messages.load(kind, prefix: Text(prefix), json: json)))
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
