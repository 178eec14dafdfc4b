import CalqueBase

/// Keys in the order they were met, each once whatever its case.
struct MessageKeyList {
  private var seen = Members()

  mutating func add(_ key: Text) {
    let lowered = MessageKey.loweredText(key)
    if !seen.contains(lowered) { seen[lowered] = .text(key) }
  }

  var value: Value { .array(seen.values) }
}
