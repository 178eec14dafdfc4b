package import CalqueBase
import CalqueJSON

/// Loading entries from JSON text.
extension Messages {
  /// Stores the members of a JSON object. `prefix` is prepended to each key, and to the targets of
  /// synonyms. `@metadata`, `#` and values that are not strings are skipped.
  ///
  /// A byte order mark and commas before a closing brace are accepted.
  ///
  /// - Throws: `invalidJSON` and `invalidUTF8` with the position, `invalidType` when the text is
  ///   not an object, `limitExceeded`. The table is unchanged after an error.
  package func load(
    _ kind: MessageKind, prefix: Text, json: Text
  ) throws(Diagnostic) -> MessageLoad {
    guard case .object(let members) = try JSON.parse(lenient: json) else {
      throw Diagnostic(.invalidType, "messages are not a JSON object")
    }
    var load = MessageLoad()
    var changes: [MessageChange] = []
    changes.reserveCapacity(members.count)
    for position in 0..<members.count {
      let key = members.keys[position]
      if key == "@metadata" || key == "#" { continue }
      guard let text = members.values[position].text else {
        load.skipped += 1
        continue
      }
      let value = kind == .synonym ? prefix + text : text
      changes.append(MessageChange(kind, prefix + key, value))
    }
    try store(changes)
    load.stored = changes.count
    return load
  }
}
