package import CalqueBase

/// The options of a message table, fixed when the table is created.
package struct MessageOptions: Sendable {
  package var mode = MessageMode.ios
  package var limits = MessageLimits()

  package init() {}

  package init(mode: MessageMode, limits: MessageLimits = MessageLimits()) {
    self.mode = mode
    self.limits = limits
  }

  /// Reads `mode`, `maxDepth`, `maxOutput` and `maxSteps`; other names are ignored.
  ///
  /// - Throws: `invalidOption` with the option's path.
  package init(_ members: Members) throws(Diagnostic) {
    switch members["mode"] {
    case nil: break
    case .text("ios"): mode = .ios
    case .text("js"): mode = .js
    default: throw Diagnostic(.invalidOption, "mode is neither \"ios\" nor \"js\"", path: "mode")
    }
    limits.maximumDepth = try Self.number(members, "maxDepth", upTo: 256) ?? limits.maximumDepth
    limits.maximumOutput =
      try Self.number(members, "maxOutput", upTo: 1 << 30) ?? limits.maximumOutput
    limits.maximumSteps = try Self.number(members, "maxSteps", upTo: 1 << 30) ?? limits.maximumSteps
  }

  private static func number(
    _ members: Members, _ name: Text, upTo highest: Int64
  ) throws(Diagnostic) -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.integer, number >= 0, number <= highest else {
      let range = Text("0 to ") + Decimal.text(of: highest)
      throw Diagnostic(.invalidOption, name + " is not a whole number from " + range, path: name)
    }
    return Int(number)
  }
}

/// Limits on decoding one text. References that would exceed a limit are left as written.
package struct MessageLimits: Equatable, Sendable {
  /// The depth to which messages may be nested.
  package var maximumDepth = 32
  /// The size in bytes to which references may expand a text, where references not yet replaced
  /// count with their written length. A message no longer than its reference is always inserted.
  package var maximumOutput = 1 << 20
  /// The number of references that are replaced in one text.
  package var maximumSteps = 100_000

  package init() {}

  package init(maximumDepth: Int, maximumOutput: Int, maximumSteps: Int) {
    self.maximumDepth = maximumDepth
    self.maximumOutput = maximumOutput
    self.maximumSteps = maximumSteps
  }
}

/// The original library whose rules a message table follows.
package enum MessageMode: Sendable {
  /// Blockly for iOS: decoding keeps `%%`, a reference may name any key, which is written as a
  /// letter followed by letters, digits, `_` or `|`, and only one synonym is followed.
  case ios
  /// Blockly for the web: `%%` is an escaped percent sign, references may only name keys that begin
  /// with `BKY_`, newlines are tokens, and a synonym may lead to another synonym.
  case js

  /// How many synonyms a look-up follows.
  var hops: Int { self == .ios ? 1 : 8 }
}
