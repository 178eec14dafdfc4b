import CalqueBase
import TestSupport

/// Trees of messages that look random and are the same in every run.
struct GeneratedTree {
  private var dice: Dice
  /// Few names, so that paths meet; some with separators, one empty.
  private let names: [Text] = [
    "a", "b", "c", "a.b", "b.c", "a.b.c", "", ".", "a.", "é", "key with spaces", "0", "1",
    "__proto__", "a###b",
  ]
  private let texts: [Text] = [
    "", "plain", "{{name}}", "{{- name}} and {{count}}", "$t(a.b)", "{{v, number}}",
    Text("ü\u{0}€" as String), "{{", "}}",
  ]

  init(_ seed: UInt64) { dice = Dice(seed) }

  mutating func members(depth: Int) -> Members {
    var members = Members()
    for _ in 0..<Int.random(in: 0...5, using: &dice) {
      members[pick(names)] = value(depth: depth)
    }
    return members
  }

  /// A key that may be there, or be there in part.
  mutating func key() -> Text {
    let parts = (0..<Int.random(in: 1...4, using: &dice)).map { _ in pick(names) }
    return Text.joined(parts, by: ".")
  }

  private mutating func value(depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &dice) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &dice))
    case 2: return .int(Int64(bitPattern: dice.next()))
    case 3: return .double(Double(dice.next() >> 12) / 64)
    case 4...6: return .text(pick(texts))
    case 7:
      return .array((0..<Int.random(in: 0...3, using: &dice)).map { _ in value(depth: depth - 1) })
    default: return .object(members(depth: depth - 1))
    }
  }

  private mutating func pick(_ choices: [Text]) -> Text {
    choices[Int.random(in: choices.indices, using: &dice)]
  }
}
