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
    for (key, value) in zip(members.keys, members.values) where key != "@metadata" && key != "#" {
      guard let text = value.text else {
        load.skipped += 1
        continue
      }
      changes.append(MessageChange(kind, prefix + key, kind == .synonym ? prefix + text : text))
    }
    try store(changes)
    load.stored = changes.count
    return load
  }
}

/// Checking texts and translations.
extension Messages {
  /// The references that cannot be resolved, in a text and in all messages that it refers to: an
  /// object with the arrays `missing`, `cycles` and `limited` (each key once, as written) and
  /// `placeholders` (the numbers in the decoded text, in order).
  package func check(_ text: Text) -> (report: Value, outcome: MessageOutcome) {
    let (sink, outcome) = decode(text, keepsNotes: true)
    var missing = MessageKeyList()
    var cycles = MessageKeyList()
    var limited = MessageKeyList()
    for note in sink.notes {
      switch note.reason {
      case .missing: missing.add(note.key)
      case .cycle: cycles.add(note.key)
      default: limited.add(note.key)
      }
    }
    let report: Members = [
      "missing": missing.value, "cycles": cycles.value, "limited": limited.value,
      "placeholders": .array(placeholders(of: text).map { .int($0) }),
    ]
    return (.object(report), outcome)
  }

  /// The distinct numbers in a text and in the messages that it refers to, sorted.
  private func placeholders(of text: Text) -> [Int64] {
    var numbers: [Int64] = []
    for case .number(let number) in tokenized(text).tokens { numbers.append(number) }
    let order = Ordering.positions(numbers.count) { numbers[$0] < numbers[$1] }
    var distinct: [Int64] = []
    for number in order.map({ numbers[$0] }) where number != distinct.last {
      distinct.append(number)
    }
    return distinct
  }
}
