package import CalqueBase

/// Compares the messages of a translation with those of its source, without their parents.
package enum MessageComparison {
  /// An object with the arrays `missing` (keys that only the source has), `extra` (only the
  /// translation), `empty` (no text in the translation, some in the source) and `mismatches`:
  /// objects with `key` and the placeholders of both sides, `source` and `translation`.
  ///
  /// Placeholders are numbers and references, with keys in lower case. They match when both sides
  /// have the same ones equally often, in any order.
  package static func report(source: Messages, translation: Messages) -> Value {
    let left = source.state.table
    let right = translation.state.table
    var missing: [Value] = []
    var empty: [Value] = []
    var mismatches: [Value] = []
    // Texts are decoded with empty tables, so that every reference is left and reported.
    let plain = withoutTexts(like: source)
    let plainOther = withoutTexts(like: translation)
    eachMessage(left) { entry, text in
      let key = Value.text(Text(left.bytes(entry.spelling)))
      guard let other = message(right, like: left.bytes(entry.key)) else {
        missing.append(key)
        return
      }
      if other.isEmpty {
        if !text.isEmpty { empty.append(key) }
        return
      }
      let mine = placeholders(text, plain)
      let theirs = placeholders(other, plainOther)
      guard mine != theirs else { return }
      mismatches.append(.object(["key": key, "source": mine, "translation": theirs]))
    }
    var extra: [Value] = []
    eachMessage(right) { entry, _ in
      if message(left, like: right.bytes(entry.key)) == nil {
        extra.append(.text(Text(right.bytes(entry.spelling))))
      }
    }
    return .object([
      "missing": .array(missing), "extra": .array(extra), "empty": .array(empty),
      "mismatches": .array(mismatches),
    ])
  }

  private static func withoutTexts(like other: Messages) -> Messages {
    var options = MessageOptions()
    options.mode = other.options.mode
    return Messages(options: options)
  }

  private static func eachMessage(_ table: MessageTable, _ body: (MessageEntry, Bytes) -> Void) {
    for number in 0..<table.count {
      let entry = table.index.entries[number]
      if let text = table.message(entry) { body(entry, text) }
    }
  }

  private static func message(_ table: MessageTable, like key: Bytes) -> Bytes? {
    guard let start = key.baseAddress,
      let entry = table.index.find(MessageKey(start, key.count))
    else { return nil }
    return table.message(entry.pointee)
  }

  /// `%1` and `%{key}` of a message, sorted.
  private static func placeholders(_ text: Bytes, _ plain: Messages) -> Value {
    guard text.contains(0x25) else { return .array([]) }
    let whole = Text(text)
    var found: [Text] = []
    for note in plain.decode(whole, keepsNotes: true).sink.notes {
      found.append("%{\(MessageKey.loweredText(note.key))}")
    }
    for case .number(let number) in plain.tokenized(whole).tokens {
      found.append("%\(number)")
    }
    return .array(found.inOrder().map { .text($0) })
  }
}

/// Distinct keys in the order of their first appearance, compared without regard to case.
struct MessageKeyList {
  private var seen = Members()

  mutating func add(_ key: Text) {
    let lowered = MessageKey.loweredText(key)
    if !seen.contains(lowered) { seen[lowered] = .text(key) }
  }

  var value: Value { .array(seen.values) }
}
